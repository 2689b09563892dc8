// Transformer-XL's relative attention (Dai et al., 2019): waves for the distance, projected, in
// place of waves for the position.
//
//   score_ij = (q_i . k_j  +  q_i . R_n  +  u . k_j  +  v . R_n) / sqrt(d)
//   R_n = W sinusoid(n),  n = i - j
//
// u (content) and v (position) are learned vectors of each head. W, u and v are shared by the
// layers; the paper and its code have a W for each layer and share u and v, which is shared=no.
// Sine and cosine of one frequency are neighbours; the paper puts all sines first, which only
// renames the rows of W. R is found by the distance itself, so no shifting of matrices is needed.
// Distances beyond `clamp` count as `clamp` (0: never), as in the authors' evaluations; by default
// twice the trained length.
#pragma once

#include <cmath>

#include "ops.h"
#include "position/sinusoidal.h"

namespace whereabouts {

class TransformerXl : public PositionScheme {
 public:
  static constexpr const char* kDescription =
      "projected waves for the distance, met by query and by a bias";
  static constexpr const char* kPaper = "Dai et al. 2019";

  explicit TransformerXl(Setup& setup)
      : width_(setup.width),
        heads_(setup.heads),
        clamp_(setup.options.integer("clamp", 2 * setup.trained_length, 0, 1 << 24)),
        projection_(setup.shared_or_own().normal("projection", {width_, width_}, 0.02)),
        content_bias_(setup.parameters.constant("content_bias", {heads_, 1, setup.head_dim()}, 0)),
        position_bias_(
            setup.parameters.constant("position_bias", {heads_, 1, setup.head_dim()}, 0)) {}
  Traits traits() const override { return {.causal_only = false}; }
  ScoreTerms relative_terms(const Positions& at) const override {
    const auto nearest = clamped(at.nearest()), farthest = clamped(at.farthest());
    std::vector<int> distances;
    for (int n = nearest; n <= farthest; ++n) distances.push_back(n);
    const auto N = static_cast<std::int64_t>(distances.size());
    const Tensor waves = matmul(sinusoid(distances, width_), projection_);  // [N, C]
    const Tensor R = split_heads(waves.reshape({1, N, width_}), heads_, 0, 1)
                         .reshape({heads_, N, width_ / heads_});
    const std::vector<int> row = row_per_distance(at, [&](int n) { return clamped(n) - nearest; });

    ScoreTerms terms;
    terms.keys = {R, row};                                                             // q_i . R_n
    terms.queries = {content_bias_, std::vector<int>(row.size(), 0)};                  // u . k_j
    const Tensor v_dot_R = matmul_transposed(position_bias_, R).reshape({heads_, N});  // v . R_n
    terms.distance = transpose(gather_rows(
        transpose(scale(v_dot_R, 1 / std::sqrt(static_cast<float>(width_ / heads_)))), row));
    return terms;
  }

 private:
  int clamped(int n) const { return clamp_ == 0 ? n : std::clamp(n, -clamp_, clamp_); }
  int width_, heads_, clamp_;
  Tensor projection_, content_bias_, position_bias_;
};

}  // namespace whereabouts
