// Lesson 08 and its exercise.
#include <functional>

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
      lesson.printed("32 up to 128: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 19 21 24 27 "
                     "31 35 40 46 52 59 67 77 87 99 113\n"));
  EXPECT_TRUE(lesson.printed("16 up to 64: 0 1 2 3 4 5 6 7 8 11 14 18 23 30 39 50\n"));
  EXPECT_TRUE(lesson.printed("q_i . K[delta(i, j)]: row 3 row 4 row 5\n"));
  EXPECT_TRUE(lesson.printed("k_j . Q[delta(j, i)]: row 0 row 1 row 2 row 3\n"));
  EXPECT_TRUE(lesson.printed("v . R_n     is n characters back worth a look for anyone?"));
  EXPECT_TRUE(lesson.printed("next: make 09"));
  for (const char* file : {"t5_buckets.svg", "gap.svg", "gap.csv", "four_terms.svg", "adds_t5.svg",
                           "adds_shaw.svg", "adds_deberta.svg", "adds_transformer-xl.svg"})
    EXPECT_TRUE(lesson.wrote(file)) << file;
}

using Row = std::vector<double>;

// The score that query i and key j get, from a score of row `row` and column `column`.
Row looked_up(const Row& scores, int length, const std::function<int(int i, int j)>& column,
              bool own_row = true, bool exchanged = false) {
  Row result(scores.size());
  for (int i = 0; i < length; ++i) {
    for (int j = 0; j <= i; ++j) {
      const int row = own_row ? i : 0;
      result[static_cast<std::size_t>(exchanged ? j * length + i : i * length + j)] =
          scores[static_cast<std::size_t>(row * length + column(i, j))];
    }
  }
  return result;
}
Row right_index(const Row& scores, int length) {
  return looked_up(scores, length, [=](int i, int j) { return length - 1 - (i - j); });
}

enum class Zeros { kLeft, kRight, kInFront };

// The numbers from `dropped` to `end` of the padded ones.
Row shifted(const Row& scores, int length, Zeros zeros, int dropped, int end) {
  Row padded(zeros == Zeros::kInFront ? static_cast<std::size_t>(length) : 0);
  for (int i = 0; i < length; ++i) {
    if (zeros == Zeros::kLeft) padded.push_back(0);
    for (int c = 0; c < length; ++c)
      padded.push_back(scores[static_cast<std::size_t>(i * length + c)]);
    if (zeros == Zeros::kRight) padded.push_back(0);
  }
  return {padded.begin() + dropped, padded.begin() + end};
}
Row right_shift(const Row& scores, int length) {
  return shifted(scores, length, Zeros::kLeft, length, length * (length + 1));
}

using Way = std::function<Row(const Row&, int)>;
Verdict verdict(const Way& by_index, const Way& by_shift) {
  return examined([&](Examiner& e) { check_relative(e, by_index, by_shift); });
}

TEST(Exercise08, AcceptsTheSolutionAndNamesWhatIsUnwritten) {
  expect_solution_passes("08_relative");
  const auto unwritten = [](const Row&, int) -> Row { not_written(); };
  expect_unwritten(verdict(unwritten, unwritten));
}

TEST(Exercise08, RefusesTheWrongScoreForAKey) {
  EXPECT_EQ(verdict(right_index, right_shift).exit_code, 0);
  const auto refused = [](const Way& by_index, const std::string& hint) {
    expect_refused(verdict(by_index, right_shift), "by index, 3 by 3", hint);
  };
  const auto far_first = [](int n) { return [n](int i, int j) { return n - 1 - (i - j); }; };
  refused([](const Row& s, int n) { return looked_up(s, n, [](int i, int j) { return i - j; }); },
          "the farthest distance stands first");
  refused(
      [](const Row& s, int n) { return looked_up(s, n, [=](int, int j) { return n - 1 - j; }); },
      "the key's distance from position 0");
  refused([](const Row& s, int) { return s; }, "these are the scores as they came");
  refused([&](const Row& s, int n) { return looked_up(s, n, far_first(n), false); },
          "row i begins at i * length");
  refused([&](const Row& s, int n) { return looked_up(s, n, far_first(n), true, true); },
          "rows and columns of the result are exchanged");
  refused([](const Row&, int) { return Row{}; }, "return length * length numbers");
  expect_refused(
      verdict([&](const Row& s, int n) { return looked_up(s, n, far_first(3)); }, right_shift),
      "by index, 5 by 5", "depends on the length");
}

TEST(Exercise08, RefusesAShiftThatIsNone) {
  const auto refused = [](const Way& by_shift, const std::string& hint) {
    expect_refused(verdict(right_index, by_shift), "by shift, 3 by 3", hint);
  };
  refused(right_index, "do it without one");
  refused([](const Row& s, int n) { return shifted(s, n, Zeros::kRight, n, n * (n + 1)); },
          "the zeros stand on the right");
  refused([](const Row& s, int n) { return shifted(s, n, Zeros::kLeft, 0, n * n); },
          "the last row is dropped");
  refused([](const Row& s, int n) { return shifted(s, n, Zeros::kLeft, 0, n * (n + 1)); },
          "drop the first of the length + 1 rows");
  refused([](const Row& s, int n) { return shifted(s, n, Zeros::kLeft, n + 1, n * (n + 1)); },
          "length + 1 are gone");
  refused([](const Row& s, int) { return s; }, "the column of zeros is gone again");
  refused([](const Row& s, int n) { return shifted(s, n, Zeros::kInFront, 1, n * n + 1); },
          "not all in front");
  refused([](const Row&, int) { return Row{}; }, "return length * length numbers");
}

}  // namespace
}  // namespace whereabouts
