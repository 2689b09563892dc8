// The learning rate of each step.
#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>

namespace whereabouts {

/// The rate in step 0 .. steps - 1 of a run: it rises linearly over the first tenth of the steps
/// (at most 100), starting above 0, and falls along a cosine to a tenth of `peak`.
inline double learning_rate(int step, int steps, double peak) {
  const double warm_up = std::clamp(steps / 10, 1, 100);
  const double rise = std::min(1.0, (step + 1) / warm_up);
  const double fall =
      0.5 * (1 + std::cos(std::numbers::pi * std::min(1.0, static_cast<double>(step) / steps)));
  return peak * rise * (0.1 + 0.9 * fall);
}

}  // namespace whereabouts
