// Lesson 05 and its exercise.
#include <algorithm>
#include <cmath>

#include "../lessons/exercises/05_learned_check.h"
#include "lessons/exercise.h"
#include "lessons/run.h"

namespace whereabouts {
namespace {

TEST(Lesson05, PrintsTheModulesShapeTheRefusalAndThreeWaysOn) {
  const QuickLesson lesson("05_learned");
  ASSERT_EQ(lesson.exit_code(), 0) << lesson.output();
  EXPECT_TRUE(lesson.printed("512 positions by 768 channels: 393216 numbers to learn"));
  EXPECT_TRUE(lesson.printed("shape (10, 768)"));
  EXPECT_TRUE(lesson.printed("rows with a gradient: 10 of 512"));
  EXPECT_TRUE(lesson.printed("the learned table has 64 rows and the text has a position 64"));
  for (const char* policy : {"\nclamp ", "\nwrap ", "\ninterpolate "})
    EXPECT_TRUE(lesson.printed(policy)) << policy;
  EXPECT_TRUE(lesson.printed("next: make 06"));
  for (const char* file : {"rows.svg", "gap.svg", "gap.csv"})
    EXPECT_TRUE(lesson.wrote(file)) << file;
}

using Row = std::vector<double>;

Row mixed(const AddressTable& table, double place) {
  const auto below = std::min(static_cast<std::size_t>(place), table.size() - 1),
             above = std::min(below + 1, table.size() - 1);
  const double share = place - std::floor(place);
  Row row;
  for (std::size_t c = 0; c < table[0].size(); ++c)
    row.push_back((1 - share) * table[below][c] + share * table[above][c]);
  return row;
}

// The right place in a table of so many rows, if `last` is rows - 1.
double place(int rows, int last, int position, int length, const std::string& policy) {
  if (policy == "clamp") return std::min(position, last);
  if (policy == "wrap") return position % rows;
  return length <= rows ? position : position * double(last) / (length - 1);
}

Verdict verdict(
    const std::function<Row(const AddressTable&, int, int, const std::string&)>& address) {
  return examined([&](Examiner& e) { check_learned(e, address); });
}

TEST(Exercise05, AcceptsTheSolutionAndNamesWhatIsUnwritten) {
  expect_solution_passes("05_learned");
  expect_unwritten(
      verdict([](const AddressTable&, int, int, const std::string&) -> Row { not_written(); }));
}

TEST(Exercise05, RefusesToWrapInTheWrongPlace) {
  expect_refused(
      verdict([](const AddressTable& t, int p, int length, const std::string& policy) {
        const int rows = static_cast<int>(t.size());
        const int place_there = p < rows ? p : p % (rows - 1);
        return mixed(t, policy == "wrap" ? place_there : place(rows, rows - 1, p, length, policy));
      }),
      "wrap, position 4");
}

TEST(Exercise05, RefusesAStretchThatIsOffByOneOrDoesNotMix) {
  const auto stretched = [](const std::function<double(int, int, int)>& where) {
    return verdict([=](const AddressTable& t, int p, int length, const std::string& policy) {
      const int rows = static_cast<int>(t.size());
      const bool ours = policy == "interpolate" && length > rows;
      return mixed(t, ours ? where(rows, p, length) : place(rows, rows - 1, p, length, policy));
    });
  };
  expect_refused(stretched([](int rows, int p, int length) { return p * double(rows) / length; }),
                 "interpolate, position 1 of 7");
  expect_refused(stretched([](int rows, int p, int length) {
                   return std::floor(p * (rows - 1.0) / (length - 1.0));
                 }),
                 "interpolate, position 1 of 7");
}

}  // namespace
}  // namespace whereabouts
