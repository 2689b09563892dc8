// AdamW (Loshchilov and Hutter, 2019): steps scaled by running means of the gradient and its
// square, and weights of matrices pulled towards zero apart from the gradient.
//
//   m = b1 m + (1 - b1) g        v = b2 v + (1 - b2) g^2
//   w = w - rate (m / (1 - b1^t)) / (sqrt(v / (1 - b2^t)) + eps) - rate decay w
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "train/optimiser.h"

namespace whereabouts {

struct AdamWConfig {
  float beta1 = 0.9f;
  float beta2 = 0.99f;
  float epsilon = 1e-8f;
  float weight_decay = 0.1f;  ///< of what Parameters marks for it: the layers' matrices and the
                              ///< head; nothing of a positional scheme
  bool operator==(const AdamWConfig&) const = default;
};

class AdamW : public Optimiser {
 public:
  AdamW(const Parameters& parameters, const AdamWConfig& config);

  /// The names of what is pulled towards zero, and of what is not.
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
