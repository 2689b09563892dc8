// Questions about pictures: patches in, an answer for each patch out.
#pragma once

#include <functional>
#include <span>

#include "nn/transformer.h"
#include "text/pictures.h"

namespace whereabouts {

/// Logits [asked patches, V], of which the first kSides.size() are the answers. All pictures must
/// have the same side, and the model must not be causal.
Tensor picture_logits(const Transformer& model, std::span<const Picture> pictures);

/// Trains on fresh random pictures in each step. `on_step`, if given, sees each step's loss in
/// nats.
void train_on_pictures(Transformer& model, int side, int steps, int batch, double learning_rate,
                       std::uint64_t seed,
                       const std::function<void(int step, double loss)>& on_step = {});

/// The share of the asked patches that are answered right in `count` pictures, the same ones for
/// every model.
double score_pictures(const Transformer& model, int side, int count);

}  // namespace whereabouts
