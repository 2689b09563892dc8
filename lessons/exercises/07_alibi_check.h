// What exercise 07 is examined by.
#pragma once

#include <cmath>
#include <functional>
#include <vector>

#include "check/exercise.h"

namespace whereabouts {

/// `slopes(heads)` has one slope a head; `bias(query, key, slope)` is what is added to the score of
/// these two positions.
inline void check_alibi(Examiner& examiner, const std::function<std::vector<double>(int)>& slopes,
                        const std::function<double(int, int, double)>& bias) {
  const auto powers = [](const std::vector<double>& exponents) {
    std::vector<double> result;
    for (const double e : exponents) result.push_back(std::exp2(e));
    return result;
  };
  examiner.expect("slopes of 8 heads", powers({-1, -2, -3, -4, -5, -6, -7, -8}), slopes(8),
                  "heads count from 1: m_h = 2^(-8h/H), so the first of 8 is 1/2");
  examiner.expect("slopes of 4 heads", powers({-2, -4, -6, -8}), slopes(4),
                  "the exponent is -8h/H: the last slope is 1/256 for any power of two");
  examiner.expect("the slope of a single head", powers({-8}), slopes(1), "2^(-8 * 1/1)");
  examiner.expect("slopes of 16 heads, smallest", std::exp2(-8), slopes(16).back(),
                  "divide as real numbers: 8 * 1 / 16 is 0 for whole numbers");
  examiner.expect(
      "slopes of 6 heads", powers({-2, -4, -6, -8, -1, -3}), slopes(6),
      "6 is no power of two: the slopes of 4 heads, then the first, third, ... of those "
      "of 8");
  examiner.expect("slopes of 3 heads", powers({-4, -8, -2}), slopes(3),
                  "the slopes of 2 heads, then the first of those of 4");
  std::vector<double> wanted, given;
  for (int i = 0; i < 5; ++i) {
    for (int j = 0; j < 5; ++j) {
      wanted.push_back(-0.5 * std::abs(i - j));
      given.push_back(bias(i, j, 0.5));
    }
  }
  examiner.expect("the bias of five positions at slope 0.5", wanted, given,
                  "a penalty lowers the score, by slope times distance, on either side");
  examiner.expect("the same distance further on", bias(0, 3, 0.25), bias(1000, 1003, 0.25),
                  "only the distance counts");
}

}  // namespace whereabouts
