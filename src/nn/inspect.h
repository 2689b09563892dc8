// A look into the first layer of a trained model: what its heads ask, and what its positional
// scheme adds to their scores. For pictures, not for training.
#pragma once

#include <span>
#include <vector>

#include "nn/transformer.h"

namespace whereabouts {

/// The attention of the first layer on a text, step by step: [H, T, T] each.
AttentionSteps first_layer(const Transformer& model, std::span<const int> tokens);

/// [positions, C]: what the scheme adds to the embeddings at positions 0, 1, 2, ...
Tensor addresses(const Transformer& model, int positions);

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
