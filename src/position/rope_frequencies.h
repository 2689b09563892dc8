// The frequencies of rope, as they are and as they are changed for texts longer than trained on.
//
// With L the trained length, s the factor, l the current length, d the turned channels:
//
//   none          theta_i = base^(-2i/d)
//   pi            theta_i / s                                position interpolation (Chen, 2023)
//   ntk           base s^(d/(d-2)) in place of base          NTK-aware (bloc97, 2023)
//   dynamic-ntk   base (s l/L - (s-1))^(d/(d-2)) for l > L   the same, growing with the text
//   yarn          theta_i / s for slow pairs, theta_i for fast ones, a ramp between; and queries
//                 and keys times 0.1 ln s + 1 (Peng et al., 2023). The released code ramps linearly
//                 in the pair's index, and that is the default; the paper in the number of turns
//                 within L (ramp=turns).
//   longrope      theta_i / f_i beyond L, with a factor for each pair that a search has found; and
//                 queries and keys times sqrt(1 + ln s / ln L)                 (Ding et al., 2024)
//   floor         0 for pairs that do not complete a turn within L, theta_i for the others
//                                                                (FoPE; Hua et al., 2024)
//
// llama3, as Llama 3.1 does it (there s = 8 and L = 8192), is yarn with ramp=turns, fast-turns=4,
// slow-turns=1 and magnitude=1, and rope.h makes it so.
#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

namespace whereabouts {

/// What a length does to the frequencies of rope.
struct RopeScaling {
  std::string method = "none";  ///< none, pi, ntk, dynamic-ntk, yarn, longrope, floor
  double factor = 1;
  double length = 0;  ///< the current length; dynamic-ntk alone asks
  double trained_length = 64;
  std::string ramp = "index";  ///< index or turns; yarn alone asks, as for the next two
  double fast_turns =
      32;  ///< pairs that turn more often than this within the trained length are kept
  double slow_turns = 1;             ///< pairs that turn less often are divided by the factor
  std::vector<double> factors = {};  ///< one a pair; longrope alone asks
};

struct RopeFrequencies {
  std::vector<double> theta;  ///< one a pair, radians a position
  double magnitude = 1;       ///< multiplies query and key
};

/// How many channels of a head are turned, if it is this share of them: whole pairs alone.
inline int turned_channels(double partial, int head_dim) {
  // The nudge: 0.58 * 100 is a little less than 58 in floating point.
  return 2 * static_cast<int>(partial * head_dim / 2 + 1e-9);
}

inline RopeFrequencies rope_frequencies(int channels, double base,
                                        const RopeScaling& scaling = {}) {
  const double d = channels, s = scaling.factor, L = scaling.trained_length;
  if (scaling.method == "ntk") base *= std::pow(s, d / (d - 2));
  if (scaling.method == "dynamic-ntk" && scaling.length > L) {
    base *= std::pow(s * scaling.length / L - (s - 1), d / (d - 2));
  }
  RopeFrequencies result;
  for (int i = 0; i < channels / 2; ++i) result.theta.push_back(std::pow(base, -2 * i / d));
  if (scaling.method == "pi") {
    for (double& theta : result.theta) theta /= s;
  }
  if (scaling.method == "yarn" && s > 1) {
    const auto index_of = [&](double turns) {
      return d * std::log(L / (turns * 2 * std::numbers::pi)) / (2 * std::log(base));
    };
    const double low = std::max(std::floor(index_of(scaling.fast_turns)), 0.0);
    double high = std::min(std::ceil(index_of(scaling.slow_turns)), d - 1);
    if (low == high) high += 0.001;
    for (std::size_t i = 0; i < result.theta.size(); ++i) {
      double& theta = result.theta[i];
      const double turns = L * theta / (2 * std::numbers::pi);
      const double keep =
          scaling.ramp == "index"
              ? 1 - std::clamp((static_cast<double>(i) - low) / (high - low), 0.0, 1.0)
              : std::clamp((turns - scaling.slow_turns) / (scaling.fast_turns - scaling.slow_turns),
                           0.0, 1.0);
      theta = keep * theta + (1 - keep) * theta / s;
    }
    result.magnitude = 0.1 * std::log(s) + 1;
  }
  if (scaling.method == "longrope" && s > 1) {
    for (std::size_t i = 0; i < result.theta.size(); ++i) result.theta[i] /= scaling.factors.at(i);
    result.magnitude = std::sqrt(1 + std::log(s) / std::log(L));
  }
  if (scaling.method == "floor") {
    for (double& theta : result.theta)
      if (theta * L < 2 * std::numbers::pi) theta = 0;
  }
  return result;
}

}  // namespace whereabouts
