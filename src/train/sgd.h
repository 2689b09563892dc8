// Stochastic gradient descent with momentum (Polyak, 1964), as in PyTorch:
//
//   m = momentum m + g        w = w - rate m - rate decay w
//
// Weight decay is not part of the gradient, as in AdamW.
#pragma once

#include <vector>

#include "train/optimiser.h"

namespace whereabouts {

struct SgdConfig {
  float momentum = 0.9f;
  float weight_decay = 0;  ///< of what Parameters marks for it
};

class Sgd : public Optimiser {
 public:
  explicit Sgd(const Parameters& parameters, const SgdConfig& config = {})
      : Optimiser(parameters), config_(config) {
    for (const auto& e : entries()) momentum_.push_back(remember("momentum", e));
  }

 protected:
  void update(const Piece& piece) override {
    const float shrink =
        entries()[piece.entry].weight_decay ? 1 - piece.rate * config_.weight_decay : 1.0f;
    float* m = momentum_[piece.entry].data() + piece.first;
    for (std::int64_t i = 0; i < piece.count; ++i) {
      m[i] = config_.momentum * m[i] + piece.gradients[i] * piece.clip;
      piece.weights[i] = piece.weights[i] * shrink - piece.rate * m[i];
    }
  }

 private:
  std::vector<Tensor> momentum_;  // of each weight
  SgdConfig config_;
};

}  // namespace whereabouts
