// Training a trained model further.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "train/trainer.h"

namespace whereabouts {

/// A copy of a model under another scheme, trained further. It starts with the same weights
/// wherever both have them, and with new ones from `seed` where only the scheme has them. The model
/// stays as it is.
inline Transformer trained_further(const Transformer& model, const std::string& scheme,
                                   std::uint64_t seed, const TrainingConfig& config,
                                   std::span<const Token> training) {
  ModelConfig changed = model.config();
  changed.scheme = scheme;
  Transformer copy(changed, seed);
  copy.parameters().take_values(model.parameters());
  Trainer trainer(copy, config, training);
  for (int step = 0; step < config.steps; ++step) trainer.step();
  return copy;
}

}  // namespace whereabouts
