// A learned vector for each position, as in GPT-2 and BERT:   x_p + P[p],  P [trained_length, C]
//
// The table has no rows past its end. What to do there is a policy with a name: refuse (the
// default), repeat the last row, start again from the first, or stretch the table over the longer
// text by linear interpolation, as image models do.
#pragma once

#include <algorithm>

#include "ops.h"
#include "position/scheme.h"
#include "util/check.h"

namespace whereabouts {

class Learned : public PositionScheme {
 public:
  static constexpr const char* kDescription =
      "a learned vector for each position, added to the embeddings";
  static constexpr const char* kPaper = "Radford et al. 2018";

  explicit Learned(Setup& setup)
      : rows_(setup.trained_length),
        beyond_(setup.options.choice("beyond", "error", {"error", "clamp", "wrap", "interpolate"})),
        table_(setup.parameters.normal("table", {rows_, setup.width}, 0.02)) {}
  Traits traits() const override {
    return {.absolute = true,
            .any_length = beyond_ != "error",
            .past_trained = "beyond=clamp",
            .length_dependent = beyond_ == "interpolate",
            .causal_only = false};
  }
  Tensor embed(const Tensor& x, const Positions& at) const override {
    const int last = *std::ranges::max_element(at.queries);
    check_user(beyond_ != "error" || last < rows_, "the learned table has ", rows_,
               " rows and the text has a position ", last,
               "; choose what to do beyond the table: learned:beyond=clamp, wrap or interpolate");
    const double squeeze =  // where the text is longer than the table, its last position falls on
                            // the last row
        beyond_ == "interpolate" && at.length > rows_ ? (rows_ - 1.0) / (at.length - 1.0) : 1.0;
    std::vector<int> below, above;
    std::vector<float> share;
    for (const int p : at.queries) {
      const double row = beyond_ == "wrap" ? p % rows_ : std::min(p * squeeze, rows_ - 1.0);
      below.push_back(static_cast<int>(row));
      above.push_back(std::min(below.back() + 1, rows_ - 1));
      share.push_back(static_cast<float>(row - below.back()));
    }
    const Tensor low = gather_rows(table_, below);
    if (squeeze == 1.0) return add(x, low);
    // low + share (high - low), the shares in a column that is as wide as the rows
    const Tensor column({static_cast<std::int64_t>(share.size()), 1}, share),
        ones = filled_with_ones(table_.dim(1));
    return add(x,
               add(low, multiply(subtract(gather_rows(table_, above), low), matmul(column, ones))));
  }

 private:
  static Tensor filled_with_ones(int columns) {
    Tensor ones({1, columns});
    std::ranges::fill(ones.numbers(), 1.0f);
    return ones;
  }
  int rows_;
  std::string beyond_;
  Tensor table_;
};

}  // namespace whereabouts
