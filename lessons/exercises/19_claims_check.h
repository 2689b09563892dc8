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
  const auto judged = [&](const std::string& what, const Seeds& ours, const Seeds& theirs,
                          double limit, const std::string& expected, const std::string& hint) {
    const std::string given = verdict(ours, theirs, limit);
    examiner.expect_true(what + ": " + expected, given == expected,
                         "yours is \"" + given + "\"; " + hint);
  };
  judged("every seed is within the limit", {2.5, 2.75, 2.625}, {2.5, 2.5, 2.5}, 0.375, "holds",
         "the differences are 0, 0.25 and 0.125");
  judged("no seed is", {4, 4.5, 5}, {2.5, 2.5, 2.5}, 0.375, "does not hold",
         "the differences are 1.5, 2 and 2.5");
  judged("exactly at the limit", {2.75, 2.75}, {2.5, 2.5}, 0.25, "holds",
         "\"at most\" includes the limit itself");
  judged("two seeds of three", {2.5, 2.5, 3}, {2.5, 2.5, 2.5}, 0.25, "not decided",
         "the median is within the limit, but one seed is not: they disagree");
  judged("seeds that differ more than the schemes do", {2.5, 3.5, 4.5}, {2.25, 3.25, 4.25}, 0,
         "does not hold",
         "compare seed with seed: ours is 0.25 above theirs each time, though the ranges overlap");
  judged("the same numbers, another pairing", {2.5, 3.5, 4.5}, {4.25, 3.25, 2.25}, 0, "not decided",
         "seed 0 of ours belongs to seed 0 of theirs: below, above, above");
  judged("a limit below zero, as in \"at least 0.5 better\"", {2, 3}, {2.75, 3.75}, -0.5, "holds",
         "both differences are -0.75, which is at most -0.5");
  judged("a single seed", {3}, {2}, 0.5, "does not hold", "one seed that fails is all there are");
  judged("no seeds", {}, {}, 0.5, "not measured", "where nothing was measured, nothing holds");
}

}  // namespace whereabouts
