// The small model whose attention the book shows.
#pragma once

#include <filesystem>
#include <utility>

#include "nn/transformer.h"
#include "text/text.h"
#include "train/trainer.h"

namespace whereabouts {

struct HeadsModel {
  Text text;
  Transformer model;
};

/// Trains a model with rope, of two layers, four heads and width 32, on data/fables.txt in the
/// folder `project`: some seconds, and the same weights each time. Throws UserError if the text is
/// not there.
inline HeadsModel train_heads_model(const std::filesystem::path& project) {
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
