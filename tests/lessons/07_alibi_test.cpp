// Lesson 07 and its exercise.
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

TEST(Exercise07, RefusesHeadsFromZeroAndTheFormulaForPowersOfTwoElsewhere) {
  const auto plain = [](int heads, int first) {
    Row result;
    for (int h = first; h < heads + first; ++h) result.push_back(std::exp2(-8.0 * h / heads));
    return result;
  };
  expect_refused(verdict([&](int heads) { return plain(heads, 0); }, right_bias),
                 "slopes of 8 heads");
  expect_refused(verdict([&](int heads) { return plain(heads, 1); }, right_bias),
                 "slopes of 6 heads");
}

TEST(Exercise07, RefusesTheWrongSignAndTheSameRowForEveryQuery) {
  expect_refused(verdict(right_slopes, [](int i, int j, double m) { return m * std::abs(i - j); }),
                 "the bias of five positions");
  // The short example of many tutorials: the distance from position 0 in place of the query's.
  const Verdict v = verdict(right_slopes, [](int, int j, double m) { return -m * j; });
  expect_refused(v, "the bias of five positions");
  EXPECT_TRUE(v.says("FAIL  the same distance further on")) << v.text;
}

}  // namespace
}  // namespace whereabouts
