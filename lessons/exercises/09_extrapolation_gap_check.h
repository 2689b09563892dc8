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
  const auto three = [&](const Numbers& values) -> Numbers {
    const Spread s = median_and_extremes(values);
    return {s.median, s.low, s.high};
  };
  // Rows as they may come: not in the order of the seeds, and with lengths that nobody asked for.
  const std::vector<Measured> rows = {{0, 64, 2.4},   {1, 64, 2.5},   {2, 64, 2.9},
                                      {2, 1024, 3.0}, {0, 128, 2.7},  {0, 1024, 3.4},
                                      {1, 128, 2.5},  {1, 1024, 2.6}, {2, 128, 2.8}};
  examiner.expect("the gaps of three seeds at 1024", Numbers{0.1, 0.1, 1.0},
                  sorted(gaps(rows, 1024, 64)),
                  "bits at the length minus bits at 64, both of the same seed: 3.4 - 2.4, "
                  "2.6 - 2.5, 3.0 - 2.9");
  examiner.expect("the gaps at 128, one of them negative", Numbers{-0.1, 0.0, 0.3},
                  sorted(gaps(rows, 128, 64)), "below 0 where the longer context is a help");
  examiner.expect("the gaps at the training length", Numbers{0, 0, 0}, sorted(gaps(rows, 64, 64)),
                  "nothing is missing at the trained length");
  examiner.expect("a seed that was not measured at both lengths", Numbers{0.3},
                  gaps({{0, 64, 2.4}, {1, 128, 2.5}, {0, 128, 2.7}, {2, 64, 2.9}}, 128, 64),
                  "seeds 1 and 2 have one of the two, so they are left out");

  examiner.expect("median, lowest and highest of 3, 1, 2", Numbers{2, 1, 3}, three({3, 1, 2}),
                  "sort them first");
  examiner.expect("of four numbers", Numbers{2.5, 1, 4}, three({4, 1, 3, 2}),
                  "half way between the two in the middle, 2 and 3");
  examiner.expect("of a single one", Numbers{0.7, 0.7, 0.7}, three({0.7}),
                  "it is the middle, the lowest and the highest");
  examiner.expect("one run that broke", Numbers{0.2, 0.1, 5}, three({0.1, 5, 0.2}),
                  "the median is the middle one and not the mean, which is 1.77 here");
  examiner.expect("the median of the gaps at 1024", Numbers{0.1, 0.1, 1.0},
                  three(gaps(rows, 1024, 64)),
                  "first a gap for each seed, then the median: the medians 3.0 and 2.5 are of two "
                  "different runs");
}

}  // namespace whereabouts
