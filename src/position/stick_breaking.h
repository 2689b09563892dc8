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

#include <cmath>

#include "ops.h"
#include "position/scheme.h"

namespace whereabouts {

class StickBreaking : public PositionScheme {
 public:
  static constexpr const char* kDescription = "keys take their share of what nearer keys have left";
  static constexpr const char* kPaper = "Tan et al. 2024";

  explicit StickBreaking(Setup&) {}
  Traits traits() const override { return {.by_pair = true}; }
  Tensor pair_bias(const Tensor& query, const Tensor& key, const Tensor&,
                   const Positions& at) const override {
    const Tensor q = scale(query, 1 / std::sqrt(static_cast<float>(query.dim(-1))));
    return scale(reverse_cumsum(softplus(matmul_transposed(q, key)), at), -1);
  }
};

}  // namespace whereabouts
