// Lesson 05 and its exercise.
#include <algorithm>
#include <cmath>
#include <functional>

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

// One policy, or several, with another place in a table of so many rows.
Verdict with_place(const std::string& policies,
                   const std::function<double(int rows, int position, int length)>& where,
                   bool short_texts_too = false) {
  return verdict([=](const AddressTable& t, int p, int length, const std::string& policy) {
    const int rows = static_cast<int>(t.size());
    const bool ours =
        policies.find(policy) != std::string::npos && (short_texts_too || length > rows);
    return mixed(t, ours ? where(rows, p, length) : place(rows, rows - 1, p, length, policy));
  });
}
double stretched(int rows, int p, int length) { return p * (rows - 1.0) / (length - 1.0); }

TEST(Exercise05, RefusesToTreatShortTextsAsLongOnes) {
  EXPECT_EQ(with_place("interpolate", stretched).exit_code, 0);
  expect_refused(with_place("interpolate", stretched, true),
                 "position 1 of a text of 3, interpolate",
                 "a text shorter than the table is not stretched");
  expect_refused(verdict([](const AddressTable& t, int p, int length, const std::string& policy) {
                   const int rows = static_cast<int>(t.size());
                   if (policy == "interpolate" && length == 1)
                     return Row(2, stretched(rows, p, length));
                   return mixed(t, place(rows, rows - 1, p, length, policy));
                 }),
                 "the only position of a text of 1, interpolate", "0 / 0");
  expect_refused(with_place(
                     "clampwrap", [](int, int, int) { return 0.0; }, true),
                 "a text as long as the table, clamp", "every policy is a plain look-up");
}

TEST(Exercise05, RefusesToRepeatTheWrongRow) {
  expect_refused(with_place("clamp", [](int rows, int p, int) { return p % rows; }),
                 "clamp, position 4", "as for \"wrap\"");
  expect_refused(with_place("clamp", [](int rows, int p, int) { return std::min(p, rows - 2); }),
                 "clamp, position 4", "the last of 4 rows is row 3");
  expect_refused(with_place("wrap", [](int rows, int p, int) { return p % (rows - 1); }),
                 "wrap, position 4", "and not by the index of the last");
  expect_refused(with_place("wrap", [](int rows, int p, int) { return std::min(p, rows - 1); }),
                 "wrap, position 4", "as for \"clamp\"");
  expect_refused(with_place("wrap", [](int rows, int p, int) { return std::min(p - rows, 3); }),
                 "wrap, position 1001", "take the remainder");
}

TEST(Exercise05, RefusesAStretchThatIsOffByOneOrDoesNotMix) {
  const auto stretch = [](double (*where)(int rows, int p, int length)) {
    return with_place("interpolate", where);
  };
  const std::string last = "interpolate, the last of 7", one = "interpolate, position 1 of 7";
  expect_refused(
      stretch([](int rows, int p, int n) -> double { return p * ((rows - 1) / (n - 1)); }), last,
      "a division of whole numbers");
  expect_refused(stretch([](int rows, int p, int n) { return p * (rows - 1.0) / n; }), last,
                 "and not with 7");
  expect_refused(stretch([](int rows, int p, int n) { return std::floor(stretched(rows, p, n)); }),
                 one, "rounded down here");
  expect_refused(stretch([](int rows, int p, int n) { return std::round(stretched(rows, p, n)); }),
                 one, "this is row 1 alone");
  expect_refused(stretch([](int rows, int p, int n) { return p * double(rows) / n; }), one,
                 "there are 3 steps between 4 rows");
  expect_refused(stretch([](int rows, int p, int n) {
                   const double at = stretched(rows, p, n), below = std::floor(at);
                   return at > below ? below + 1 - (at - below) : at;
                 }),
                 "interpolate, position 9 of 13", "the shares are exchanged");
}

}  // namespace
}  // namespace whereabouts
