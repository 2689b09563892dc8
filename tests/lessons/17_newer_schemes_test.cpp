// Lesson 17 and its exercise.
#include <cmath>
#include <functional>

#include "../lessons/17_biases.h"
#include "../lessons/exercises/17_newer_schemes_check.h"
#include "lessons/exercise.h"
#include "lessons/run.h"
#include "position/sandwich.h"

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
  EXPECT_TRUE(lesson.printed("sandwich        1  0.00 -0.31 -1.14 -3.21 -4.22"));
  EXPECT_TRUE(lesson.printed("next: make 18"));
  for (const char* file : {"gap_biases.svg", "gap_others.svg", "gap.csv", "adds_fire.svg",
                           "adds_kerple-log.svg", "adds_kerple-power.svg", "adds_sandwich.svg"})
    EXPECT_TRUE(lesson.wrote(file)) << file;
}

TEST(Lesson17, ItsFormulasAddWhatTheLibraryAdds) {
  for (const char* scheme : {"kerple-log", "kerple-power", "sandwich", "fire", "cope"})
    EXPECT_LT(newer_schemes::off_from_the_library(scheme), 1e-4) << scheme;
  // And are not taken for each other.
  EXPECT_GT(newer_schemes::off_from_the_library("alibi"), 0.1);
}

double kerple(double r1, double r2, int n) { return -r1 * std::log(1 + r2 * n); }

// Sandwich, with what may go wrong.
struct Sandwich {
  double exponent_factor = 2, taken_away = 0.5;
  int first = 1, waves = 0, head_before = 0;  // `waves` more than there should be
  bool whole_exponent = false;
  std::function<double(int head, int heads)> divisor = [](int head, int heads) {
    return 8.0 * head / heads;
  };

  double operator()(int head, int heads, int n, int dim) const {
    double sum = -taken_away * dim;
    for (int k = first; k < first + dim / 2 + waves; ++k) {
      const double exponent = exponent_factor * k / dim;
      sum += std::cos(n / std::pow(10000.0, whole_exponent ? std::floor(exponent) : exponent));
    }
    return sum / divisor(head + head_before, heads);
  }
};
const Sandwich sandwich;

TEST(Exercise17, AcceptsTheSolutionAndNamesWhatIsUnwritten) {
  expect_solution_passes("17_newer_schemes");
  expect_unwritten(examined([](Examiner& e) {
    check_newer_schemes(
        e, [](double, double, int) -> double { not_written(); }, sandwich);
  }));
}

TEST(Exercise17, ItsSandwichIsTheSchemes) {
  EXPECT_NEAR(sandwich(2, 6, 100, 64), sandwich_bias(1, 6, 100, 64), 1e-9);
}

TEST(Exercise17, RefusesARewardForDistanceAndTheWrongLogarithm) {
  const auto refused = [](double (*f)(double, double, int), const std::string& check,
                          const std::string& hint) {
    expect_refused(examined([=](Examiner& e) { check_newer_schemes(e, f, sandwich); }),
                   "kerple: " + check, hint);
  };
  refused([](double a, double b, int n) { return -a * std::log(b * n); }, "nothing at distance 0",
          "the 1 in ln(1 + r2 n) is missing");
  refused([](double a, double b, int n) { return a * std::log(1 + b * n); }, "r1 = 1",
          "the minus is missing");
  refused([](double a, double b, int n) { return -a * std::log2(1 + b * n); }, "r1 = 1",
          "to base 2");
  refused([](double a, double b, int n) { return -a * std::log10(1 + b * n); }, "r1 = 1",
          "to base 10");
  refused([](double a, double b, int n) { return -a * b * std::log(1 + n); }, "r1 = 0.5",
          "r2 multiplies the distance, inside");
  refused([](double a, double b, int n) { return -std::log(1 + a * b * n); }, "r1 = 0.5",
          "r1 multiplies the logarithm, and stands outside");
  refused([](double a, double, int n) { return -a * std::log(1 + n); }, "r1 = 0.5",
          "r2 is missing");
  refused([](double, double b, int n) { return -std::log(1 + b * n); }, "r1 = 0.5",
          "r1 is missing");
}

TEST(Exercise17, RefusesOtherWavesAndOtherHeads) {
  const auto refused = [](const Sandwich& f, const std::string& check, const std::string& hint) {
    expect_refused(examined([&](Examiner& e) { check_newer_schemes(e, kerple, f); }),
                   "sandwich: " + check, hint);
  };
  EXPECT_EQ(examined([](Examiner& e) { check_newer_schemes(e, kerple, sandwich); }).exit_code, 0);
  const std::string none = "head 2 of 4", first = "head 1 of 4";
  refused({.taken_away = 0}, none, "the - dim/2 is missing");
  refused({.taken_away = 1}, none, "dim is taken away");
  refused({.waves = -1}, none, "a cosine is missing");
  refused({.waves = 1}, none, "a cosine too many");
  refused({.first = 0}, first, "k begins at 1");
  refused({.head_before = 1}, first, "it counts from 1 already");
  refused({.exponent_factor = 1}, first, "so twice that");
  refused({.whole_exponent = true}, first, "a division of whole numbers in the exponent");
  refused({.divisor = [](int head, int heads) { return heads / (8.0 * head); }}, first,
          "multiplied by 8 head / heads");
  refused({.divisor = [](int, int) { return 1.0; }}, first, "is missing");
  refused({.divisor = [](int, int heads) { return 8.0 / heads; }}, "head 4 is four times",
          "all heads are alike");
  refused({.divisor = [](int head, int heads) { return double(8 * head / heads); }}, "head 1 of 3",
          "a division of whole numbers");
}

}  // namespace
}  // namespace whereabouts
