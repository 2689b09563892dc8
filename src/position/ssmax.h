// Scalable softmax (Nakanishi, 2025), over any scheme: as log-n, with a factor that each head of
// each layer learns,
//
//   q_i . k_j  s_h ln n        n keys that query i sees
//
// The paper adds it to a model with rope. Ours is over none unless told otherwise, and starts at
// s_h = 1 / ln L, where a query at the trained length L has the scores that it would have without.
#pragma once

#include <algorithm>
#include <cmath>

#include "position/log_n.h"

namespace whereabouts {

class SSMax : public SchemeWrapper {
 public:
  static constexpr const char* kDescription =
      "another scheme (over=none), with scores times a learned multiple of ln n";
  static constexpr const char* kPaper = "Nakanishi 2025";

  explicit SSMax(Setup& setup)
      : s_(setup.of_layer().constant("s", {1, setup.heads},
                                     1 / std::log(std::max(setup.trained_length, 2)))) {
    wrap(setup, setup.options.text("over", "none"));
  }
  void rotate_qk(Tensor& query, Tensor& key, const Positions& at) const override {
    inner_->rotate_qk(query, key, at);
    const Tensor factors = transpose(matmul(log_keys(at), s_));  // [H, Tq]
    query = multiply(query, factors.reshape({factors.dim(0), factors.dim(1), 1}));
  }

 private:
  Tensor s_;
};

}  // namespace whereabouts
