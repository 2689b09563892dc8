// What exercise 09 is examined by.
#pragma once

#include <algorithm>
#include <functional>
#include <vector>

#include "check/exercise.h"
#include "experiment/results.h"

namespace whereabouts {

/// What the run of one seed needed at one length of context.
struct Measured {
  int seed = 0;
  int length = 0;
  double bits = 0;
};

/// `gaps(rows, length, trained)` has one gap for each seed; `median_and_extremes(values)` is their
/// Spread: median, low and high.
inline void check_extrapolation_gap(
    Examiner& examiner,
    const std::function<std::vector<double>(const std::vector<Measured>&, int, int)>& gaps,
    const std::function<Spread(std::vector<double>)>& median_and_extremes) {
  using Numbers = std::vector<double>;
  const auto sorted = [](Numbers values) {
    std::ranges::sort(values);
    return values;
  };
  const auto gaps_of = [&](const std::vector<Measured>& rows, int length) {
    return [=, &gaps] { return sorted(gaps(rows, length, 64)); };
  };
  const auto three = [&](const Numbers& values) {
    return [=, &median_and_extremes]() -> Numbers {
      const Spread s = median_and_extremes(values);
      return {s.median, s.low, s.high};
    };
  };
  // Rows as they may come: not in the order of the seeds, and with lengths that nobody asked for.
  const std::vector<Measured> rows = {{0, 64, 2.4},   {1, 64, 2.5},   {2, 64, 2.9},
                                      {2, 1024, 3.0}, {0, 128, 2.7},  {0, 1024, 3.4},
                                      {1, 128, 2.5},  {1, 1024, 2.6}, {2, 128, 2.8}};
  examiner.expect(
      "the gaps of three seeds at 1024", {0.1, 0.1, 1.0}, gaps_of(rows, 1024),
      "bits at the length minus bits at 64, both of the same seed: 3.4 - 2.4, 2.6 - 2.5, 3.0 - 2.9",
      {{{-1.0, -0.1, -0.1},
        "the difference is the wrong way round: above 0 means worse than at 64"},
       {{-0.3, 0.6, 0.9},
        "bits of one seed are compared with those of another: rows come in any order, so look for "
        "the same seed"},
       {{0.5}, "this is the difference of the medians: each seed has a gap of its own"},
       {{0.4}, "this is the difference of the means: each seed has a gap of its own"},
       {{2.6, 3.0, 3.4}, "these are the bits at 1024: subtract those at 64"},
       {{0.1, 0.2, 0.7}, "the difference is to the length before, and not to the trained one"},
       {{-0.3, 0.1, 0.1, 0.2, 0.5, 0.5, 0.6, 0.9, 1.0},
        "every seed is compared with every other: only with itself is meant"}});
  examiner.expect("the gaps at 128, one of them negative", {-0.1, 0.0, 0.3}, gaps_of(rows, 128),
                  "below 0 where the longer context is a help",
                  {{{0.0, 0.1, 0.3}, "a gap can be below 0: take no absolute value"},
                   {{0.0, 0.0, 0.3}, "a gap can be below 0: do not hold it at 0"},
                   {{0.0, 0.3}, "a gap can be below 0: do not leave it out"}});
  examiner.expect("the gaps at the training length", {0, 0, 0}, gaps_of(rows, 64),
                  "nothing is missing at the trained length");
  examiner.expect(
      "a seed that was not measured at both lengths", {0.3},
      gaps_of({{0, 64, 2.4}, {1, 128, 2.5}, {0, 128, 2.7}, {2, 64, 2.9}}, 128),
      "seeds 1 and 2 have one of the two, so they are left out",
      {{{0.3, 2.5}, "seed 1 has no bits at 64: leave it out, and do not take 0 for them"}});

  examiner.expect("median, lowest and highest of 3, 1, 2", {2, 1, 3}, three({3, 1, 2}),
                  "sort them first",
                  {{{1, 3, 2},
                    "sort them first: these are the middle, the first and the last as "
                    "they came"},
                   {{2, 3, 1}, "the lowest and the highest are exchanged"}});
  examiner.expect("of four numbers", {2.5, 1, 4}, three({4, 1, 3, 2}),
                  "half way between the two in the middle, 2 and 3",
                  {{{3, 1, 4},
                    "this is the upper of the two in the middle: take half way between 2 "
                    "and 3"},
                   {{2, 1, 4},
                    "this is the lower of the two in the middle, or (2 + 3) / 2 of whole "
                    "numbers: take half way, 2.5"}});
  examiner.expect("of a single one", {0.7, 0.7, 0.7}, three({0.7}),
                  "it is the middle, the lowest and the highest");
  examiner.expect("one run that broke", {0.2, 0.1, 5}, three({0.1, 5, 0.2}),
                  "the median is the middle one of three",
                  {{{1.7666667, 0.1, 5}, "this is the mean: the median is the middle one"},
                   {{2.55, 0.1, 5},
                    "this is half way between the extremes: the median is the "
                    "middle one"}});
}

}  // namespace whereabouts
