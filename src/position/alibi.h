// Attention with linear biases (Press et al., 2022): nothing is added to the embeddings, and every
// score is lowered by
//
//   m_h |i - j|        m_h = 2^(-8h/H), h = 1 .. H, when H is a power of two
//
// after the scaling by 1 / sqrt(d). For another H the authors take the slopes of the power of two
// below, and then every second one of the slopes of the power of two above; so do we. With one head
// the only slope is 1/256, which is nearly none.
#pragma once

#include <bit>
#include <cmath>
#include <cstdlib>

#include "position/scheme.h"

namespace whereabouts {

/// What a head of this slope adds to a score.
inline double alibi_bias(double slope, int distance) { return -slope * std::abs(distance); }

/// The slope of each head.
inline std::vector<double> alibi_slopes(int heads) {
  const auto power = static_cast<int>(std::bit_floor(static_cast<unsigned>(heads)));
  std::vector<double> slopes;
  for (int h = 1; h <= power; ++h) slopes.push_back(std::exp2(-8.0 * h / power));
  for (int h = 1; h <= heads - power; ++h)
    slopes.push_back(std::exp2(-8.0 * (2 * h - 1) / (2 * power)));
  return slopes;
}

class Alibi : public PositionScheme {
 public:
  static constexpr const char* kDescription =
      "a penalty that grows with the distance, a slope for each head";
  static constexpr const char* kPaper = "Press et al. 2022";

  explicit Alibi(Setup& setup) : slopes_(alibi_slopes(setup.heads)) {}
  Traits traits() const override { return {.causal_only = false}; }
  ScoreTerms relative_terms(const Positions& at) const override {
    return {.distance = per_distance(static_cast<int>(slopes_.size()), at, [&](int head, int n) {
              return alibi_bias(slopes_[head], n);
            })};
  }

 private:
  std::vector<double> slopes_;
};

}  // namespace whereabouts
