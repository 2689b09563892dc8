#include "experiment/half_turn.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "evaluate/fixed.h"
#include "evaluate/for_length.h"
#include "position/options.h"
#include "position/rope_frequencies.h"

namespace whereabouts {

std::optional<std::vector<double>> rope_theta(const std::string& scheme, int head_dim) {
  SchemeOptions options(scheme);
  if (options.name() != "rope" || options.given("scaling")) return {};
  const double base = options.number("base", 10'000, 1.001, 1e9);
  const double partial = options.number("partial", 1, 0, 1);
  return rope_frequencies(turned_channels(partial, head_dim), base).theta;
}

std::optional<HalfTurn> half_turn(const std::vector<double>& theta, int trained_length) {
  for (std::size_t p = 0; p < theta.size(); ++p) {
    if (theta[p] * trained_length >= kAsGoodAsATurn * 2 * std::numbers::pi) continue;
    const double distance = std::numbers::pi / theta[p];
    return HalfTurn{static_cast<int>(p), distance, std::max<double>(trained_length, distance)};
  }
  return {};
}

std::optional<int> measured_break(const Transformer& model, std::span<const Token> validation,
                                  const FixedWindows& windows, int longest) {
  const int trained = model.config().trained_length;
  const auto bits = [&](int length) {
    return score_fixed(for_length(model, length), validation, windows, length).bits_per_char;
  };
  const double limit = bits(trained) + kBroken;
  int good = trained, broken = 0;
  for (int quarter = 1; !broken; ++quarter) {
    const int length = static_cast<int>(std::lround(trained * std::exp2(quarter / 4.0)));
    if (length > longest) return {};
    (bits(length) > limit ? broken : good) = length;
  }
  while (broken - good > 1) {
    const int middle = (good + broken) / 2;
    (bits(middle) > limit ? broken : good) = middle;
  }
  return broken;
}

}  // namespace whereabouts
