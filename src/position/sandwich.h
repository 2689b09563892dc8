// Sandwich (Chi et al., 2023): what is left of the product of two sinusoidal addresses, as a bias.
// Nothing is learned.
//
//   bias_h(n) = ( sum over k = 1 .. dim/2 of cos(n / 10000^(2k/dim))  -  dim/2 ) / (8h/H)
//
// for the heads h = 1 .. H.
//
// It falls with the distance at first, and then swings, since the sum of cosines does.
#pragma once

#include <cmath>
#include <numeric>
#include <vector>

#include "position/scheme.h"

namespace whereabouts {

/// The bias of head h (from 0) at distance n.
inline double sandwich_bias(int h, int heads, int n, int dim) {
  double sum = -dim / 2.0;
  for (int k = 1; k <= dim / 2; ++k) sum += std::cos(n / std::pow(10000.0, 2.0 * k / dim));
  return sum / (8.0 * (h + 1) / heads);
}

class Sandwich : public PositionScheme {
 public:
  static constexpr const char* kDescription = "a bias made of cosines of the distance";
  static constexpr const char* kPaper = "Chi et al. 2023";

  explicit Sandwich(Setup& setup)
      : heads_(setup.heads),
        dim_(setup.options.integer("dim", setup.width + setup.width % 2, 2, 1 << 16)) {
    if (dim_ % 2 != 0)
      setup.options.refuse("dim counts sines and cosines, so it must be even, got " +
                           std::to_string(dim_));
    for (int k = 1; k <= dim_ / 2; ++k) frequencies_.push_back(std::pow(10000.0, -2.0 * k / dim_));
  }
  Traits traits() const override { return {.causal_only = false}; }
  ScoreTerms relative_terms(const Positions& at) const override {
    // All heads have the same curve, each at its own height, so it is summed once; and its cosines
    // are those of a rotation, which costs a tenth of a cosine each.
    std::vector<int> distances(at.distances());
    std::iota(distances.begin(), distances.end(), at.nearest());
    const Tensor cosine = rotation(distances, frequencies_).cosine;  // [distances, dim / 2]
    const int terms = cosine.dim(1);
    std::vector<double> curve(distances.size(), -terms);
    for (std::size_t n = 0; n < curve.size(); ++n)
      for (int k = 0; k < terms; ++k) curve[n] += cosine.data()[n * terms + k];
    return {.distance = per_distance(heads_, at, [&](int h, int n) {
              return curve[n - at.nearest()] / (8.0 * (h + 1) / heads_);
            })};
  }

 private:
  int heads_, dim_;
  std::vector<double> frequencies_;
};

}  // namespace whereabouts
