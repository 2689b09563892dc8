// Lesson 16 and its exercise.
#include <algorithm>
#include <cmath>
#include <functional>

#include "../lessons/exercises/16_encoders_and_images_check.h"
#include "lessons/exercise.h"
#include "lessons/run.h"

namespace whereabouts {
namespace {

TEST(Lesson16, PrintsBothTablesAndDrawsTheAddresses) {
  const QuickLesson lesson("16_encoders_and_images");
  ASSERT_EQ(lesson.exit_code(), 0) << lesson.output();
  EXPECT_TRUE(lesson.printed("1. Fill in the gaps"));
  EXPECT_TRUE(lesson.printed("sinusoidal"));
  EXPECT_TRUE(lesson.printed("learned-2d"));
  EXPECT_TRUE(lesson.printed("as a grid of 8 by 8"));
  EXPECT_TRUE(lesson.printed("next: make 17"));
  for (const char* file :
       {"masked.csv", "pictures.csv", "likeness_learned.svg", "likeness_learned-2d.svg"})
    EXPECT_TRUE(lesson.wrote(file)) << file;
}

using Row = std::vector<double>;

// Bilinear, with what may go wrong.
struct Stretch {
  // Where place i of `count` falls among `old`.
  std::function<double(int i, int count, int old)> place = [](int i, int count, int old) {
    return count == 1 ? 0 : i * (old - 1.0) / (count - 1);
  };
  bool mixes_rows = true, exchanges_shares = false, index_by_rows = false, columns_first = false;
  bool along_the_diagonal = false;

  Row operator()(const Row& table, int rows, int columns, int new_rows, int new_columns) const {
    const auto at = [&](int r, int c) {
      return table[static_cast<std::size_t>(
          std::min(r, rows - 1) * (index_by_rows ? std::min(rows, columns) : columns) +
          std::min(c, columns - 1))];
    };
    const auto value = [&](int r, int c) {
      const double y = place(r, new_rows, rows), x = place(c, new_columns, columns);
      const bool finite = std::isfinite(x) && std::isfinite(y);
      const int j = finite ? static_cast<int>(y) : 0, i = finite ? static_cast<int>(x) : 0;
      double v = mixes_rows ? y - j : 0, u = x - i;
      if (exchanges_shares) u = 1 - u;
      if (along_the_diagonal && u > 0 && v > 0) return (at(j, i) + at(j + 1, i + 1)) / 2;
      return (1 - v) * ((1 - u) * at(j, i) + u * at(j, i + 1)) +
             v * ((1 - u) * at(j + 1, i) + u * at(j + 1, i + 1));
    };
    Row result;
    for (int a = 0; a < (columns_first ? new_columns : new_rows); ++a) {
      for (int b = 0; b < (columns_first ? new_rows : new_columns); ++b)
        result.push_back(columns_first ? value(b, a) : value(a, b));
    }
    return result;
  }
};

Verdict verdict(const std::function<Row(const Row&, int, int, int, int)>& f) {
  return examined([&](Examiner& e) { check_encoders_and_images(e, f); });
}

TEST(Exercise16, AcceptsTheSolutionAndNamesWhatIsUnwritten) {
  expect_solution_passes("16_encoders_and_images");
  expect_unwritten(examined([](Examiner& e) {
    check_encoders_and_images(e, [](const Row&, int, int, int, int) -> Row { not_written(); });
  }));
}

TEST(Exercise16, RefusesNumbersInAnotherOrder) {
  EXPECT_EQ(verdict(Stretch{}).exit_code, 0);
  const std::string same = "the same size";
  expect_refused(verdict(Stretch{.index_by_rows = true}), same, "number r * columns + c");
  expect_refused(verdict(Stretch{.columns_first = true}), same, "the result goes row by row");
  expect_refused(verdict([](const Row&, int, int, int, int) { return Row{}; }), same,
                 "return new_rows * new_columns numbers");
}

TEST(Exercise16, RefusesMovedCornersAndTheNearestPlace) {
  const auto refused = [](double (*place)(int i, int count, int old), const std::string& hint) {
    expect_refused(verdict(Stretch{.place = place}), "a line of 2 places", hint);
  };
  refused([](int i, int count, int old) { return i * (old - 1.0) / (count - 1.0); }, "0 / 0");
  refused([](int i, int count, int old) { return i * double(old) / count; },
          "there is 1 step between 2 old places");
  refused([](int i, int count, int old) { return std::max(0.0, (i + 0.5) * old / count - 0.5); },
          "corners must stay corners");
  refused([](int i, int count,
             int old) -> double { return count == 1 ? 0 : i * (old - 1) / (count - 1); },
          "divided as whole numbers");
  refused([](int i, int count,
             int old) { return count == 1 ? 0 : std::round(i * (old - 1.0) / (count - 1)); },
          "the nearest old place is taken");
  expect_refused(verdict(Stretch{.exchanges_shares = true}), "the same size", "each new place");
}

TEST(Exercise16, RefusesMixingInOneDirectionAlone) {
  expect_refused(verdict(Stretch{.mixes_rows = false}), "a column of 2 places",
                 "rows are not mixed");
  expect_refused(verdict([](const Row& t, int r, int c, int nr, int nc) {
                   return Stretch{}(t, 1, r * c, 1, nr * nc);
                 }),
                 "2 by 2, for 3 by 3\n", "stretched as one line");
  expect_refused(verdict(Stretch{.along_the_diagonal = true}), "2 by 2, for 3 by 3, with a twist",
                 "mix all four");
}

}  // namespace
}  // namespace whereabouts
