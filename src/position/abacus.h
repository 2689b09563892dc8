// Abacus embeddings (McLeish et al., 2024), beside any scheme: a learned vector for the place of a
// digit in its number is added to the embedded digit,
//
//   x_t + table[s + k]        k = 1, 2, 3 ... within each number; table[0] for what is no digit
//
// with numbers written from their lowest digit on, and a table that starts as large as the
// embeddings. In training each step draws the start s anew, so that all rows below `limit` are
// learned though the numbers are short; in evaluation it is 0. Digits beyond the last row share it.
// Unlike `coupled` the characters keep their own positions, for another scheme to use: over=none,
// or over=fire as in the paper. Digits are the first `digits` tokens, as in the tasks on numbers;
// in a text of words this makes no sense.
#pragma once

#include "ops.h"
#include "position/places_in_numbers.h"
#include "position/scheme_wrapper.h"

namespace whereabouts {

class Abacus : public SchemeWrapper {
 public:
  static constexpr const char* kDescription =
      "for tasks on numbers: a learned vector for a digit's place in its number (over=none)";
  static constexpr const char* kPaper = "McLeish et al. 2024";

  explicit Abacus(Setup& setup)
      : limit_(setup.options.integer("limit", 64, 8, 1 << 16)),
        digits_(setup.options.integer("digits", 10, 1, 1 << 16)),
        table_(setup.parameters.normal("abacus", {limit_, setup.width}, 1)) {
    wrap(setup, setup.options.text("over", "none"));
  }
  Traits traits() const override {
    Traits t = inner_->traits();
    t.by_text = true;
    return t;
  }
  Positions remap_positions(const Positions& at, std::span<const int> tokens) const override {
    Positions told = inner_->remap_positions(at, tokens);
    told.key_columns = places_in_numbers(tokens, digits_, limit_ - 1);
    const int start = drawn_start(at, told.key_columns, limit_ - 1, "abacus");
    for (int& place : told.key_columns) place += place == 0 ? 0 : start;
    told.query_columns = places_of_queries(at, told.key_columns);
    return told;
  }
  Tensor embed(const Tensor& x, const Positions& at) const override {
    return inner_->embed(add(x, gather_rows(table_, at.query_columns)), at);
  }

 private:
  int limit_, digits_;
  Tensor table_;
};

}  // namespace whereabouts
