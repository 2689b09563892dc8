// Two pictures of the inside of a trained model: what its scheme does, and what a head looks at.
#pragma once

#include <optional>
#include <span>

#include "nn/transformer.h"
#include "report/svg.h"
#include "text/text.h"

namespace whereabouts {

struct Inside {
  /// What the scheme adds to the embeddings, or, by head and distance, to the scores of the first
  /// layer; nothing if it does nothing.
  std::optional<HeatMap> scheme;
  /// The weights of one head of the first layer on the beginning of the text: of the head that
  /// looks back farthest on average.
  HeatMap attention;
};

/// `text` must hold at least 256 characters, and the trained length.
Inside look_inside(const Transformer& model, std::span<const Token> text,
                   std::span<const char32_t> vocabulary);

}  // namespace whereabouts
