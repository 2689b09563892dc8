// Changes to a trained model, to find out what does what: a surprise has several explanations, and
// a change that only one of them foretells decides.
//
// Each function gives a changed copy, which may be changed further, and leaves the model as it is.
// Nothing is trained. Throws std::invalid_argument, naming what there is, for a layer, head, pair,
// term or weight that is not there.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "nn/transformer.h"

namespace whereabouts {

/// Without what one head of one layer (both from 0) finds: the rows of the layer's output matrix
/// that read it are 0.
Transformer without_head(const Transformer& model, int layer, int head);
/// Without one layer: its attention and its MLP add nothing, so what comes in goes out.
Transformer without_layer(const Transformer& model, int layer);
/// With one weight at 0 throughout, such as "position.bias".
Transformer without_weight(const Transformer& model, const std::string& name);
/// With one weight as it was before training, for a model that was trained with this seed.
Transformer with_weight_at_start(const Transformer& model, const std::string& name,
                                 std::uint64_t seed);

/// One of the places where a scheme changes the scores (ScoreTerms, PositionScheme::pair_bias).
enum class ScoreTerm { kKeys, kQueries, kValues, kDistance, kPairBias };
/// Those that the scheme has in any layer.
std::vector<ScoreTerm> terms_of(const Transformer& model);
/// Without one of them, in all layers. Throws if the scheme has no such term.
Transformer without_term(const Transformer& model, ScoreTerm term);
/// Without the keys that are `from` or more characters before the query, for one head of one layer.
Transformer without_far_keys(const Transformer& model, int layer, int head, int from);

/// With other positions: the scheme is told move(position) in place of each. Who sees whom stays.
Transformer with_positions(const Transformer& model, const std::function<int(int position)>& move);

/// Of rope, for any of its pairs, from 0:
/// told no distance above those of training; "rope" becomes "clamped-rope" with the same options.
Transformer with_clamped_pair(const Transformer& model, int pair);
/// never turned: every distance is 0 for it.
Transformer with_frozen_pair(const Transformer& model, int pair);
/// left out of the product of query and key.
Transformer without_pair(const Transformer& model, int pair);

}  // namespace whereabouts
