// What exercise 07 is examined by.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "check/exercise.h"

namespace whereabouts {

/// `slopes(heads)` has one slope a head; `bias(query, key, slope)` is what is added to the score of
/// these two positions.
inline void check_alibi(Examiner& examiner, const std::function<std::vector<double>(int)>& slopes,
                        const std::function<double(int, int, double)>& bias) {
  const auto of = [&](int heads) { return [&slopes, heads] { return slopes(heads); }; };
  examiner.expect("slopes of 8 heads",
                  {0.5, 0.25, 0.125, 0.0625, 0.03125, 0.015625, 0.0078125, 0.00390625}, of(8),
                  "m_h = 2^(-8h/H) for h = 1 .. H",
                  {{{1, 0.5, 0.25, 0.125, 0.0625, 0.03125, 0.015625, 0.0078125},
                    "heads count from 1, so the first of 8 has 1/2 and the last 1/256"},
                   {{2, 4, 8, 16, 32, 64, 128, 256}, "the exponent is below 0: 2^(-8h/H)"},
                   {{0.36787944, 0.13533528, 0.049787068, 0.018315639, 0.006737947, 0.0024787522,
                     0.00091188197, 0.00033546263},
                    "these are powers of e: powers of 2 are meant, std::exp2"}});
  examiner.expect("slopes of 4 heads", {0.25, 0.0625, 0.015625, 0.00390625}, of(4),
                  "the exponent is -8h/H: the last slope is 1/256 for any power of two",
                  {{{0.5, 0.25, 0.125, 0.0625},
                    "these are the first slopes of 8 heads: the exponent depends on the number of "
                    "heads, -8h/H"}});
  examiner.expect("the slope of a single head", {0.00390625}, of(1), "2^(-8 * 1/1)");
  examiner.expect(
      "slopes of 16 heads",
      {0.70710678, 0.5, 0.35355339, 0.25, 0.1767767, 0.125, 0.088388348, 0.0625, 0.044194174,
       0.03125, 0.022097087, 0.015625, 0.011048543, 0.0078125, 0.0055242717, 0.00390625},
      of(16), "the exponents are -1/2, -1, -3/2 and so on to -8",
      {{{1, 0.5, 0.5, 0.25, 0.25, 0.125, 0.125, 0.0625, 0.0625, 0.03125, 0.03125, 0.015625,
         0.015625, 0.0078125, 0.0078125, 0.00390625},
        "divide as real numbers: in C++ 8 * 1 / 16 is 0"},
       {std::vector<double>(16, 1), "divide as real numbers: in C++ 8 / 16 is 0"}});
  const std::string six =
      "6 is no power of two: the slopes of 4 heads, then the first, third, ... of those of 8";
  examiner.expect(
      "slopes of 6 heads", {0.25, 0.0625, 0.015625, 0.00390625, 0.5, 0.125}, of(6), six,
      {{{0.39685026, 0.15749013, 0.0625, 0.024803141, 0.0098431332, 0.00390625},
        "this is the formula for powers of two. " + six},
       {{0.25, 0.0625, 0.015625, 0.00390625, 0.5, 0.25},
        "take every other slope of 8 heads: the first and the third"},
       {{0.25, 0.0625, 0.015625, 0.00390625, 0.25, 0.0625},
        "the second and the fourth of 8 heads are there already, as those of 4: take the "
        "first and the third"},
       {{0.5, 0.25, 0.125, 0.0625, 0.03125, 0.015625},
        "these are the first six of 8 heads. " + six},
       {{0.25, 0.0625, 0.015625, 0.00390625},
        "two are missing: the first and the third of 8 heads"}});
  examiner.expect("slopes of 3 heads", {0.0625, 0.00390625, 0.25}, of(3),
                  "the slopes of 2 heads, then the first of those of 4");
  const auto five = [&] {
    std::vector<double> given;
    for (int i = 0; i < 5; ++i) {
      for (int j = 0; j < 5; ++j) given.push_back(bias(i, j, 0.5));
    }
    return given;
  };
  examiner.expect("the bias of five positions at slope 0.5",
                  {0,    -0.5, -1,   -1.5, -2,   -0.5, 0,    -0.5, -1,   -1.5, -1,   -0.5, 0,
                   -0.5, -1,   -1.5, -1,   -0.5, 0,    -0.5, -2,   -1.5, -1,   -0.5, 0},
                  five, "a penalty lowers the score, by slope times distance, on either side",
                  {{{0,   0.5, 1,   1.5, 2,   0.5, 0,   0.5, 1,   1.5, 1,   0.5, 0,
                     0.5, 1,   1.5, 1,   0.5, 0,   0.5, 2,   1.5, 1,   0.5, 0},
                    "this is a reward for distance: a penalty is below 0"},
                   {{0,    -0.5, -1, -1.5, -2, 0,    -0.5, -1, -1.5, -2, 0,    -0.5, -1,
                     -1.5, -2,   0,  -0.5, -1, -1.5, -2,   0,  -0.5, -1, -1.5, -2},
                    "this is the key's distance from position 0: its distance from the query is "
                    "meant"},
                   {{0,   0.5, 1,    1.5, 2,    -0.5, 0,   0.5, 1,    1.5, -1,   -0.5, 0,
                     0.5, 1,   -1.5, -1,  -0.5, 0,    0.5, -2,  -1.5, -1,  -0.5, 0},
                    "keys after the query are rewarded: the distance is never below 0"},
                   {{0,    -0.5, -1,  -1.5, -2,  0.5, 0,    -0.5, -1,  -1.5, 1,   0.5, 0,
                     -0.5, -1,   1.5, 1,    0.5, 0,   -0.5, 2,    1.5, 1,    0.5, 0},
                    "keys before the query are rewarded: the distance is never below 0"},
                   {{0, 0, 0,    0,  0,    -0.5, 0, 0,  0,    0,  -1,   -0.5, 0,
                     0, 0, -1.5, -1, -0.5, 0,    0, -2, -1.5, -1, -0.5, 0},
                    "keys after the query have a distance too: on either side"},
                   {{0,  -1, -2, -3, -4, -1, 0,  -1, -2, -3, -2, -1, 0,
                     -1, -2, -3, -2, -1, 0,  -1, -4, -3, -2, -1, 0},
                    "multiply the distance by the slope"}});
  examiner.expect(
      "query at 1000, key at 1003, slope 0.25", -0.75, [&] { return bias(1000, 1003, 0.25); },
      "only the distance counts: 3");
}

}  // namespace whereabouts
