// Stick-breaking attention (Tan et al., 2024): a query has a stick of length 1 and goes back
// through the keys, nearest first. Each key breaks off its share of what is left:
//
//   weight_ij ~ sigmoid(z_ij) prod over k = j+1 .. i of (1 - sigmoid(z_ik))
//   z_ij = q_i . k_j / sqrt(d)
//
// So a near key that fits hides the far ones, and no other position is needed. As a score:
// z_ij - sum over k = j .. i of ln(1 + e^z_ik).
//
// In the paper these are the weights themselves, and what is left of the stick is lost; a query
// does not see its own character. Ours go through the softmax as any score does, so they are
// divided by their sum: what is left is shared among the keys as the rest was. And the own
// character is seen, since the first query would see nothing.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "kernels/vector_math.h"
#include "ops.h"
#include "position/scheme.h"

namespace whereabouts {

class StickBreaking : public PositionScheme {
 public:
  static constexpr const char* kDescription = "keys take their share of what nearer keys have left";
  static constexpr const char* kPaper = "Tan et al. 2024";

  explicit StickBreaking(Setup&) {}
  Traits traits() const override { return {.by_pair = true, .in_place = true}; }
  Tensor pair_bias(const Tensor& query, const Tensor& key, const Tensor&,
                   const Positions& at) const override {
    const Tensor q = scale(query, 1 / std::sqrt(static_cast<float>(query.dim(-1))));
    return scale(reverse_cumsum(softplus(matmul_transposed(q, key)), at), -1);
  }
  // The scores that are there already are the z_ij. Some keys at a time, the nearest first.
  ChangeScores change_scores(const Tensor&, const Tensor&, const Tensor&,
                             const Positions& at) const override {
    return [&at](const ScoreBlock& block) {
      constexpr int kPiece = 256, kTogether = 4;
      const int rows = (block.rows + kTogether - 1) / kTogether * kTogether;
      std::vector<float> broken(rows * kPiece), sums(rows);  // ln(1 + e^z) of a piece, and so far
      std::vector<int> seen(rows);
      for (int r = 0; r < block.rows; ++r) seen[r] = at.seen_by(block.first + r);
      for (int end = std::ranges::max(seen), first; end > 0; end = first) {
        first = std::max(end - kPiece, 0);
        for (int r = 0; r < block.rows; ++r) {
          const float* const z = block.row(r) + first;
          float* const to = broken.data() + r * kPiece;
          const int own = std::clamp(seen[r] - first, 0, end - first);
          for (int j = 0; j < own; ++j) to[j] = whereabouts::softplus(z[j]);
          std::fill(to + own, to + kPiece, 0.0f);
        }
        // Each sum waits for the one before it, so rows go side by side.
        for (int r = 0; r < block.rows; r += kTogether) {
          float sum[kTogether];
          for (int g = 0; g < kTogether; ++g) sum[g] = sums[r + g];
          for (int j = end - first - 1; j >= 0; --j)
            for (int g = 0; g < kTogether; ++g)
              broken[(r + g) * kPiece + j] = sum[g] += broken[(r + g) * kPiece + j];
          for (int g = 0; g < kTogether; ++g) sums[r + g] = sum[g];
        }
        for (int r = 0; r < block.rows; ++r) {
          float* const z = block.row(r) + first;
          const float* const sum = broken.data() + r * kPiece;
          for (int j = 0; j < end - first; ++j) z[j] -= sum[j];
        }
      }
    };
  }
};

}  // namespace whereabouts
