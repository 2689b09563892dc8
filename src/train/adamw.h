// AdamW (Loshchilov and Hutter, 2019): steps scaled by running means of the gradient and its
// square, and weights of matrices pulled towards zero apart from the gradient.
//
//   m = b1 m + (1 - b1) g        v = b2 v + (1 - b2) g^2
//   w = w - rate (m / (1 - b1^t)) / (sqrt(v / (1 - b2^t)) + eps) - rate decay w
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "nn/parameters.h"

namespace whereabouts {

struct AdamWConfig {
  float beta1 = 0.9f;
  float beta2 = 0.99f;
  float epsilon = 1e-8f;
  float decay = 0.1f;  ///< of what Parameters marks as decayed: the layers' matrices and the head;
                       ///< nothing of a positional scheme
  bool operator==(const AdamWConfig&) const = default;
};

class AdamW {
 public:
  AdamW(const Parameters& parameters, const AdamWConfig& config);

  /// One step. The gradient of a weight is what the weight itself holds plus what it holds in each
  /// of the replicas, added in that order; all are first scaled down together if their norm is
  /// above `largest_norm` (0: never). Returns the norm before that. If it is not finite, nothing
  /// changes.
  double step(float rate, float largest_norm, std::span<const Parameters* const> replicas = {});

  /// The names of what is decayed, and of what is not.
  std::vector<std::string> decayed() const { return names(true); }
  std::vector<std::string> undecayed() const { return names(false); }

  /// For checkpoints: the running means, in the order of the parameters, and how many steps were
  /// made.
  struct Moments {
    std::string name;
    Tensor mean, square;
  };
  std::span<Moments> moments() { return moments_; }
  std::int64_t steps() const { return steps_; }
  void set_steps(std::int64_t steps) { steps_ = steps; }

 private:
  std::vector<std::string> names(bool decayed) const;

  std::vector<Parameters::Entry> entries_;
  std::vector<Moments> moments_;
  std::vector<Tensor> sums_;  // gradients, summed over the replicas
  AdamWConfig config_;
  std::int64_t steps_ = 0;
};

}  // namespace whereabouts
