// Lesson 10 and its exercise.
#include <algorithm>
#include <cmath>

#include "../lessons/exercises/10_extending_rope_check.h"
#include "lessons/exercise.h"
#include "lessons/run.h"
#include "position/rope.h"

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

// YaRN's ramp, with what may go wrong.
struct Ramp {
  double turn = 6.283185307179586;
  bool upside_down = false, clamped = true, hard = false, all_slower = false, faster = false;
  bool mixes_factors = false, fixed_settings = false;

  std::vector<double> operator()(const std::vector<double>& theta, double L, double s, double slow,
                                 double fast) const {
    if (fixed_settings) {
      L = 64;
      slow = 1;
      fast = 5;
    }
    std::vector<double> result;
    for (const double t : theta) {
      double keep = (L * t / turn - slow) / (fast - slow);
      if (clamped) keep = std::clamp(keep, 0.0, 1.0);
      if (hard) keep = keep < 1 ? 0 : 1;
      if (all_slower) keep = 0;
      if (upside_down) keep = 1 - keep;
      const double other = faster ? t * s : t / s;
      result.push_back(mixes_factors ? t / (keep + (1 - keep) * s) : keep * t + (1 - keep) * other);
    }
    return result;
  }
};
const Ramp yarn;

TEST(Exercise10, AcceptsTheSolutionAndNamesWhatIsUnwritten) {
  expect_solution_passes("10_extending_rope");
  expect_unwritten(examined([](Examiner& e) {
    check_extending_rope(
        e, [](double, int, double) -> double { not_written(); }, yarn);
  }));
}

TEST(Exercise10, ItsAnswersAreTheModules) {
  const std::vector<double> theta = rope_frequencies(16, 10000).theta;
  const std::vector<double> modules = rope_frequencies(16, 10000,
                                                       {.method = "yarn",
                                                        .factor = 4,
                                                        .trained_length = 64,
                                                        .ramp = "turns",
                                                        .fast_turns = 5,
                                                        .slow_turns = 1})
                                          .theta;
  const std::vector<double> ours = yarn(theta, 64, 4, 1, 5);
  for (std::size_t i = 0; i < theta.size(); ++i) EXPECT_NEAR(modules[i], ours[i], 1e-9) << i;
  // The slowest of 8 pairs becomes exactly 4 times slower.
  EXPECT_NEAR(std::pow(ntk(10000, 16, 4), -14.0 / 16), std::pow(10000.0, -14.0 / 16) / 4, 1e-12);
}

TEST(Exercise10, RefusesTheWrongExponent) {
  const auto refused = [](double (*base)(double, int, double), const std::string& hint) {
    expect_refused(examined([=](Examiner& e) { check_extending_rope(e, base, yarn); }),
                   "ntk: four times", hint);
  };
  EXPECT_EQ(examined([](Examiner& e) { check_extending_rope(e, ntk, yarn); }).exit_code, 0);
  refused([](double b, int d, double s) { return b * std::pow(s, d / (d - 2)); },
          "a division of whole numbers");
  refused([](double b, int d, double s) { return b * std::pow(s, (d - 2.0) / d); }, "upside down");
  refused([](double b, int d, double s) { return b * std::pow(s, d / (d - 4.0)); },
          "and not of pairs");
  refused([](double b, int d, double s) { return b * std::pow(s, d / (d - 1.0)); },
          "and not d / (d - 1)");
  refused([](double b, int d, double s) { return b / std::pow(s, d / (d - 2.0)); },
          "the base must grow");
  refused([](double, int d, double s) { return std::pow(s, d / (d - 2.0)); }, "base is missing");
}

TEST(Exercise10, RefusesAnotherRamp) {
  const auto refused = [](const Ramp& ramp, const std::string& hint,
                          const std::string& check = "yarn: all pairs") {
    expect_refused(examined([&](Examiner& e) { check_extending_rope(e, ntk, ramp); }), check, hint);
  };
  refused({.upside_down = true}, "the ramp is upside down");
  refused({.turn = 1}, "turns are counted in radians");
  refused({.turn = 3.141592653589793}, "one turn is 2 pi and not pi");
  refused({.clamped = false}, "hold it there, std::clamp");
  refused({.faster = true}, "slow pairs become faster");
  refused({.hard = true}, "there is no ramp");
  refused({.all_slower = true}, "every pair is slower");
  refused({.mixes_factors = true}, "the factors are mixed");
  refused({.upside_down = true, .all_slower = true}, "nothing is changed");
  refused({.fixed_settings = true}, "from what is given", "yarn: 1024 trained");
}

}  // namespace
}  // namespace whereabouts
