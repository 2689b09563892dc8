// Lesson 17 and its exercise.
#include "../lessons/exercises/17_newer_schemes_check.h"
#include "lessons/exercise.h"
#include "lessons/run.h"

namespace whereabouts {
namespace {

TEST(Lesson17, TrainsEveryNewerSchemeAndDropsRope) {
  const QuickLesson lesson("17_newer_schemes");
  ASSERT_EQ(lesson.exit_code(), 0) << lesson.output();
  EXPECT_TRUE(lesson.printed("rope, dropped after 3 of 4 steps"));
  for (const char* scheme :
       {"\nkerple-log  ", "\nkerple-power  ", "\nfire  ", "\nsandwich  ", "\nxpos  ", "\np-rope  ",
        "\nrandomized  ", "\nwindow  ", "\ncope  ", "\nrope, then none  "})
    EXPECT_TRUE(lesson.printed(scheme)) << scheme;
  // Sandwich learns nothing, so what it adds is known: 64 channels, head 1 of 4.
  EXPECT_TRUE(lesson.printed("sandwich         1   0.00  -0.31  -1.14  -3.21  -4.22"));
  EXPECT_TRUE(lesson.printed("next: make 18"));
  for (const char* file : {"gap_biases.svg", "gap_others.svg", "gap.csv", "adds_fire.svg",
                           "adds_kerple-log.svg", "adds_kerple-power.svg", "adds_sandwich.svg"})
    EXPECT_TRUE(lesson.wrote(file)) << file;
}

double kerple(double r1, double r2, int n) { return -r1 * std::log(1 + r2 * n); }
double sandwich(int h, int heads, int n, int dim) { return sandwich_bias(h - 1, heads, n, dim); }

TEST(Exercise17, AcceptsTheSolutionAndNamesWhatIsUnwritten) {
  expect_solution_passes("17_newer_schemes");
  expect_unwritten(examined([](Examiner& e) {
    check_newer_schemes(
        e, [](double, double, int) -> double { not_written(); }, sandwich);
  }));
}

TEST(Exercise17, RefusesARewardForDistanceAndTheWrongLogarithm) {
  const auto verdict = [](double (*f)(double, double, int)) {
    return examined([=](Examiner& e) { check_newer_schemes(e, f, sandwich); });
  };
  EXPECT_EQ(verdict(kerple).exit_code, 0);
  expect_refused(verdict([](double a, double b, int n) { return a * std::log(1 + b * n); }),
                 "kerple: r1 = 1");
  expect_refused(verdict([](double a, double b, int n) { return -a * std::log2(1 + b * n); }),
                 "kerple: r1 = 1");
  expect_refused(verdict([](double a, double b, int n) { return -a * b * std::log(1 + n); }),
                 "kerple: r1 = 0.5");
}

TEST(Exercise17, RefusesWavesFromZeroAndHeadsFromZero) {
  const auto verdict = [](double (*f)(int, int, int, int)) {
    return examined([=](Examiner& e) { check_newer_schemes(e, kerple, f); });
  };
  expect_refused(verdict([](int h, int heads, int n, int dim) {
                   double sum = -dim / 2.0;
                   for (int k = 0; k < dim / 2; ++k)
                     sum += std::cos(n / std::pow(10000.0, 2.0 * k / dim));
                   return sum / (8.0 * h / heads);
                 }),
                 "sandwich: head 1 of 4");
  expect_refused(
      verdict([](int h, int heads, int n, int dim) { return sandwich_bias(h, heads, n, dim); }),
      "sandwich: head 1 of 4");
}

}  // namespace
}  // namespace whereabouts
