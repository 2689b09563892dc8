// KERPLE (Chi et al., 2022): a penalty on distance whose shape is learned, two numbers for each
// head. The layers share them, as the paper counts them; with shared=no each has its own.
//
//   log:    -r1 ln(1 + r2 n)        r1, r2 > 0
//   power:  -r1 n^r2                r1 > 0, 0 < r2 <= 2
//
// The constants stay in their range by construction: r = ln(1 + e^p), or 2 / (1 + e^-p) for the
// exponent. The authors' code holds them there by clamping after each step. Ours start the same in
// every run: r1 from 0.1 to 1 over the heads, r2 = 1.
#pragma once

#include <cmath>
#include <cstdlib>

#include "ops.h"
#include "position/scheme.h"

namespace whereabouts {

/// The p for which ln(1 + e^p) is `value`.
inline float inverse_softplus(double value) {
  return static_cast<float>(value > 30 ? value : std::log(std::expm1(value)));
}

/// f(n) for every distance that occurs, in a column [distances, 1].
inline Tensor distance_column(const Positions& at, const std::function<double(int)>& f) {
  return per_distance(1, at, [&](int, int n) { return f(n); }).reshape({at.distances(), 1});
}

/// From 0.1 to 1 over the heads, as parameters of a softplus.
inline std::vector<float> kerple_start(int heads) {
  std::vector<float> p;
  for (int h = 0; h < heads; ++h)
    p.push_back(inverse_softplus(heads == 1 ? 0.5 : 0.1 + 0.9 * h / (heads - 1)));
  return p;
}

class KerpleLog : public PositionScheme {
 public:
  static constexpr const char* kDescription =
      "a penalty that grows with the logarithm of the distance, learned";
  static constexpr const char* kPaper = "Chi et al. 2022";

  explicit KerpleLog(Setup& setup) : KerpleLog(setup.shared_or_own(), setup.heads) {}
  Traits traits() const override { return {.causal_only = false}; }
  ScoreTerms relative_terms(const Positions& at) const override {
    const Tensor n = distance_column(at, [](int distance) { return std::abs(distance); });
    const Tensor penalty =
        multiply(log1p(matmul(n, softplus(r2_))), softplus(r1_));  // [distances, H]
    return {.distance = transpose(scale(penalty, -1))};
  }

 private:
  KerpleLog(const PrefixedParameters& p, int heads)
      : r1_(p.values("r1", {heads}, kerple_start(heads))),
        r2_(p.constant("r2", {1, heads}, inverse_softplus(1))) {}
  Tensor r1_, r2_;
};

class KerplePower : public PositionScheme {
 public:
  static constexpr const char* kDescription =
      "a penalty that grows with a power of the distance, learned";
  static constexpr const char* kPaper = "Chi et al. 2022";

  explicit KerplePower(Setup& setup) : KerplePower(setup.shared_or_own(), setup.heads) {}
  Traits traits() const override { return {.causal_only = false}; }
  ScoreTerms relative_terms(const Positions& at) const override {
    // n^r2 = e^(r2 ln n). At n = 0 the logarithm is -infinity, which times 0 would be NaN in the
    // derivative; -1e30 gives 0 for both.
    const Tensor log_n = distance_column(
        at, [](int distance) { return distance == 0 ? -1e30 : std::log(std::abs(distance)); });
    const Tensor penalty =
        multiply(exp(matmul(log_n, scale(sigmoid(r2_), 2))), softplus(r1_));  // [distances, H]
    return {.distance = transpose(scale(penalty, -1))};
  }

 private:
  KerplePower(const PrefixedParameters& p, int heads)
      : r1_(p.values("r1", {heads}, kerple_start(heads))), r2_(p.constant("r2", {1, heads}, 0)) {}
  Tensor r1_, r2_;
};

}  // namespace whereabouts
