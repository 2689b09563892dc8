// The examiner of the exercises.
#include "check/exercise.h"

#include <gtest/gtest.h>

#include <csignal>
#include <cstdio>
#include <fstream>
#include <limits>
#include <sstream>

namespace whereabouts {
namespace {

struct Outcome {
  int exit_code;
  std::string text;
};

Outcome outcome(const std::function<void(Examiner&)>& checks) {
  std::ostringstream out;
  const int exit_code = examine("04_waves", checks, "Next: make 05", out);
  return {exit_code, out.str()};
}

const std::vector<double> kRow = {0.5, -1};

TEST(Exercise, CelebratesWhenAllPassAndSaysWhatComesNext) {
  const Outcome o = outcome([](Examiner& e) {
    e.expect("a row", kRow, std::vector<double>{0.500001, -1}, "none needed");
    e.expect("a number", 2, 2, "none needed");
    e.expect_true("a condition", true, "none needed");
  });
  EXPECT_EQ(o.exit_code, 0);
  EXPECT_EQ(o.text,
            "Exercise 04_waves\n\n  pass  a row\n  pass  a number\n  pass  a condition\n\n"
            "All 3 checks pass. Well done!\nNext: make 05\n");
}

TEST(Exercise, ShowsExpectedAndGivenNumbersAndAHintForEachFailure) {
  const Outcome o = outcome([](Examiner& e) {
    e.expect("a row", kRow, std::vector<double>{0.5, 1}, "mind the sign");
    e.expect("a number", 2, 2, "none needed");
  });
  EXPECT_EQ(o.exit_code, 1);
  EXPECT_EQ(o.text,
            "Exercise 04_waves\n\n  FAIL  a row\n          expected  0.5000  -1.0000\n"
            "          given     0.5000  1.0000\n          hint      mind the sign\n"
            "  pass  a number\n\n"
            "1 of 2 checks pass. Mend the first that fails; the others often follow.\n");
}

TEST(Exercise, ThatTouchesForeignMemorySaysSoAndKeepsWhatWasPrinted) {
  const std::string path = testing::TempDir() + "whereabouts_foreign_memory.txt";
  const auto crash = [&] {
    std::ofstream out(path);
    std::signal(SIGSEGV, SIG_DFL);
    examine(
        "04_waves",
        [](Examiner& e) {
          e.expect("a number", 2, 2, "none needed");
          std::raise(SIGSEGV);
        },
        "Next: make 05", out);
  };
  EXPECT_EXIT(crash(), testing::KilledBySignal(SIGSEGV),
              "Your function used memory that is not its own");
  std::stringstream text;
  text << std::ifstream(path).rdbuf();
  EXPECT_EQ(text.str(), "Exercise 04_waves\n\n  pass  a number\n");
  std::remove(path.c_str());
}

TEST(Exercise, CountsNumbersAndRefusesWhatIsNotOne) {
  const Outcome o = outcome([](Examiner& e) {
    e.expect("a short row", kRow, std::vector<double>{0.5}, "two are wanted");
    e.expect("a number", 2, std::numeric_limits<double>::quiet_NaN(), "0 / 0?");
  });
  EXPECT_EQ(o.exit_code, 1);
  EXPECT_NE(o.text.find("expected  2 numbers\n          given     1 numbers"), o.text.npos);
  EXPECT_NE(o.text.find("given     nan"), o.text.npos);
}

TEST(Exercise, ShowsALongRowFromItsFirstDifference) {
  std::vector<double> expected(100), given(100);
  given[50] = 7;
  const Outcome o =
      outcome([&](Examiner& e) { e.expect("a long row", expected, given, "look at 50"); });
  EXPECT_NE(o.text.find("given     ... 7.0000  0.0000"), o.text.npos) << o.text;
}

TEST(Exercise, SaysWhereToWriteWhatIsNotWritten) {
  const Outcome o = outcome([](Examiner&) { not_written(); });
  EXPECT_EQ(o.exit_code, 1);
  EXPECT_NE(o.text.find("This exercise is not written yet. Open lessons/exercises/04_waves.cpp"),
            o.text.npos);
  EXPECT_NE(o.text.find("make exercise-04"), o.text.npos);
  const Outcome half = outcome([](Examiner& e) {
    e.expect("a number", 2, 2, "none needed");
    not_written();
  });
  EXPECT_EQ(half.exit_code, 1);
  EXPECT_NE(half.text.find("The rest of this exercise is not written yet"), half.text.npos);
}

TEST(Exercise, ReportsAnExceptionAsAFailure) {
  const Outcome o = outcome([](Examiner&) { throw std::out_of_range("vector::at"); });
  EXPECT_EQ(o.exit_code, 1);
  EXPECT_NE(o.text.find("FAIL  your function threw an exception: vector::at"), o.text.npos);
}

}  // namespace
}  // namespace whereabouts
