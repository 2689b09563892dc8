// xPos (Sun et al., 2022): rope, and a decay with the distance that is different for each pair.
// Pair i of a query at m is multiplied by zeta_i^(m / scale-base), of a key at n by zeta_i^(-n /
// scale-base), so their product by zeta_i^((m - n) / scale-base),
//
//   zeta_i = (2i + 0.4 d) / (1.4 d)
//
// The paper's scale-base is 512; a model trained on 64 characters would then see no decay, so ours
// is twice the trained length. Defined for causal attention only, since a key ahead of its query
// would grow. The paper evaluates with blockwise causal attention; we do not.
#pragma once

#include "position/rope.h"

namespace whereabouts {

class XPos : public PositionScheme {
 public:
  static constexpr const char* kDescription = "rope with a decay that differs from pair to pair";
  static constexpr const char* kPaper = "Sun et al. 2022";

  explicit XPos(Setup& setup) {
    check_even_heads(setup);
    const double d = setup.head_dim();
    theta_ =
        rope_frequencies(setup.head_dim(), setup.options.number("base", 10000, 1.001, 1e9)).theta;
    scale_base_ = setup.options.number("scale-base", 2 * setup.trained_length, 1, 1e9);
    for (std::size_t i = 0; i < theta_.size(); ++i)
      zeta_.push_back((2 * static_cast<double>(i) + 0.4 * d) / (1.4 * d));
  }
  Traits traits() const override { return {}; }
  void rotate_qk(Tensor& query, Tensor& key, const Positions& at) const override {
    // Measured from the last query: keys then only shrink, however long the text is, and nothing
    // overflows.
    query = rotate_pairs(query, scaled(at.queries, at.queries.back(), +1));
    key = rotate_pairs(key, scaled(at.keys, at.queries.back(), -1));
  }

 private:
  Rotation scaled(const std::vector<int>& positions, int origin, int sign) const {
    Rotation r = rotation(positions, theta_);
    for (std::size_t t = 0; t < positions.size(); ++t) {
      for (std::size_t i = 0; i < zeta_.size(); ++i) {
        const auto factor =
            static_cast<float>(std::pow(zeta_[i], sign * (positions[t] - origin) / scale_base_));
        r.cosine.data()[t * zeta_.size() + i] *= factor;
        r.sine.data()[t * zeta_.size() + i] *= factor;
      }
    }
    return r;
  }
  std::vector<double> theta_, zeta_;
  double scale_base_;
};

}  // namespace whereabouts
