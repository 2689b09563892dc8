// Exercise 15. The lesson itself is tested in end_to_end/generation_test.cpp.
#include "../lessons/exercises/15_generation_check.h"
#include "lessons/exercise.h"

namespace whereabouts {
namespace {

// The step, with what may go wrong.
struct Step {
  bool query_at_zero = false, keeps_turned_keys = false, sees_itself = true, divided = true;

  double operator()(Kept& kept, Pair query, Pair key, double value, double theta) const {
    const double i = query_at_zero ? 0 : double(kept.keys.size());
    const auto keep = [&] {
      const double angle = double(kept.keys.size()) * theta;
      kept.keys.push_back(keeps_turned_keys ? turned(key, angle) : key);
      kept.values.push_back(value);
    };
    if (sees_itself) keep();
    double sum = 0, mixed = 0;
    for (std::size_t j = 0; j < kept.keys.size(); ++j) {
      const Pair k = keeps_turned_keys ? kept.keys[j] : turned(kept.keys[j], double(j) * theta);
      const double score = dot(turned(query, i * theta), k) / (divided ? std::sqrt(2.0) : 1);
      sum += std::exp(score);
      mixed += std::exp(score) * kept.values[j];
    }
    if (!sees_itself) keep();
    return mixed / sum;
  }
};

Verdict verdict(const Attend& attend) {
  return examined([&](Examiner& e) { check_generation(e, attend); });
}

TEST(Exercise15, AcceptsTheSolutionAndNamesWhatIsUnwritten) {
  expect_solution_passes("15_generation");
  expect_unwritten(verdict([](Kept&, Pair, Pair, double, double) -> double { not_written(); }));
  EXPECT_EQ(verdict(Step{}).exit_code, 0);
}

TEST(Exercise15, RefusesAQueryThatStandsAtPositionZero) {
  const Verdict v = verdict(Step{.query_at_zero = true});
  expect_refused(v, "theta 0.5, as in one pass");
  EXPECT_TRUE(v.says("pass  theta 0, so nothing is turned")) << v.text;
}

TEST(Exercise15, RefusesKeysThatAreKeptAsTheyWereTurned) {
  const Verdict v = verdict(Step{.keeps_turned_keys = true});
  expect_refused(v, "theta 0.5 up to length 4");
  EXPECT_TRUE(v.says("pass  theta 0.5, as in one pass")) << v.text;
  EXPECT_TRUE(v.says("this is the trap")) << v.text;
}

TEST(Exercise15, RefusesACharacterThatDoesNotSeeItselfAndScoresThatAreNotDivided) {
  expect_refused(verdict(Step{.sees_itself = false}), "the first character gets its own value");
  expect_refused(verdict(Step{.divided = false}), "theta 0, so nothing is turned");
}

}  // namespace
}  // namespace whereabouts
