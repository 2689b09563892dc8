#include "train/fine_tuning.h"

namespace whereabouts {

Transformer trained_further(const Transformer& model, const std::string& scheme, std::uint64_t seed,
                            const TrainingConfig& config, std::span<const Token> training) {
  ModelConfig changed = model.config();
  changed.scheme = scheme;
  Transformer copy(changed, seed);
  copy.parameters().take_values(model.parameters());
  Trainer trainer(copy, config, training);
  for (int step = 0; step < config.steps; ++step) trainer.step();
  return copy;
}

}  // namespace whereabouts
