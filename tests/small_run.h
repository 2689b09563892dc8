// A model and a text small enough to train within a test.
#pragma once

#include <string>
#include <vector>

#include "nn/transformer.h"
#include "text/text.h"
#include "train/trainer.h"

namespace whereabouts {

inline ModelConfig small_model(const std::string& scheme = "none") {
  return {.vocabulary = 12,
          .width = 16,
          .heads = 2,
          .layers = 1,
          .trained_length = 32,
          .scheme = scheme};
}

inline TrainingConfig small_training(int steps = 6, int batch = 8) {
  return {.steps = steps, .batch = batch, .length = 32, .learning_rate = 0.01};
}

/// Tokens in which each depends on the one before it, so that there is something to learn.
inline std::vector<Token> small_text(int size = 4000) {
  Random random(0, "small text");
  std::vector<Token> tokens = {0};
  while (static_cast<int>(tokens.size()) < size)
    tokens.push_back((tokens.back() * 5 + random.between(1, 3)) % 12);
  return tokens;
}

}  // namespace whereabouts
