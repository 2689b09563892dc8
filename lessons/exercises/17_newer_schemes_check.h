// What exercise 17 is examined by.
#pragma once

#include <cmath>
#include <functional>

#include "check/exercise.h"
#include "position/sandwich.h"

namespace whereabouts {

/// `kerple_log(r1, r2, n)` and `sandwich(head, heads, n, dim)`, heads counted from 1.
inline void check_newer_schemes(Examiner& examiner,
                                const std::function<double(double, double, int)>& kerple_log,
                                const std::function<double(int, int, int, int)>& sandwich) {
  examiner.expect("kerple: nothing at distance 0", 0, kerple_log(0.7, 2, 0), "ln 1 = 0");
  examiner.expect("kerple: r1 = 1, r2 = 1, n = 1", -std::log(2.0), kerple_log(1, 1, 1),
                  "-r1 ln(1 + r2 n), the natural logarithm: it lowers the score");
  examiner.expect("kerple: r1 = 0.5, r2 = 3, n = 10", -0.5 * std::log(31.0), kerple_log(0.5, 3, 10),
                  "r2 multiplies the distance, inside the logarithm");

  std::vector<double> expected, given;
  for (const int n : {0, 1, 2, 4, 8}) {
    expected.push_back(sandwich_bias(0, 4, n, 8));
    given.push_back(sandwich(1, 4, n, 8));
  }
  examiner.expect("sandwich: nothing at distance 0", 0, sandwich(2, 4, 0, 8),
                  "every cosine is 1 there, and dim / 2 of them are taken away again");
  examiner.expect(
      "sandwich: head 1 of 4, dim 8, n = 0 1 2 4 8", expected, given,
      "k runs from 1 to dim / 2: the frequencies are 10000^(-2k/dim), beginning below 1; "
      "divide by 8 head / heads",
      1e-7);
  examiner.expect("sandwich: head 4 is four times as flat as head 1", expected[4] / 4,
                  sandwich(4, 4, 8, 8), "heads count from 1 here: the last divides by 8", 1e-7);
}

}  // namespace whereabouts
