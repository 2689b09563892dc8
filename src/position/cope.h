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
#include <vector>

#include "autograd.h"
#include "kernels/matmul.h"
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
  Traits traits() const override { return {.by_pair = true}; }
  Tensor pair_bias(const Tensor& query, const Tensor& key, const Tensor&,
                   const Positions& at) const override {
    const Tensor q = scale(query, 1 / std::sqrt(static_cast<float>(query.dim(-1))));
    if (!recording()) return bias_of_counted(q, key, matmul(q, transpose(rows_)), at);
    const Tensor gates = sigmoid(matmul_transposed(q, key));            // [B, H, Tq, Tk]
    const Tensor counted = reverse_cumsum(gates, at);                   // position_ij
    return interpolate_rows(matmul(q, transpose(rows_)), counted, at);  // of [B, H, Tq, positions]
  }

 private:
  // The same without derivatives, from the nearest keys on, some at a time. From where all queries
  // have counted to the last row, every key has that row's bias, and no gate is worked out.
  static Tensor bias_of_counted(const Tensor& q, const Tensor& key, const Tensor& of_rows,
                                const Positions& at) {
    constexpr int kPiece = 256;
    const int Tq = q.dim(2), Tk = key.dim(2), D = q.dim(3), N = of_rows.dim(-1);
    const float last = static_cast<float>(N - 1);
    Tensor bias({q.dim(0), q.dim(1), Tq, Tk});
    std::vector<float> gates(std::size_t(Tq) * kPiece), counted(Tq);
    for (std::int64_t bh = 0; bh < std::int64_t{q.dim(0)} * q.dim(1); ++bh) {
      std::ranges::fill(counted, 0.0f);
      int end = Tk;
      while (end > 0 && std::ranges::min(counted) < last) {
        const int first = std::max(end - kPiece, 0), keys = end - first;
        matmul_fast(Tq, keys, D, rows_of(q.data() + bh * Tq * D, D),
                    rows_of(key.data() + (bh * Tk + first) * D, D).transposed(), gates.data(),
                    kPiece, Start::kZero);
        for (float& gate : gates) gate = whereabouts::sigmoid(gate);
        for (int i = 0; i < Tq; ++i) {
          const float *gate = gates.data() + std::size_t(i) * kPiece,
                      *row = of_rows.data() + (bh * Tq + i) * N;
          float *to = bias.data() + (bh * Tq + i) * Tk, position = counted[i];
          for (int j = std::min(end, at.seen_by(i)) - 1; j >= first; --j) {
            position += gate[j - first];
            const float place = std::min(position, last);
            const int below =
                place > 0 ? std::min(static_cast<int>(place), N - 2) : 0;  // 0 for no number
            to[j] =
                row[below] + (place - static_cast<float>(below)) * (row[below + 1] - row[below]);
          }
          counted[i] = position;
        }
        end = first;
      }
      for (int i = 0; i < Tq; ++i)
        std::fill_n(bias.data() + (bh * Tq + i) * Tk, std::min(end, at.seen_by(i)),
                    of_rows.data()[(bh * Tq + i) * N + N - 1]);
    }
    return bias;
  }

  Tensor rows_;
};

}  // namespace whereabouts
