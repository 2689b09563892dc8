// Lesson 10 and its exercise.
#include "../lessons/exercises/10_extending_rope_check.h"
#include "lessons/exercise.h"
#include "lessons/run.h"

namespace whereabouts {
namespace {

TEST(Lesson10, PrintsTheFrequenciesTheBasesAndBothTables) {
  const QuickLesson lesson("10_extending_rope");
  ASSERT_EQ(lesson.exit_code(), 0) << lesson.output();
  EXPECT_TRUE(lesson.printed("   2            62.8         1.02  0.25  0.67"));
  EXPECT_TRUE(lesson.printed("for factor 4 it is 48760.5"));
  EXPECT_TRUE(
      lesson.printed("at length 64: 10000.0, at 65: 10717.4, at 128: 62924.9, at 256: 187533.2"));
  EXPECT_TRUE(lesson.printed("equal to the library's pi, ntk, yarn: yes"));
  EXPECT_TRUE(lesson.printed("2. The same weights, other frequencies: no training"));
  EXPECT_TRUE(lesson.printed("3. And 2 steps of training at length 256"));
  EXPECT_TRUE(lesson.printed("yarn, ramp by turns"));
  EXPECT_TRUE(lesson.printed("\nrope, skipping (pose)  "));
  EXPECT_TRUE(lesson.printed("next: make 11"));
  for (const char* file :
       {"pairs.svg", "slowed.svg", "untrained.svg", "untrained.csv", "tuned.svg", "tuned.csv"})
    EXPECT_TRUE(lesson.wrote(file)) << file;
}

TEST(Lesson10, RefusesASchemeThatIsNoRope) {
  const QuickLesson lesson("10_extending_rope", "--schemes alibi");
  EXPECT_EQ(lesson.exit_code(), 2);
  EXPECT_TRUE(lesson.printed("this lesson takes one scheme, a form of rope")) << lesson.output();
}

double ntk(double base, int d, double s) { return base * std::pow(s, d / (d - 2.0)); }

std::vector<double> by_turns(const std::vector<double>& theta, double L, double s, double slow,
                             double fast, bool swapped = false, double turn = 6.283185307179586) {
  std::vector<double> result;
  for (const double t : theta) {
    const double keep = std::clamp((L * t / turn - slow) / (fast - slow), 0.0, 1.0);
    result.push_back(swapped ? keep * t / s + (1 - keep) * t : keep * t + (1 - keep) * t / s);
  }
  return result;
}
std::vector<double> yarn(const std::vector<double>& theta, double L, double s, double slow,
                         double fast) {
  return by_turns(theta, L, s, slow, fast);
}

TEST(Exercise10, AcceptsTheSolutionAndNamesWhatIsUnwritten) {
  expect_solution_passes("10_extending_rope");
  expect_unwritten(examined([](Examiner& e) {
    check_extending_rope(
        e, [](double, int, double) -> double { not_written(); }, yarn);
  }));
}

TEST(Exercise10, RefusesTheWrongExponent) {
  const auto verdict = [](double (*base)(double, int, double)) {
    return examined([=](Examiner& e) { check_extending_rope(e, base, yarn); });
  };
  EXPECT_EQ(verdict(ntk).exit_code, 0);
  expect_refused(verdict([](double b, int, double s) { return b * s; }), "ntk: four times");
  expect_refused(verdict([](double b, int d, double s) { return b * std::pow(s, (d - 2.0) / d); }),
                 "ntk: four times");
  expect_refused(verdict([](double b, int d, double s) { return b * std::pow(s, d / (d - 2)); }),
                 "ntk: four times");
}

TEST(Exercise10, RefusesARampUpsideDownAndAForgottenTwoPi) {
  using Frequencies = std::vector<double>;
  expect_refused(examined([](Examiner& e) {
                   check_extending_rope(
                       e, ntk,
                       [](const Frequencies& t, double L, double s, double slow, double fast) {
                         return by_turns(t, L, s, slow, fast, true);
                       });
                 }),
                 "yarn: the fastest pair");
  expect_refused(examined([](Examiner& e) {
                   check_extending_rope(
                       e, ntk,
                       [](const Frequencies& t, double L, double s, double slow, double fast) {
                         return by_turns(t, L, s, slow, fast, false, 1);
                       });
                 }),
                 "yarn: all pairs");
}

}  // namespace
}  // namespace whereabouts
