// What exercise 06 is examined by.
#pragma once

#include <cmath>
#include <functional>
#include <vector>

#include "check/exercise.h"

namespace whereabouts {

/// `turned(x, position)` is a query or key x of an even number of channels at that position.
inline void check_rope(
    Examiner& examiner,
    const std::function<std::vector<double>(const std::vector<double>&, int)>& turned) {
  const std::vector<double> pair = {1, 0}, q = {0.125730,  -0.132105, 0.640423, 0.104900,
                                                -0.535669, 0.361595,  1.304000, 0.947081},
                            k = {-0.703735, -1.265421, -0.623274, 0.041326,
                                 -2.325031, -0.218792, -1.245911, -0.732267};
  const auto product = [&](int m, int n) {
    const std::vector<double> x = turned(q, m), y = turned(k, n);
    double sum = 0;
    for (std::size_t c = 0; c < std::min(x.size(), y.size()); ++c) sum += x[c] * y[c];
    return sum;
  };
  examiner.expect("position 0 changes nothing", q, turned(q, 0), "cos 0 is 1 and sin 0 is 0");
  examiner.expect("the pair (1, 0) at position 2", std::vector{std::cos(2.0), std::sin(2.0)},
                  turned(pair, 2),
                  "(a, b) becomes (a cos - b sin, a sin + b cos); the other signs turn backwards");
  std::vector<double> wanted;
  for (std::size_t c = 0; c < q.size(); c += 2) {
    const double angle = 3 / std::pow(10000.0, static_cast<double>(c) / 8);
    wanted.push_back(q[c] * std::cos(angle) - q[c + 1] * std::sin(angle));
    wanted.push_back(q[c] * std::sin(angle) + q[c + 1] * std::cos(angle));
  }
  examiner.expect("eight channels at position 3", wanted, turned(q, 3),
                  "pairs are neighbours, channels 2i and 2i+1, and theta_i = 10000^(-2i/d)");
  constexpr double kRounded = 2e-4;  // the products are known to four decimals
  examiner.expect("query at 0, key at 0", -1.4680, product(0, 0), "nothing turns here", kRounded);
  examiner.expect("query at 3, key at 8", -1.8122, product(3, 8),
                  "query and key are turned in the same direction", kRounded);
  examiner.expect("query at 10, key at 14", -1.8336, product(10, 14),
                  "the angle is position times theta_i, without a limit", kRounded);
  examiner.expect("moving both by 1000 changes nothing", product(0, 5), product(1000, 1005),
                  "compute the angle in double", 1e-6);
}

}  // namespace whereabouts
