// Lesson 19 and its exercise.
#include <algorithm>
#include <cctype>
#include <cmath>
#include <functional>
#include <numeric>

#include "../lessons/exercises/19_claims_check.h"
#include "lessons/exercise.h"
#include "lessons/run.h"

namespace whereabouts {
namespace {

TEST(Lesson19, JudgesTheArithmeticClaimsAndTheTwoSnippets) {
  const QuickLesson lesson("19_claims");
  ASSERT_EQ(lesson.exit_code(), 0) << lesson.output();
  for (const char* text :
       {"attention cannot tell two orders apart.\n  -> holds here",
        "whose mask hides what comes later.\n  -> does not hold here",
        "linear function of PE(p), the same for every p.\n  -> holds here",
        "depends on their offset alone.\n  -> holds here",
        "its score is 1.4816 each time, where rope gives 1.2867, -5.0051 and -5.0051",
        "Query 7, all scores equal, gives its own place 0.086 and the farthest key 0.173",
        "cannot be tested at this size"})
    EXPECT_TRUE(lesson.printed(text)) << text << "\n" << lesson.output();
  for (const char* file : {"claims.csv", "snippet.svg"}) EXPECT_TRUE(lesson.wrote(file)) << file;
}

using Seeds = std::vector<double>;
using Rule = std::function<std::string(const Seeds&, const Seeds&, double)>;

Verdict verdict(const Rule& rule) {
  return examined([&](Examiner& e) { check_claims(e, rule); });
}

// The rule over differences, with "at most" or, wrongly, "less than".
std::string judged(const Seeds& differences, double limit, bool at_most = true) {
  if (differences.empty()) return "not measured";
  const auto within = std::ranges::count_if(
      differences, [&](double d) { return at_most ? d <= limit : d < limit; });
  if (within == std::ssize(differences)) return "holds";
  return within == 0 ? "does not hold" : "not decided";
}
Seeds seed_by_seed(const Seeds& ours, const Seeds& theirs) {
  Seeds differences;
  for (std::size_t s = 0; s < ours.size(); ++s) differences.push_back(ours[s] - theirs[s]);
  return differences;
}
std::string right(const Seeds& ours, const Seeds& theirs, double limit) {
  return judged(seed_by_seed(ours, theirs), limit);
}

TEST(Exercise19, AcceptsTheSolutionAndNamesWhatIsUnwritten) {
  expect_solution_passes("19_claims");
  expect_unwritten(
      verdict([](const Seeds&, const Seeds&, double) -> std::string { not_written(); }));
  EXPECT_EQ(verdict(right).exit_code, 0);
}

TEST(Exercise19, RefusesMediansMeansAndAVerdictTooFew) {
  const std::string two = "two seeds of three";
  const auto of_one = [](double (*number)(Seeds)) {
    return verdict([=](const Seeds& ours, const Seeds& theirs, double limit) {
      return ours.empty() ? "not measured" : judged({number(ours) - number(theirs)}, limit);
    });
  };
  const std::string each = "judge each seed by itself";
  expect_refused(of_one([](Seeds values) {
                   std::ranges::sort(values);
                   return values[values.size() / 2];
                 }),
                 two, each);
  expect_refused(of_one([](Seeds values) {
                   return std::accumulate(values.begin(), values.end(), 0.0) /
                          static_cast<double>(values.size());
                 }),
                 two, each);
  expect_refused(verdict([](const Seeds& ours, const Seeds& theirs, double limit) {
                   const std::string said = right(ours, theirs, limit);
                   return said == "not decided" ? "does not hold" : said;
                 }),
                 two, "but two are: they disagree");
  expect_refused(verdict([](const Seeds& ours, const Seeds& theirs, double limit) {
                   std::string said = right(ours, theirs, limit);
                   said[0] = static_cast<char>(std::toupper(said[0]));
                   return said;
                 }),
                 "every seed is within", "in small letters");
}

TEST(Exercise19, RefusesRangesThatForgetWhichSeedIsWhose) {
  // Holds if the worst of ours is within reach of the best of theirs, and so on.
  expect_refused(verdict([](const Seeds& ours, const Seeds& theirs, double limit) {
                   Seeds all;
                   for (const double a : ours)
                     for (const double b : theirs) all.push_back(a - b);
                   return judged(all, limit);
                 }),
                 "seeds that differ more", "though the ranges overlap");
  // Sorted first, so that the best meets the best.
  expect_refused(verdict([](Seeds ours, Seeds theirs, double limit) {
                   std::ranges::sort(ours);
                   std::ranges::sort(theirs);
                   return right(ours, theirs, limit);
                 }),
                 "the same numbers, another pairing", "the order of the seeds is lost");
}

TEST(Exercise19, RefusesTheWrongSignAndALimitThatIsNotReached) {
  expect_refused(verdict([](const Seeds& ours, const Seeds& theirs, double limit) {
                   return right(theirs, ours, limit);
                 }),
                 "no seed is", "the wrong way round");
  expect_refused(verdict([](const Seeds& ours, const Seeds& theirs, double limit) {
                   return judged(seed_by_seed(ours, theirs), limit, false);
                 }),
                 "exactly at the limit", "<= and not <");
  expect_refused(verdict([](const Seeds& ours, const Seeds& theirs, double) {
                   return judged(seed_by_seed(ours, theirs), 0);
                 }),
                 "every seed is within", "the differences are 0, 0.25");
  expect_refused(verdict([](const Seeds& ours, const Seeds& theirs, double limit) {
                   Seeds differences = seed_by_seed(ours, theirs);
                   // Away from what the checks before ask for.
                   for (double& d : differences) d = limit < 0 ? std::abs(d) : d;
                   return judged(differences, limit);
                 }),
                 "a limit below zero", "take no absolute value");
}

TEST(Exercise19, RefusesOneSeedThatDecidesNothingAndNoneThatDo) {
  const auto with = [](std::size_t count, const std::string& said) {
    return verdict([=](const Seeds& ours, const Seeds& theirs, double limit) {
      return ours.size() == count ? said : right(ours, theirs, limit);
    });
  };
  expect_refused(with(1, "not decided"), "a single seed", "one seed cannot disagree");
  expect_refused(with(0, "holds"), "no seeds", "for all of no seeds");
  expect_refused(with(0, "does not hold"), "no seeds", "for none of no seeds");
}

}  // namespace
}  // namespace whereabouts
