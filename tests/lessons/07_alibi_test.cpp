// Lesson 07 and its exercise.
#include <algorithm>
#include <cmath>
#include <functional>

#include "../lessons/exercises/07_alibi_check.h"
#include "lessons/exercise.h"
#include "lessons/run.h"

namespace whereabouts {
namespace {

TEST(Lesson07, PrintsTheModulesBiasTheSlopesAndTheGap) {
  const QuickLesson lesson("07_alibi");
  ASSERT_EQ(lesson.exit_code(), 0) << lesson.output();
  EXPECT_TRUE(
      lesson.printed("   0.0  -0.5  -1.0  -1.5  -2.0\n"
                     "  -0.5   0.0  -0.5  -1.0  -1.5\n"
                     "  -1.0  -0.5   0.0  -0.5  -1.0\n"
                     "  -1.5  -1.0  -0.5   0.0  -0.5\n"
                     "  -2.0  -1.5  -1.0  -0.5   0.0\n"));
  EXPECT_TRUE(lesson.printed(" 1 head    -8\n"));
  EXPECT_TRUE(lesson.printed(" 3 heads   -4   -8   -2\n"));
  EXPECT_TRUE(lesson.printed(" 4 heads   -2   -4   -6   -8\n"));
  EXPECT_TRUE(
      lesson.printed("   3  0.0039                              177.4       0.779    0.018"));
  EXPECT_TRUE(lesson.printed("alibi, 4 heads"));
  EXPECT_TRUE(lesson.printed("alibi, 1 head"));
  EXPECT_TRUE(lesson.printed("next: make 08"));
  for (const char* file : {"weights.svg", "bias.svg", "gap.svg", "gap.csv"})
    EXPECT_TRUE(lesson.wrote(file)) << file;
}

using Row = std::vector<double>;

Row right_slopes(int heads) {
  Row result;
  int power = 1;
  while (2 * power <= heads) power *= 2;
  for (int h = 1; h <= power; ++h) result.push_back(std::exp2(-8.0 * h / power));
  for (int h = 1; static_cast<int>(result.size()) < heads; h += 2)
    result.push_back(std::exp2(-4.0 * h / power));
  return result;
}
double right_bias(int i, int j, double slope) { return -slope * std::abs(i - j); }

Verdict verdict(const std::function<Row(int)>& slopes,
                const std::function<double(int, int, double)>& bias) {
  return examined([&](Examiner& e) { check_alibi(e, slopes, bias); });
}

TEST(Exercise07, AcceptsTheSolutionAndNamesWhatIsUnwritten) {
  expect_solution_passes("07_alibi");
  expect_unwritten(verdict([](int) -> Row { not_written(); }, right_bias));
  EXPECT_EQ(verdict(right_slopes, right_bias).exit_code, 0);
}

// 2^(-8h/H) for `count` heads h, first, first + step ...
Row powers(int count, double H, double first, double step) {
  Row result;
  for (int k = 0; k < count; ++k) result.push_back(std::exp2(-8 * (first + step * k) / H));
  return result;
}

TEST(Exercise07, RefusesOtherExponents) {
  const auto refused = [](Row (*slopes)(int), const std::string& check, const std::string& hint) {
    expect_refused(verdict(slopes, right_bias), check, hint);
  };
  refused([](int heads) { return powers(heads, heads, 0, 1); }, "slopes of 8",
          "heads count from 1");
  refused([](int heads) { return powers(heads, -heads, 1, 1); }, "slopes of 8",
          "the exponent is below 0");
  refused(
      [](int heads) {
        Row row;
        for (int h = 1; h <= heads; ++h) row.push_back(std::exp(-8.0 * h / heads));
        return row;
      },
      "slopes of 8", "powers of e");
  refused([](int heads) { return powers(heads, 8, 1, 1); }, "slopes of 4",
          "the first slopes of 8 heads");
  refused(
      [](int heads) {
        Row row;
        for (int h = 1; h <= heads; ++h) row.push_back(std::exp2(-(8 * h / heads)));
        return row;
      },
      "slopes of 16", "8 * 1 / 16 is 0");
  refused(
      [](int heads) {
        Row row;
        for (int h = 1; h <= heads; ++h) row.push_back(std::exp2(-(8 / heads) * h));
        return row;
      },
      "slopes of 16", "8 / 16 is 0");
}

TEST(Exercise07, RefusesOtherSlopesWhereTheHeadsAreNoPowerOfTwo) {
  // `more` are the slopes of 6 heads.
  const auto six = [](const Row& more) {
    return verdict([&](int heads) { return heads == 6 ? more : right_slopes(heads); }, right_bias);
  };
  const auto of_four_and = [](Row more) {
    Row row = powers(4, 4, 1, 1);
    row.insert(row.end(), more.begin(), more.end());
    return row;
  };
  const std::string check = "slopes of 6 heads";
  expect_refused(six(powers(6, 6, 1, 1)), check, "the formula for powers of two");
  expect_refused(six(powers(6, 8, 1, 1)), check, "the first six of 8 heads");
  expect_refused(six(of_four_and(powers(2, 8, 1, 1))), check, "take every other slope");
  expect_refused(six(of_four_and(powers(2, 8, 2, 2))), check, "are there already");
  expect_refused(six(of_four_and({})), check, "two are missing");
}

TEST(Exercise07, RefusesABiasThatIsNoPenaltyOnTheDistance) {
  const auto refused = [](double (*bias)(int, int, double), const std::string& hint) {
    expect_refused(verdict(right_slopes, bias), "the bias of five positions", hint);
  };
  refused([](int i, int j, double m) { return m * std::abs(i - j); }, "a reward for distance");
  // The short example of many tutorials: the distance from position 0 in place of the query's.
  refused([](int, int j, double m) { return -m * j; }, "the key's distance from position 0");
  refused([](int i, int j, double m) { return -m * (i - j); }, "keys after the query are rewarded");
  refused([](int i, int j, double m) { return -m * (j - i); },
          "keys before the query are rewarded");
  refused([](int i, int j, double m) { return -m * std::max(0, i - j); }, "on either side");
  refused([](int i, int j, double) { return -1.0 * std::abs(i - j); }, "by the slope");
  expect_refused(verdict(right_slopes,
                         [](int i, int j, double m) { return i < 100 ? right_bias(i, j, m) : 0; }),
                 "query at 1000", "only the distance counts");
}

}  // namespace
}  // namespace whereabouts
