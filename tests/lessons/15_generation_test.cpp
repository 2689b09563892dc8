// Exercise 15. The lesson itself is tested in end_to_end/generation_test.cpp.
#include <algorithm>
#include <cmath>

#include "../lessons/15_cache.h"
#include "../lessons/exercises/15_generation_check.h"
#include "lessons/exercise.h"

namespace whereabouts {
namespace {

// The step, with what may go wrong.
struct Step {
  double divisor = std::sqrt(2.0);
  bool softmax = true, normalised = true, largest_first = true;
  bool keeps_turned_keys = false, sees_itself = true, turns_query = true, turns_keys = true;
  int query_further = 0, keys_further = 0, times_kept = 1;

  double operator()(Kept& kept, Pair query, Pair key, double value, double theta) const {
    const double i = double(kept.keys.size());
    const auto angle = [&](double place) {
      return turns_keys ? (place + keys_further) * theta : 0;
    };
    const auto keep = [&] {
      for (int k = 0; k < times_kept; ++k) {
        kept.keys.push_back(keeps_turned_keys ? turned(key, angle(i)) : key);
        kept.values.push_back(value);
      }
    };
    if (sees_itself) keep();
    const Pair q = turns_query ? turned(query, (i + query_further) * theta) : query;
    std::vector<double> scores;
    for (std::size_t j = 0; j < kept.keys.size(); ++j)
      scores.push_back(
          dot(q, keeps_turned_keys ? kept.keys[j] : turned(kept.keys[j], angle(double(j)))) /
          divisor);
    const double largest =
        largest_first && normalised && !scores.empty() ? std::ranges::max(scores) : 0;
    double sum = 0, mixed = 0;
    for (std::size_t j = 0; j < scores.size(); ++j) {
      const double weight = softmax ? std::exp(scores[j] - largest) : scores[j];
      sum += weight;
      mixed += weight * kept.values[j];
    }
    if (!sees_itself) keep();
    return normalised ? mixed / sum : mixed;
  }
};

Verdict verdict(const Attend& attend) {
  return examined([&](Examiner& e) { check_generation(e, attend); });
}

TEST(Lesson15, ItsLoopsGiveWhatTheLibraryGives) {
  for (const int channels : {2, 16, 64})
    EXPECT_LT(plain_attention::off_from_the_library(100, channels), 1e-5) << channels;
}

TEST(Lesson15, ItsCacheForgetsNothingAndChangesNothing) {
  plain_attention::Cache cache;
  EXPECT_EQ(plain_attention::attend(cache, {1, 2}, {3, 4}, {5, 6}), (plain_attention::Row{5, 6}));
  plain_attention::attend(cache, {0, 0}, {7, 8}, {9, 10});
  EXPECT_EQ(cache.keys, (plain_attention::Rows{{3, 4}, {7, 8}})) << "kept unturned";
  EXPECT_EQ(cache.values, (plain_attention::Rows{{5, 6}, {9, 10}}));
  // A query of zeros looks at all alike.
  const plain_attention::Row mean = plain_attention::attend(cache, {0, 0}, {1, 1}, {1, 2});
  EXPECT_NEAR(mean[0], 5, 1e-12);
  EXPECT_NEAR(mean[1], 6, 1e-12);
}

TEST(Exercise15, AcceptsTheSolutionAndNamesWhatIsUnwritten) {
  expect_solution_passes("15_generation");
  expect_unwritten(verdict([](Kept&, Pair, Pair, double, double) -> double { not_written(); }));
  EXPECT_EQ(verdict(Step{}).exit_code, 0);
}

TEST(Exercise15, RefusesACharacterThatDoesNotSeeItselfAndACacheOfTheWrongSize) {
  const std::string own = "the first character gets its own value";
  expect_refused(verdict(Step{.sees_itself = false}), own, "it sees itself");
  expect_refused(verdict(Step{.normalised = false}), own, "divide by the sum");
  const std::string kept = "after eight characters";
  expect_refused(verdict(Step{.times_kept = 2}), kept, "every character is kept twice");
  expect_refused(verdict([](Kept& before, Pair query, Pair key, double value, double theta) {
                   Kept copy = before;
                   return Step{}(copy, query, key, value, theta);
                 }),
                 kept, "nothing is kept");
}

TEST(Exercise15, RefusesWeightsThatAreNotASoftmaxOfTheScores) {
  const std::string unturned = "theta 0, so nothing is turned";
  expect_refused(verdict(Step{.divisor = 1}), unturned, "not divided by sqrt(2)");
  expect_refused(verdict(Step{.divisor = 2}), unturned, "by 2 and not by its root");
  expect_refused(verdict(Step{.softmax = false}), unturned, "softmax takes e^score");
  expect_refused(verdict(Step{.largest_first = false}), "scores of 1000", "e^1000 is infinite");
}

TEST(Exercise15, RefusesQueriesAndKeysThatStandElsewhere) {
  const std::string once = "theta 0.5, as in one pass";
  const Verdict v = verdict(Step{.turns_query = false});
  expect_refused(v, once, "the query is not turned");
  EXPECT_TRUE(v.says("pass  theta 0, so nothing is turned")) << v.text;
  expect_refused(verdict(Step{.turns_keys = false}), once, "the keys are not turned");
  expect_refused(verdict(Step{.query_further = 1}), once, "the query stands one too far");
  expect_refused(verdict(Step{.keys_further = 1}), once, "the keys stand one too far");
}

TEST(Exercise15, RefusesKeysThatAreKeptAsTheyWereTurned) {
  const Verdict v = verdict(Step{.keeps_turned_keys = true});
  expect_refused(v, "theta 0.5 up to length 4", "this is the trap");
  EXPECT_TRUE(v.says("pass  theta 0.5, as in one pass")) << v.text;
}

}  // namespace
}  // namespace whereabouts
