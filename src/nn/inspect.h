// A look into the first layer of a trained model: what its heads ask, and what its positional
// scheme adds to their scores. For pictures, not for training.
#pragma once

#include <span>
#include <vector>

#include "nn/transformer.h"

namespace whereabouts {

/// Queries and keys of the first layer, [1, H, T, D] each, before the scheme turns them.
/// `positions` says whether the scheme's addition to the embeddings is in them.
struct FirstLayer {
  Tensor query, key;
};
FirstLayer first_layer(const Transformer& model, std::span<const int> tokens,
                       bool positions = true);

/// [positions, C]: what the scheme adds to the embeddings at positions 0, 1, 2, ...
Tensor addresses(const Transformer& model, int positions);

/// What the scores of the first layer are made of, [H, T, T] each, with 0 where a query does not see
/// a key or the scheme adds nothing of the kind:
///
///   score = (content + keys + queries) * scale + distance + pairs
struct ScoreParts {
  Tensor content;   ///< q_i . k_j
  Tensor keys;      ///< q_i . R[i - j], R the scheme's table for keys
  Tensor queries;   ///< k_j . Q[i - j], Q its table for queries
  Tensor distance;  ///< what it adds for the distance i - j alone
  Tensor pairs;     ///< what it adds for this query and this key
  float scale = 1;
};
/// Without `positions`, as if the scheme did nothing.
ScoreParts first_layer_score_parts(const Transformer& model, std::span<const int> tokens,
                                   bool positions = true);

/// [H, T, T]: the scores of the first layer as they enter the softmax, -infinity where a query does
/// not see a key; or, without `positions`, as they would be if the scheme did nothing.
Tensor first_layer_scores(const Transformer& model, std::span<const int> tokens,
                          bool positions = true);

/// [H, distances]: what the scheme adds to the score of a query and a key `n` characters before it,
/// averaged over a text, which must be at least as long. Differs from head to head and, unless the
/// scheme adds a constant for each distance, from text to text.
Tensor added_by_distance(const Transformer& model, std::span<const int> tokens, int distances);

/// The standard deviation of the scores [H, T, T] of one head over all pairs of a query and a key
/// that is not after it.
double deviation_of_seen(const Tensor& scores, int head);

/// Which rows of a table [R, C] have a gradient other than zero; of [H, R, C], in any head.
std::vector<int> rows_with_gradient(const Tensor& table);

/// [R, R]: the cosine of the angle between every two rows of a table [R, C], row by row.
std::vector<double> cosines(const Tensor& table);

}  // namespace whereabouts
