// A look into the first layer of a trained model: what its heads ask, and what its positional
// scheme adds to their scores. For pictures, not for training.
#pragma once

#include <span>

#include "nn/transformer.h"

namespace whereabouts {

/// Queries and keys of the first layer, [1, H, T, D] each, before the scheme turns them.
/// `positions` says whether the scheme's addition to the embeddings is in them.
struct FirstLayer {
  Tensor query, key;
};
FirstLayer first_layer(const Transformer& model, std::span<const int> tokens,
                       bool positions = true);

/// [H, T, T]: the scores of the first layer as they enter the softmax, -infinity where a query does
/// not see a key; or, without `positions`, as they would be if the scheme did nothing.
Tensor first_layer_scores(const Transformer& model, std::span<const int> tokens,
                          bool positions = true);

/// [H, distances]: what the scheme adds to the score of a query and a key `n` characters before it,
/// averaged over a text, which must be at least as long. Differs from head to head and, unless the
/// scheme adds a constant for each distance, from text to text.
Tensor added_by_distance(const Transformer& model, std::span<const int> tokens, int distances);

}  // namespace whereabouts
