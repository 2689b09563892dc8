// The small model whose attention the book shows.
#pragma once

#include <filesystem>

#include "nn/transformer.h"
#include "text/text.h"

namespace whereabouts {

struct HeadsModel {
  Text text;
  Transformer model;
};

/// Trains a model with rope, of two layers, four heads and width 32, on data/fables.txt in the
/// folder `project`: some seconds, and the same weights each time. Throws UserError if the text is
/// not there.
HeadsModel train_heads_model(const std::filesystem::path& project);

}  // namespace whereabouts
