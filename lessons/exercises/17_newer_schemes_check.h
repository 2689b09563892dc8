// What exercise 17 is examined by.
#pragma once

#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "check/exercise.h"

namespace whereabouts {

/// `kerple_log(r1, r2, n)` and `sandwich(head, heads, n, dim)`, heads counted from 1.
inline void check_newer_schemes(Examiner& examiner,
                                const std::function<double(double, double, int)>& kerple_log,
                                const std::function<double(int, int, int, int)>& sandwich) {
  const auto kerple = [&](double r1, double r2, int n) {
    return [&kerple_log, r1, r2, n] { return kerple_log(r1, r2, n); };
  };
  const double inf = std::numeric_limits<double>::infinity();
  examiner.expect("kerple: nothing at distance 0", 0, kerple(0.7, 2, 0), "ln 1 = 0",
                  {{{inf}, "ln 0 is minus infinity: the 1 in ln(1 + r2 n) is missing"}});
  examiner.expect("kerple: r1 = 1, r2 = 1, n = 1", -0.6931472, kerple(1, 1, 1), "-ln 2",
                  {{{0.6931472}, "this is a reward for distance: the minus is missing"},
                   {{-1}, "this is the logarithm to base 2: the natural one is meant, std::log"},
                   {{-0.30103},
                    "this is the logarithm to base 10: the natural one is meant, "
                    "std::log"}});
  examiner.expect("kerple: r1 = 0.5, r2 = 3, n = 10", -1.7169936, kerple(0.5, 3, 10),
                  "-0.5 ln(1 + 3 * 10)",
                  {{{-3.5968429}, "r2 multiplies the distance, inside the logarithm"},
                   {{-2.7725887}, "r1 multiplies the logarithm, and stands outside"},
                   {{-1.1989476}, "r2 is missing: it multiplies the distance"},
                   {{-3.4339872}, "r1 is missing: it multiplies the logarithm"}});

  const auto of_head = [&](int head, int heads, std::vector<int> distances) {
    return [&sandwich, head, heads, distances] {
      std::vector<double> given;
      for (const int n : distances) given.push_back(sandwich(head, heads, n, 8));
      return given;
    };
  };
  examiner.expect(
      "sandwich: head 2 of 4, dim 8, nothing at distance 0", {0}, of_head(2, 4, {0}),
      "every cosine is 1 there, and dim / 2 of them are taken away again",
      {{{1}, "the - dim/2 is missing: dim / 2 cosines of 0 are 4"},
       {{-1}, "dim is taken away, but there are only dim / 2 cosines"},
       {{-0.25}, "a cosine is missing: k runs from 1 to dim / 2, the last one included"},
       {{0.25}, "there is a cosine too many: k runs from 1 to dim / 2"}});
  examiner.expect(
      "sandwich: head 1 of 4, dim 8, n = 0 1 2 4 8",
      {0, -0.0025231697, -0.010067718, -0.03987349, -0.15326195}, of_head(1, 4, {0, 1, 2, 4, 8}),
      "the sum of the cosines minus dim / 2, divided by 8 head / heads",
      {{{0, -0.23237201, -0.71814113, -0.86669526, -0.72601181},
        "the first wave has exponent 0: k begins at 1, where the exponent is 2/dim"},
       {{0, -0.0012615848, -0.0050338589, -0.019936745, -0.076630976},
        "head 1 is taken for head 2: it counts from 1 already"},
       {{0, -0.68954654, -2.1242203, -2.4804655, -1.7182502},
        "a division of whole numbers in the exponent: in C++ 2 / 8 is 0, but 2.0 / 8 is not"},
       {{0, -0.027565256, -0.10777717, -0.39329539, -1.0784769},
        "the exponents are 1/8, 2/8 ...: they should be 2k/dim, so twice that"},
       {{0, -0.010092679, -0.040270871, -0.15949396, -0.61304781},
        "the sum is multiplied by 8 head / heads and not divided by it"},
       {{0, -0.0050463393, -0.020135435, -0.079746979, -0.3065239},
        "the division by 8 head / heads is missing"}},
      1e-7);
  examiner.expect("sandwich: head 4 is four times as flat as head 1", {-0.038315488},
                  of_head(4, 4, {8}), "heads count from 1 here: the last divides by 8",
                  {{{-0.15326195}, "all heads are alike: divide by 8 head / heads"}}, 1e-7);
  const std::string whole =
      "a division of whole numbers: in C++ 8 * 1 / 3 is 2, but 8.0 * 1 / 3 "
      "is not";
  examiner.expect("sandwich: head 1 of 3, n = 8", {-0.11494646}, of_head(1, 3, {8}),
                  "divide by 8 * 1 / 3, which is 2.6667", {{{-0.15326195}, whole}}, 1e-7);
  examiner.expect("sandwich: head 2 of 6, n = 8", {-0.11494646}, of_head(2, 6, {8}),
                  "divide by 8 * 2 / 6, which is 2.6667", {{{-0.15326195}, whole}}, 1e-7);
}

}  // namespace whereabouts
