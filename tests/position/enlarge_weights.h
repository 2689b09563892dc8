// A model whose attention is far from even, without training it.
#pragma once

#include "nn/transformer.h"
#include "util/random.h"

namespace whereabouts {

/// Makes the weights of a new model so large that its attention is far from even, and moves what
/// its scheme learns away from its starting values.
inline void enlarge_weights(const Transformer& model) {
  for (const auto& e : model.parameters().entries()) {
    Random random(2, e.name);
    for (float& x : e.tensor.numbers()) {
      if (e.name.starts_with("position.")) x += static_cast<float>(0.3 * random.normal());
      if (e.weight_decay) x *= 12;
    }
  }
}

}  // namespace whereabouts
