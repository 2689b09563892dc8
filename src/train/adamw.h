// AdamW (Loshchilov and Hutter, 2019): steps scaled by running means of the gradient and of its
// square. Weight decay makes weights smaller directly, it is not part of the gradient.
//
//   m = b1 m + (1 - b1) g        v = b2 v + (1 - b2) g^2
//   w = w - rate (m / (1 - b1^t)) / (sqrt(v / (1 - b2^t)) + eps) - rate decay w
#pragma once

#include <string>
#include <vector>

#include "train/optimiser.h"

namespace whereabouts {

struct AdamWConfig {
  float beta1 = 0.9f;
  float beta2 = 0.99f;
  float epsilon = 1e-8f;
  /// Of the weights that Parameters marks for it: the matrices of the layers and the head, but
  /// nothing of a positional scheme.
  float weight_decay = 0.1f;
  bool operator==(const AdamWConfig&) const = default;
};

class AdamW : public Optimiser {
 public:
  AdamW(const Parameters& parameters, const AdamWConfig& config);

  /// The names of the weights that decay, and of those that do not.
  std::vector<std::string> with_weight_decay() const { return names(true); }
  std::vector<std::string> without_weight_decay() const { return names(false); }

 protected:
  void update(const Piece& piece) override;

 private:
  std::vector<std::string> names(bool weight_decay) const;

  struct Moments {
    Tensor mean, square;
  };
  std::vector<Moments> moments_;  // of each weight
  AdamWConfig config_;
};

}  // namespace whereabouts
