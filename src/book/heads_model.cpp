#include "book/heads_model.h"

#include "train/trainer.h"

namespace whereabouts {

HeadsModel train_heads_model(const std::filesystem::path& project) {
  Text text = load_text((project / "data/fables.txt").lexically_normal().string());
  Transformer model({.vocabulary = text.vocabulary_size(),
                     .width = 32,
                     .heads = 4,
                     .layers = 2,
                     .trained_length = 64,
                     .scheme = "rope"},
                    0);
  const TrainingConfig config{.steps = 800, .batch = 16, .length = 64, .seed = 0};
  Trainer trainer(model, config, split(text).training);
  for (int step = 0; step < config.steps; ++step) trainer.step();
  return {std::move(text), std::move(model)};
}

}  // namespace whereabouts
