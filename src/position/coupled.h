// Position coupling (Cho et al., 2024), over any scheme: digits that belong together are told the
// same position. With numbers written from their lowest digit on,
//
//   text        5 8 + 3 9 = 8 7 1        85 + 93 = 178
//   position  s+1 2 0 1 2 0 1 2 3
//
// the digit that is asked for next, and the two that it comes from, are always told the same
// distances, however long the numbers are. In training each step draws the start s anew, so that
// all positions below `limit` are met though the numbers are short; in evaluation it is 0. Digits
// beyond the last position share it.
//
// The paper trains a learned table with it, and so does over=learned here, the default. Digits are
// the first `digits` tokens, as in the tasks on numbers; in a text of words this makes no sense.
#pragma once

#include "position/places_in_numbers.h"
#include "position/scheme_wrapper.h"

namespace whereabouts {

class Coupled : public SchemeWrapper {
 public:
  static constexpr const char* kDescription =
      "for tasks on numbers: digits of one place are told one position (over=learned)";
  static constexpr const char* kPaper = "Cho et al. 2024";

  explicit Coupled(Setup& setup)
      : limit_(setup.options.integer("limit", 64, 8, 1 << 16)),
        digits_(setup.options.integer("digits", 10, 1, 1 << 16)) {
    setup.trained_length = limit_;  // an inner table needs a row for every place
    wrap(setup, setup.options.text("over", "learned"));
  }
  Traits traits() const override {
    Traits t = inner_->traits();
    t.absolute = false;  // the places in a number do not shift with the text
    t.any_length = t.by_text = true;
    return t;
  }
  Positions remap_positions(const Positions& at, std::span<const int> tokens) const override {
    Positions told = at;
    told.keys = places_in_numbers(tokens, digits_, limit_ - 1);
    const int start = drawn_start(at, told.keys, limit_ - 1, "coupled");
    for (int& place : told.keys) place += start;
    told.queries = places_of_queries(at, told.keys);
    for (int q = 0; told.seen.size() < told.queries.size(); ++q)  // who sees whom stays as it is
      told.seen.push_back(at.seen_by(q));
    return inner_->remap_positions(told, tokens);
  }

 private:
  int limit_, digits_;
};

}  // namespace whereabouts
