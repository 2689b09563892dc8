// Lesson 18 and its exercise.
#include <algorithm>
#include <cmath>
#include <functional>

#include "../lessons/exercises/18_gates_and_windows_check.h"
#include "lessons/exercise.h"
#include "lessons/run.h"

namespace whereabouts {
namespace {

TEST(Lesson18, TrainsEverySchemeAndShowsTheGates) {
  const QuickLesson lesson("18_gates_and_windows");
  ASSERT_EQ(lesson.exit_code(), 0) << lesson.output();
  for (const char* scheme : {"\nnone  ", "\nhard-alibi  ", "\nfox  ", "\nstick-breaking  ",
                             "\nssmax  ", "\nrope/none  ", "\nwindow:over=rope:size=16/none  "})
    EXPECT_TRUE(lesson.printed(scheme)) << scheme;
  EXPECT_TRUE(lesson.printed("2. What closes a gate of fox"));
  EXPECT_TRUE(lesson.printed("\nend of a sentence  "));
  EXPECT_TRUE(lesson.printed("next: make 19"));
  for (const char* file : {"gap.svg", "gap.csv"}) EXPECT_TRUE(lesson.wrote(file)) << file;
}

double forgotten(const std::vector<double>& gates, int i, int j) {
  double sum = 0;
  for (int k = j + 1; k <= i; ++k) sum += std::log(gates[static_cast<std::size_t>(k)]);
  return sum;
}
bool sees(int h, int heads, int free, int n) { return h > heads - free || n < h; }

TEST(Exercise18, AcceptsTheSolutionAndNamesWhatIsUnwritten) {
  expect_solution_passes("18_gates_and_windows");
  expect_unwritten(examined([](Examiner& e) {
    check_gates_and_windows(
        e, [](const std::vector<double>&, int, int) -> double { not_written(); }, sees);
  }));
}

using Gates = const std::vector<double>&;

// The sum over k from j + 1 + later to i + further of what each gate adds.
double summed(Gates gates, int i, int j, const std::function<double(double)>& adds, int later = 0,
              int further = 0) {
  double sum = 0;
  for (int k = j + 1 + later; k <= i + further; ++k)
    sum += adds(gates[static_cast<std::size_t>(k)]);
  return sum;
}
double ln(double gate) { return std::log(gate); }

TEST(Exercise18, RefusesOtherGates) {
  const auto refused = [](double (*f)(Gates, int, int), const std::string& check,
                          const std::string& hint) {
    expect_refused(examined([=](Examiner& e) { check_gates_and_windows(e, f, sees); }),
                   "fox: " + check, hint);
  };
  EXPECT_EQ(examined([](Examiner& e) { check_gates_and_windows(e, forgotten, sees); }).exit_code,
            0);
  const std::string own = "its own", one = "gates 0.1 0.5 1 0.25, i = 3, j = 2",
                    all = "i = 3, j = 0";
  refused([](Gates g, int i, int j) { return summed(g, i, j, ln, -1); }, own,
          "the gate of the key does not count");
  refused([](Gates g, int i, int j) { return std::exp(forgotten(g, i, j)); }, own,
          "this is the product of the gates");
  refused(
      [](Gates g, int i, int j) { return std::log(summed(g, i, j, [](double f) { return f; })); },
      own, "the logarithm of 0");
  refused([](Gates g, int i, int j) { return -forgotten(g, i, j); }, one, "the sign is wrong");
  refused([](Gates g, int i, int j) { return summed(g, i, j, ln, 0, -1); }, one,
          "the gate of the query counts");
  refused([](Gates g, int i, int j) { return summed(g, i, j, [](double f) { return f; }); }, one,
          "this is the gate itself");
  refused([](Gates g, int i, int j) { return std::exp(forgotten(g, i, j)) - 1; }, one,
          "this is 0.25 - 1");
  refused([](Gates g, int i, int j) { return forgotten(g, i, j) / std::log(2); }, one, "to base 2");
  refused([](Gates g, int i, int j) { return forgotten(g, i, j) / std::log(10); }, one,
          "to base 10");
  refused([](Gates g, int i, int j) { return i == j ? 0 : forgotten(g, i, i - 1); }, all,
          "and not only the last");
  refused([](Gates g, int i, int j) { return forgotten(g, i, j) / std::max(1, i - j); }, all,
          "this is their mean");
  refused([](Gates g, int i,
             int j) { return i == j ? 0 : std::log(summed(g, i, j, [](double f) { return f; })); },
          all, "the logarithm of a sum");
  refused([](Gates g, int i, int j) { return i == j ? 0 : forgotten(g, 3, j); }, "i = 1, j = 0",
          "gates after the query do not count");
}

TEST(Exercise18, RefusesOtherWindows) {
  const auto refused = [](bool (*f)(int, int, int, int), const std::string& check,
                          const std::string& hint) {
    expect_refused(examined([=](Examiner& e) { check_gates_and_windows(e, forgotten, f); }),
                   "hard-alibi: " + check, hint);
  };
  const std::string first = "head 1 of 4", third = "head 3 of 4";
  refused([](int h, int heads, int free, int n) { return h > heads - free || n <= h; }, first,
          "and not n <= h");
  refused([](int h, int, int free, int n) { return h <= free || n < h; }, first,
          "the last heads are");
  refused([](int h, int heads, int free, int n) { return h > heads - free || n < h - 1; }, first,
          "is the one that head 1 sees");
  refused([](int h, int heads, int free, int n) { return h > heads - free || n >= h; }, first,
          "near ones are seen");
  refused([](int h, int heads, int free, int n) { return h >= heads - free || n < h; }, third,
          "one head is free, the fourth");
  refused([](int h, int heads, int free, int n) { return h > heads - free || n == h - 1; }, third,
          "all of its last 3 characters");
  refused([](int h, int heads, int free, int n) { return h > heads - free || n < 1 << (h - 1); },
          third, "the windows do not double");
  refused([](int h, int, int, int n) { return n < h; }, "head 4 of 4", "head 4 is free");
  refused([](int h, int heads, int, int n) { return h == heads || n < h; }, "head 2 of 4",
          "with three of four free");
}

}  // namespace
}  // namespace whereabouts
