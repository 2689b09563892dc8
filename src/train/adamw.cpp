#include "train/adamw.h"

#include <cmath>

namespace whereabouts {

AdamW::AdamW(const Parameters& parameters, const AdamWConfig& config)
    : Optimiser(parameters), config_(config) {
  for (const auto& e : entries())
    moments_.push_back({.mean = remember("mean", e), .square = remember("square", e)});
}

std::vector<std::string> AdamW::names(bool weight_decay) const {
  std::vector<std::string> found;
  for (const auto& e : entries())
    if (e.weight_decay == weight_decay) found.push_back(e.name);
  return found;
}

void AdamW::update(const Piece& piece) {
  const float b1 = config_.beta1, b2 = config_.beta2, epsilon = config_.epsilon, rate = piece.rate,
              clip = piece.clip;
  const auto t = static_cast<double>(steps());
  const auto mean_correction = static_cast<float>(1 / (1 - std::pow(double{b1}, t)));
  const auto square_correction = static_cast<float>(1 / (1 - std::pow(double{b2}, t)));
  const float shrink = entries()[piece.entry].weight_decay ? 1 - rate * config_.weight_decay : 1.0f;
  float *w = piece.weights, *m = moments_[piece.entry].mean.data() + piece.first,
        *v = moments_[piece.entry].square.data() + piece.first;
  const float* g = piece.gradients;
  const std::int64_t count = piece.count;
  // Without omp simd, the compiler must assume that these arrays overlap.
#pragma omp simd
  for (std::int64_t i = 0; i < count; ++i) {
    const float gradient = g[i] * clip;
    m[i] = b1 * m[i] + (1 - b1) * gradient;
    v[i] = b2 * v[i] + (1 - b2) * gradient * gradient;
    w[i] = w[i] * shrink -
           rate * (m[i] * mean_correction) / (std::sqrt(v[i] * square_correction) + epsilon);
  }
}

}  // namespace whereabouts
