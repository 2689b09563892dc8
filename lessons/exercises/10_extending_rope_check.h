// What exercise 10 is examined by.
#pragma once

#include <functional>
#include <vector>

#include "check/exercise.h"
#include "position/rope.h"

namespace whereabouts {

/// `ntk_base(base, channels, factor)` is NTK's base; `yarn(theta, trained_length, factor, slow,
/// fast)` are YaRN's frequencies by the ramp of its paper.
inline void check_extending_rope(
    Examiner& examiner, const std::function<double(double, int, double)>& ntk_base,
    const std::function<std::vector<double>(const std::vector<double>&, double, double, double,
                                            double)>& yarn) {
  examiner.expect("ntk: four times the length, heads of 16", 48760.5, ntk_base(10000, 16, 4),
                  "base * factor^(d / (d - 2)); in C++ 16 / 14 is 1, but 16.0 / 14 is not", 0.05);
  examiner.expect("ntk: twice the length, heads of 32", 20945.88, ntk_base(10000, 32, 2),
                  "the exponent is d / (d - 2) with d = channels, here 32 / 30", 0.05);
  examiner.expect("ntk: factor 1 changes nothing", 500, ntk_base(500, 8, 1), "1 to any power is 1");
  // The slowest pair is to be exactly `factor` times slower.
  examiner.expect(
      "ntk: the slowest of 8 pairs becomes 4 times slower", std::pow(10000.0, -14.0 / 16) / 4,
      std::pow(ntk_base(10000, 16, 4), -14.0 / 16),
      "that is where the exponent comes from: theta of the last pair is base^(-(d-2)/d)", 1e-9);

  const std::vector<double> theta = rope_frequencies(16, 10000).theta;
  const auto expected = [&](double factor) {
    return rope_frequencies(16, 10000,
                            {.method = "yarn",
                             .factor = factor,
                             .trained_length = 64,
                             .ramp = "turns",
                             .fast_turns = 5,
                             .slow_turns = 1})
        .theta;
  };
  const auto given = [&](double factor) { return yarn(theta, 64, factor, 1, 5); };
  const std::vector<double> new_ones = given(4), old_ones = expected(4);
  if (new_ones.size() != theta.size()) {
    examiner.expect_true("yarn: as many frequencies as before", false,
                         "return one frequency for each that was given");
    return;
  }
  examiner.expect("yarn: the fastest pair is kept", old_ones[0], new_ones[0],
                  "it turns 10 times within 64, more than `fast`, so keep = 1", 1e-9);
  examiner.expect("yarn: the slowest pair becomes 4 times slower", old_ones[7], new_ones[7],
                  "it turns less than `slow` times within 64, so keep = 0 and theta / factor",
                  1e-9);
  examiner.expect("yarn: all pairs, factor 4", old_ones, new_ones,
                  "turns = length * theta / (2 pi); keep = (turns - slow) / (fast - slow), held "
                  "between 0 and 1; keep * theta + (1 - keep) * theta / factor",
                  1e-9);
  examiner.expect("yarn: factor 1 changes nothing", theta, given(1), "theta / 1 is theta", 1e-9);
}

}  // namespace whereabouts
