// What exercise 19 is examined by.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "check/exercise.h"

namespace whereabouts {

/// `verdict(ours, theirs, limit)` judges "ours is at most `limit` above theirs", seed by seed.
inline void check_claims(
    Examiner& examiner,
    const std::function<std::string(const std::vector<double>&, const std::vector<double>&,
                                    double)>& verdict) {
  using Seeds = std::vector<double>;
  const auto judged = [&](const Seeds& ours, const Seeds& theirs, double limit) {
    return [=, &verdict] { return verdict(ours, theirs, limit); };
  };
  const std::string each =
      "the median or the mean is within the limit, but judge each seed by itself: "
      "one is not";
  examiner.expect("every seed is within the limit", "holds",
                  judged({2.5, 2.75, 2.625}, {2.5, 2.5, 2.5}, 0.375),
                  "the differences are 0, 0.25 and 0.125",
                  {{"Holds", "a verdict is written in small letters"},
                   {"does not hold",
                    "a seed may be above theirs, by at most `limit`: the differences are 0, 0.25 "
                    "and 0.125"}});
  examiner.expect(
      "no seed is", "does not hold", judged({4, 4.5, 5}, {2.5, 2.5, 2.5}, 0.375),
      "the differences are 1.5, 2 and 2.5",
      {{"holds", "the difference is the wrong way round: ours minus theirs, 1.5, 2 and 2.5"},
       {"not decided", "the seeds agree: it is so for none of them"}});
  examiner.expect("exactly at the limit", "holds", judged({2.75, 2.75}, {2.5, 2.5}, 0.25),
                  "\"at most\" includes the limit itself: <= and not <");
  examiner.expect(
      "two seeds of three", "not decided", judged({2.5, 2.5, 3}, {2.5, 2.5, 2.5}, 0.25),
      "two seeds are within the limit and one is not: they disagree",
      {{"holds", each},
       {"does not hold", "one seed is not within the limit, but two are: they disagree"}});
  examiner.expect("seeds that differ more than the schemes do", "does not hold",
                  judged({2.5, 3.5, 4.5}, {2.25, 3.25, 4.25}, 0),
                  "compare seed with seed: ours is 0.25 above theirs each time",
                  {{"not decided",
                    "seeds are compared with those of another: ours is 0.25 above theirs in the "
                    "same seed, each time, though the ranges overlap"}});
  examiner.expect("the same numbers, another pairing", "not decided",
                  judged({2.5, 3.5, 4.5}, {4.25, 3.25, 2.25}, 0),
                  "seed 0 of ours belongs to seed 0 of theirs: below, above, above",
                  {{"does not hold",
                    "the order of the seeds is lost, by sorting or by a mean: seed 0 of ours "
                    "belongs to seed 0 of theirs"}});
  examiner.expect("a limit below zero, as in \"at least 0.5 better\"", "holds",
                  judged({2, 3}, {2.75, 3.75}, -0.5),
                  "both differences are -0.75, which is at most -0.5",
                  {{"does not hold",
                    "the differences are -0.75, which is at most -0.5: take no absolute value"}});
  examiner.expect("a single seed", "does not hold", judged({3}, {2}, 0.5),
                  "one seed that fails is all there are",
                  {{"not decided", "one seed cannot disagree: it fails, and it is all there are"}});
  examiner.expect("no seeds", "not measured", judged({}, {}, 0.5),
                  "where nothing was measured, nothing holds",
                  {{"holds",
                    "it is so for all of no seeds, but nothing was measured: ask whether "
                    "there are seeds first"},
                   {"does not hold",
                    "it is so for none of no seeds, but nothing was measured: ask "
                    "whether there are seeds first"}});
}

}  // namespace whereabouts
