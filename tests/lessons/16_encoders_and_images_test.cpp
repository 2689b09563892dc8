// Lesson 16 and its exercise.
#include <cmath>

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

// Bilinear, with what may go wrong: corners that are not kept, the nearest place, rows for columns.
Row stretched(const Row& table, int rows, int columns, int new_rows, int new_columns, bool corners,
              bool nearest) {
  const auto place = [&](int i, int count, int old) {
    const double p = count == 1 ? 0
                     : corners  ? i * (old - 1.0) / (count - 1)
                                : i * 1.0 * old / count;
    return nearest ? std::round(p) : p;
  };
  const auto at = [&](int r, int c) {
    return table[static_cast<std::size_t>(std::min(r, rows - 1) * columns +
                                          std::min(c, columns - 1))];
  };
  Row result;
  for (int r = 0; r < new_rows; ++r) {
    for (int c = 0; c < new_columns; ++c) {
      const double y = place(r, new_rows, rows), x = place(c, new_columns, columns);
      const int j = static_cast<int>(y), i = static_cast<int>(x);
      const double v = y - j, u = x - i;
      result.push_back((1 - v) * ((1 - u) * at(j, i) + u * at(j, i + 1)) +
                       v * ((1 - u) * at(j + 1, i) + u * at(j + 1, i + 1)));
    }
  }
  return result;
}

Verdict verdict(bool corners, bool nearest) {
  return examined([=](Examiner& e) {
    check_encoders_and_images(e, [=](const Row& t, int r, int c, int nr, int nc) {
      return stretched(t, r, c, nr, nc, corners, nearest);
    });
  });
}

TEST(Exercise16, AcceptsTheSolutionAndNamesWhatIsUnwritten) {
  expect_solution_passes("16_encoders_and_images");
  expect_unwritten(examined([](Examiner& e) {
    check_encoders_and_images(e, [](const Row&, int, int, int, int) -> Row { not_written(); });
  }));
}

TEST(Exercise16, RefusesMovedCornersAndTheNearestPlace) {
  EXPECT_EQ(verdict(true, false).exit_code, 0);
  expect_refused(verdict(false, false), "a line of 2 places");
  expect_refused(verdict(true, true), "a line of 2 places");
}

TEST(Exercise16, RefusesTheTableStretchedAsOneLine) {
  expect_refused(examined([](Examiner& e) {
                   check_encoders_and_images(e, [](const Row& t, int r, int c, int nr, int nc) {
                     return stretched(t, 1, r * c, 1, nr * nc, true, false);
                   });
                 }),
                 "2 by 2, for 3 by 3");
}

}  // namespace
}  // namespace whereabouts
