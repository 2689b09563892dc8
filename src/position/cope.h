// CoPE (Golovneva et al., 2024): positions that count what the content says should be counted.
//
//   gate_ij     = sigmoid(q_i . k_j / sqrt(d))
//   position_ij = sum over k = j .. i of gate_ik,  at most positions - 1
//   score_ij    = (q_i . k_j + q_i . e[position_ij]) / sqrt(d)
//
// where e is read between its rows if the position is a fraction. The rows of e start at 0 and are
// shared by the heads. The layers share them too, which is an option of the paper's code; its
// default, rows for each layer, is shared=no.
#pragma once

#include <cmath>

#include "ops.h"
#include "position/scheme.h"

namespace whereabouts {

class Cope : public PositionScheme {
 public:
  static constexpr const char* kDescription =
      "positions counted by gates that depend on the content";
  static constexpr const char* kPaper = "Golovneva et al. 2024";

  explicit Cope(Setup& setup)
      : rows_(setup.shared_or_own().constant(
            "rows",
            {setup.options.integer("positions", setup.trained_length, 2, 1 << 16),
             setup.head_dim()},
            0)) {}
  Traits traits() const override { return {.by_pair = true}; }
  Tensor pair_bias(const Tensor& query, const Tensor& key, const Tensor&,
                   const Positions& at) const override {
    const Tensor q = scale(query, 1 / std::sqrt(static_cast<float>(query.dim(-1))));
    const Tensor gates = sigmoid(matmul_transposed(q, key));            // [B, H, Tq, Tk]
    const Tensor counted = reverse_cumsum(gates, at);                   // position_ij
    return interpolate_rows(matmul(q, transpose(rows_)), counted, at);  // of [B, H, Tq, positions]
  }

 private:
  Tensor rows_;
};

}  // namespace whereabouts
