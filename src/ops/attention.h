// Attention, and everything that a positional scheme can add to its scores.
//
//   score_ij  = (q_i . k_j  +  q_i . a_n  +  k_j . b_n) scale  +  distance_n  +  pair_ij
//   output_i  = sum over the keys j that i sees of  softmax_j(score_ij) (v_j + c_n)
//
// where n = position_i - position_j, and each of a, b, c, distance and pair is there only if a
// scheme gives it.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "ops/positions.h"
#include "tensor.h"

namespace whereabouts {

/// A vector for each distance: distance n = at.nearest() + i uses row row_of[i] of the table, so
/// that many distances can share one row. The table is [H, R, D], or [1, R, D] if all heads share
/// it.
struct RelativeTable {
  Tensor table;
  std::vector<int> row_of;
  explicit operator bool() const { return static_cast<bool>(table); }
};

/// What depends on the distance alone: as many numbers as there are distances, not their square.
struct ScoreTerms {
  RelativeTable keys = {};     ///< a: meets the query, inside the scaling
  RelativeTable queries = {};  ///< b: meets the key, inside the scaling
  RelativeTable values = {};   ///< c: added to the value
  Tensor distance = {};  ///< [H, at.distances()]: added to the score, after the scaling; -infinity
                         ///< hides a key
  float scale = 0;       ///< 0 means 1 / sqrt(D)
};

/// The scores q_i . k_j scale of one head for the queries first .. first + rows - 1, in rows of
/// `width` numbers, before anything else is added to them.
struct ScoreBlock {
  int sequence, head, first, rows, width;
  float* scores;
  float* row(int r) const { return scores + std::int64_t{r} * width; }
};
/// Changes the scores of a block in place: in each row, those of the keys that its query sees.
using ChangeScores = std::function<void(const ScoreBlock&)>;

/// Every step of composed_attention(), in the order of the formula: [B, H, Tq, Tk] each; nothing
/// where the scheme gives no such term.
struct AttentionSteps {
  Tensor content;    ///< q_i . k_j
  Tensor keys;       ///< q_i . a_n
  Tensor queries;    ///< k_j . b_n
  float scale = 1;   ///< of the sum of these three
  Tensor distance;   ///< distance_n
  Tensor pair_bias;  ///< pair_ij as it was given: [H, Tq, Tk] or [B, H, Tq, Tk]
  Tensor scores;     ///< their sum; -infinity where a query does not see a key
  Tensor weights;    ///< softmax of the scores
  Tensor output;     ///< [B, Tq, C]
};

/// The same as attention(), step by step from the operations of ops.h, gradients and all. Slow: to
/// read, to look into a model, and what attention() is held against.
AttentionSteps composed_attention(const Tensor& query, const Tensor& key, const Tensor& value,
                                  const Positions& at, const ScoreTerms& terms = {},
                                  const Tensor& pair_bias = {});

}  // namespace whereabouts
