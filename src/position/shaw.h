// Relative positions as learned vectors (Shaw et al., 2018), one for each distance up to `clip` and
// one for all beyond:
//
//   score_ij = q_i . (k_j + a_c) / sqrt(d)      output_i = sum over j of weight_ij (v_j + b_c)
//   c = min(i - j, clip)
//
// The tables are shared by the heads and here by the layers too; the paper has tables for each
// layer, which is shared=no. The value term b is optional (values=yes): the paper found most of the
// gain in the key term. Where a query also sees what comes later, each direction has rows of its
// own.
#pragma once

#include <algorithm>

#include "position/scheme.h"

namespace whereabouts {

class Shaw : public PositionScheme {
 public:
  static constexpr const char* kDescription =
      "a learned vector for each distance, added to the keys";
  static constexpr const char* kPaper = "Shaw et al. 2018";

  explicit Shaw(Setup& setup)
      : clip_(
            setup.options.integer("clip", std::clamp(setup.trained_length / 2, 1, 16), 1, 1 << 16)),
        causal_(setup.causal) {
    const int rows = causal_ ? clip_ + 1 : 2 * clip_ + 1;
    const PrefixedParameters p = setup.shared_or_own();
    keys_ = p.normal("keys", {1, rows, setup.head_dim()}, 0.02);
    if (setup.options.yes_or_no("values", false)) {
      values_ = p.normal("values", {1, rows, setup.head_dim()}, 0.02);
    }
  }
  Traits traits() const override { return {.causal_only = false}; }
  ScoreTerms relative_terms(const Positions& at) const override {
    const std::vector<int> rows = row_per_distance(at, [&](int n) {
      return std::clamp(n, causal_ ? 0 : -clip_, clip_) + (causal_ ? 0 : clip_);
    });
    ScoreTerms terms{.keys = {keys_, rows}};
    if (values_) terms.values = {values_, rows};
    return terms;
  }

 private:
  int clip_;
  bool causal_;
  Tensor keys_, values_;
};

}  // namespace whereabouts
