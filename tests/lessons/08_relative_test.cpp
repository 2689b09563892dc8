// Lesson 08 and its exercise.
#include "../lessons/exercises/08_relative_check.h"
#include "lessons/exercise.h"
#include "lessons/run.h"

namespace whereabouts {
namespace {

TEST(Lesson08, PrintsTheModulesMatrixTheBucketsAndTheRowsThatLearn) {
  const QuickLesson lesson("08_relative");
  ASSERT_EQ(lesson.exit_code(), 0) << lesson.output();
  EXPECT_TRUE(lesson.printed("5 - 2 = 3\n"));
  EXPECT_TRUE(
      lesson.printed("   0  -1  -2  -3  -4  -5\n   1   0  -1  -2  -3  -4\n"
                     "   2   1   0  -1  -2  -3\n   3   2   1   0  -1  -2\n"
                     "   4   3   2   1   0  -1\n   5   4   3   2   1   0\n"));
  EXPECT_TRUE(
      lesson.printed("  3  2  1  0  0  0\n  4  3  2  1  0  0\n  5  4  3  2  1  0\n"
                     "  5  5  4  3  2  1\n  5  5  5  4  3  2\n  5  5  5  5  4  3\n"));
  EXPECT_TRUE(
      lesson.printed("32 up to 128:  0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 19 21 24 27 "
                     "31 35 40 46 52 59 67 77 87 99 113\n"));
  EXPECT_TRUE(lesson.printed("16 up to 64:  0 1 2 3 4 5 6 7 8 11 14 18 23 30 39 50\n"));
  EXPECT_TRUE(lesson.printed("q_i . K[delta(i, j)]: row 3 row 4 row 5\n"));
  EXPECT_TRUE(lesson.printed("k_j . Q[delta(j, i)]: row 0 row 1 row 2 row 3\n"));
  EXPECT_TRUE(lesson.printed("v . R_n     is n characters back worth a look for anyone?"));
  EXPECT_TRUE(lesson.printed("next: make 09"));
  for (const char* file : {"t5_buckets.svg", "gap.svg", "gap.csv", "four_terms.svg", "adds_t5.svg",
                           "adds_shaw.svg", "adds_deberta.svg", "adds_transformer-xl.svg"})
    EXPECT_TRUE(lesson.wrote(file)) << file;
}

using Row = std::vector<double>;

Row looked_up(const Row& scores, int length, int sign) {
  Row result(scores.size());
  for (int i = 0; i < length; ++i) {
    for (int j = 0; j <= i; ++j) {
      const int c = sign > 0 ? length - 1 - (i - j) : i - j;
      result[static_cast<std::size_t>(i * length + j)] =
          scores[static_cast<std::size_t>(i * length + c)];
    }
  }
  return result;
}
Row right(const Row& scores, int length) { return looked_up(scores, length, +1); }

Row shifted(const Row& scores, int length, bool zeros_left, int dropped) {
  Row padded;
  for (int i = 0; i < length; ++i) {
    if (zeros_left) padded.push_back(0);
    for (int c = 0; c < length; ++c)
      padded.push_back(scores[static_cast<std::size_t>(i * length + c)]);
    if (!zeros_left) padded.push_back(0);
  }
  return {padded.begin() + dropped, padded.begin() + dropped + length * length};
}

TEST(Exercise08, AcceptsTheSolutionAndNamesWhatIsUnwritten) {
  expect_solution_passes("08_relative");
  expect_unwritten(examined([](Examiner& e) {
    check_relative(
        e, [](const Row&, int) -> Row { not_written(); },
        [](const Row&, int) -> Row { not_written(); });
  }));
}

TEST(Exercise08, RefusesTheNearestFirst) {
  expect_refused(examined([](Examiner& e) {
                   check_relative(
                       e, [](const Row& s, int n) { return looked_up(s, n, -1); }, right);
                 }),
                 "by index, 3 by 3");
}

TEST(Exercise08, RefusesZerosOnTheWrongSideAndARowTooFew) {
  const auto verdict = [](bool zeros_left, bool drop_row) {
    return examined([=](Examiner& e) {
      check_relative(e, right, [=](const Row& s, int n) {
        return shifted(s, n, zeros_left, drop_row ? n : 0);
      });
    });
  };
  expect_refused(verdict(false, true), "by shift, 3 by 3");
  expect_refused(verdict(true, false), "by shift, 3 by 3");
  EXPECT_EQ(verdict(true, true).exit_code, 0);
}

}  // namespace
}  // namespace whereabouts
