// Lesson 18 and its exercise.
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

TEST(Exercise18, RefusesTheUsualMistakesAndSaysWhatIsMeant) {
  using Gates = const std::vector<double>&;
  const auto of_gates = [](double (*f)(Gates, int, int)) {
    return examined([=](Examiner& e) { check_gates_and_windows(e, f, sees); });
  };
  const auto of_heads = [](bool (*f)(int, int, int, int)) {
    return examined([=](Examiner& e) { check_gates_and_windows(e, forgotten, f); });
  };
  EXPECT_EQ(of_gates(forgotten).exit_code, 0);
  expect_refused(of_gates([](Gates g, int i, int j) { return forgotten(g, i, j - 1); }),
                 "fox: its own character is not forgotten", "from k = j + 1 to i");
  expect_refused(of_gates([](Gates g, int i, int j) { return -forgotten(g, i, j); }),
                 "fox: gates 0.1 0.5 1 0.25", "ln 0.25");
  expect_refused(of_gates([](Gates g, int i, int j) {
                   double product = 1;
                   for (int k = j + 1; k <= i; ++k) product *= g[static_cast<std::size_t>(k)];
                   return product - 1;
                 }),
                 "fox: gates 0.1 0.5 1 0.25, i = 3, j = 2");
  expect_refused(
      of_heads([](int h, int heads, int free, int n) { return h > heads - free || n <= h; }),
      "hard-alibi: head 1 of 4", "head 1 sees one character");
  expect_refused(of_heads([](int h, int, int free, int n) { return h <= free || n < h; }),
                 "hard-alibi: head 1 of 4");
  expect_refused(of_heads([](int h, int heads, int, int n) { return h == heads || n < h; }),
                 "hard-alibi: head 2 of 4", "with three of four free");
}

}  // namespace
}  // namespace whereabouts
