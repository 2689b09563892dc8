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

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "kernels/vector_math.h"
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
  Traits traits() const override { return {.by_pair = true, .in_place = true}; }
  Tensor pair_bias(const Tensor& query, const Tensor& key, const Tensor&,
                   const Positions& at) const override {
    const Tensor q = scale(query, 1 / std::sqrt(static_cast<float>(query.dim(-1))));
    const Tensor gates = sigmoid(matmul_transposed(q, key));            // [B, H, Tq, Tk]
    const Tensor counted = reverse_cumsum(gates, at);                   // position_ij
    return interpolate_rows(matmul(q, transpose(rows_)), counted, at);  // of [B, H, Tq, positions]
  }

  // The gates are made of the scores that are there already, from the nearest keys on, some at a
  // time. From where a query has counted to the last row, every key has that row's bias.
  ChangeScores change_scores(const Tensor& query, const Tensor&, const Tensor&,
                             const Positions& at) const override {
    const Tensor q = scale(query, 1 / std::sqrt(static_cast<float>(query.dim(-1))));
    return [&at, of_rows = matmul(q, transpose(rows_))](const ScoreBlock& block) {
      constexpr int kPiece = 64;
      const int H = of_rows.dim(1), Tq = of_rows.dim(2), N = of_rows.dim(3);
      const float last = static_cast<float>(N - 1);
      float gates[kPiece];
      for (int r = 0; r < block.rows; ++r) {
        const int i = block.first + r;
        const float* const row =
            of_rows.data() + ((std::int64_t{block.sequence} * H + block.head) * Tq + i) * N;
        float* const scores = block.row(r);
        float counted = 0;
        int end = at.seen_by(i);
        while (end > 0 && counted < last) {
          const int first = std::max(end - kPiece, 0);
          for (int j = first; j < end; ++j) gates[j - first] = whereabouts::sigmoid(scores[j]);
          for (int j = end - 1; j >= first; --j) {
            counted += gates[j - first];
            const float place = std::min(counted, last);
            const int below =
                place > 0 ? std::min(static_cast<int>(place), N - 2) : 0;  // 0 for no number
            scores[j] +=
                row[below] + (place - static_cast<float>(below)) * (row[below + 1] - row[below]);
          }
          end = first;
        }
        for (int j = 0; j < end; ++j) scores[j] += row[N - 1];
      }
    };
  }

 private:
  Tensor rows_;
};

}  // namespace whereabouts
