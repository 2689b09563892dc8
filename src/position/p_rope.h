// p-RoPE (Barbero et al., 2024): rope whose slowest pairs do not turn at all. Of the d/2
// frequencies the highest floor(p d/2) are kept; the other pairs see no position. p = 1 is rope, p
// = 0 is none.
//
// Not the same as rope:partial, which turns fewer channels with the frequencies of a narrower head.
#pragma once

#include "position/rope.h"

namespace whereabouts {

class PRope : public PositionScheme {
 public:
  static constexpr const char* kDescription = "rope with its slowest pairs left unturned";
  static constexpr const char* kPaper = "Barbero et al. 2024";

  explicit PRope(Setup& setup) {
    check_even_heads(setup);
    const double p = setup.options.number("p", 0.75, 0, 1);
    theta_ =
        rope_frequencies(setup.head_dim(), setup.options.number("base", 10000, 1.001, 1e9)).theta;
    const auto turned = static_cast<std::size_t>(p * setup.head_dim() / 2 + 1e-9);
    if (p > 0 && turned == 0) {
      setup.options.refuse(
          concat("p=", p, " of a head of ", setup.head_dim(), " channels leaves no pair to turn"));
    }
    for (std::size_t i = turned; i < theta_.size(); ++i) theta_[i] = 0;
  }
  Traits traits() const override { return {.causal_only = false}; }
  void rotate_qk(Tensor& query, Tensor& key, const Positions& at) const override {
    query = rotate_pairs(query, rotation(at.queries, theta_));
    key = rotate_pairs(key, rotation(at.keys, theta_));
  }

 private:
  std::vector<double> theta_;
};

}  // namespace whereabouts
