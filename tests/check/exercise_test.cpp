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

// What a student's function gives, whatever it is asked.
auto gives(auto answer) {
  return [answer] { return answer; };
}
using Row = std::vector<double>;

TEST(Exercise, CelebratesWhenAllPassAndSaysWhatComesNext) {
  const Outcome o = outcome([](Examiner& e) {
    e.expect("a row", kRow, gives(Row{0.500001, -1}), "none needed");
    e.expect("a number", 2, gives(2), "none needed");
    e.expect("a text", "ab", gives(std::string("ab")), "none needed");
    e.expect_true("a condition", gives(true), "none needed");
  });
  EXPECT_EQ(o.exit_code, 0);
  EXPECT_EQ(o.text,
            "Exercise 04_waves\n\n  pass  a row\n  pass  a number\n  pass  a text\n"
            "  pass  a condition\n\nAll 4 checks pass. Well done!\nNext: make 05\n");
}

TEST(Exercise, ShowsTheExpectedAndTheGivenAnswerAndAHintForEachFailure) {
  const Outcome o = outcome([](Examiner& e) {
    e.expect("a row", kRow, gives(Row{0.5, 1}), "mind the sign");
    e.expect("a number", 2, gives(2), "none needed");
    e.expect("a text", "ab", gives(std::string("ba")), "a comes first");
  });
  EXPECT_EQ(o.exit_code, 1);
  EXPECT_EQ(o.text,
            "Exercise 04_waves\n\n  FAIL  a row\n          expected  0.5000  -1.0000\n"
            "          given     0.5000  1.0000\n          hint      mind the sign\n"
            "  pass  a number\n  FAIL  a text\n          expected  \"ab\"\n"
            "          given     \"ba\"\n          hint      a comes first\n\n"
            "1 of 3 checks pass. Mend the first that fails; the others often follow.\n");
}

TEST(Exercise, HintsAtTheMistakeThatGivesTheSameAnswer) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const std::vector<Mistake> mistakes = {
      {{0.5, 1}, "the sign"}, {{nan, nan}, "0 / 0"}, {{0.5}, "one is missing"}};
  const auto hint = [&](const Row& given) {
    const Outcome o =
        outcome([&](Examiner& e) { e.expect("a row", kRow, gives(given), "any", mistakes); });
    const std::size_t from = o.text.find("hint      ") + 10;
    return o.text.substr(from, o.text.find('\n', from) - from);
  };
  EXPECT_EQ(hint({0.5, 1.000001}), "the sign");
  EXPECT_EQ(hint({nan, nan}), "0 / 0");
  EXPECT_EQ(hint({0.5}), "one is missing");
  EXPECT_EQ(hint({0.5, 2}), "any");
  const Outcome o = outcome([&](Examiner& e) {
    e.expect("a text", "ab", gives(std::string("ba")), "any", {{"ba", "turned round"}});
  });
  EXPECT_NE(o.text.find("hint      turned round"), o.text.npos);
}

// What the program leaves in its stream when the second check ends it by a signal.
void expect_crash(const std::function<double()>& second, int signal, const std::string& message) {
  const std::string path = testing::TempDir() + "whereabouts_crash.txt";
  const auto crash = [&] {
    std::ofstream out(path);
    for (const int s : {SIGSEGV, SIGBUS, SIGFPE, SIGABRT}) std::signal(s, SIG_DFL);
    examine(
        "04_waves",
        [&](Examiner& e) {
          e.expect("a number", 2, gives(2), "none needed");
          e.expect("another number", 2, second, "none needed");
        },
        "Next: make 05", out);
  };
  EXPECT_EXIT(crash(), testing::KilledBySignal(signal),
              "FAIL  another number\n          crash     " + message);
  std::stringstream text;
  text << std::ifstream(path).rdbuf();
  EXPECT_EQ(text.str(), "Exercise 04_waves\n\n  pass  a number\n");
  std::remove(path.c_str());
}

TEST(Exercise, ThatCrashesNamesTheCheckAndKeepsWhatWasPrinted) {
  const auto raises = [](int signal) {
    return [signal] { return static_cast<double>(std::raise(signal)); };
  };
  expect_crash(raises(SIGSEGV), SIGSEGV, "it used memory that is not its own");
  expect_crash(raises(SIGFPE), SIGFPE, "a whole number was divided by 0");
  expect_crash(raises(SIGABRT), SIGABRT, "the C.. library stopped the program");
}

TEST(Exercise, ThatPassedWatchesForNoMoreCrashes) {
  std::signal(SIGFPE, SIG_DFL);
  outcome([](Examiner& e) { e.expect("a number", 2, gives(2), "none needed"); });
  EXPECT_EQ(std::signal(SIGFPE, SIG_DFL), SIG_DFL);
}

TEST(Exercise, CountsNumbersAndRefusesWhatIsNotOne) {
  const Outcome o = outcome([](Examiner& e) {
    e.expect("a short row", kRow, gives(Row{0.5}), "two are wanted");
    e.expect("a number", 2, gives(std::numeric_limits<double>::quiet_NaN()), "0 / 0?");
  });
  EXPECT_EQ(o.exit_code, 1);
  EXPECT_NE(o.text.find("expected  2 numbers\n          given     1 numbers"), o.text.npos);
  EXPECT_NE(o.text.find("given     nan"), o.text.npos);
}

TEST(Exercise, ShowsALongRowFromItsFirstDifference) {
  Row expected(100), given(100);
  given[50] = 7;
  const Outcome o =
      outcome([&](Examiner& e) { e.expect("a long row", expected, gives(given), "look at 50"); });
  EXPECT_NE(o.text.find("given     ... 7.0000  0.0000"), o.text.npos) << o.text;
}

TEST(Exercise, SaysWhereToWriteWhatIsNotWritten) {
  const Outcome o = outcome([](Examiner&) { not_written(); });
  EXPECT_EQ(o.exit_code, 1);
  EXPECT_NE(o.text.find("This exercise is not written yet. Open lessons/exercises/04_waves.cpp"),
            o.text.npos);
  EXPECT_NE(o.text.find("make exercise-04"), o.text.npos);
  const Outcome half = outcome([](Examiner& e) {
    e.expect("a number", 2, gives(2), "none needed");
    not_written();
  });
  EXPECT_EQ(half.exit_code, 1);
  EXPECT_NE(half.text.find("The rest of this exercise is not written yet"), half.text.npos);
}

TEST(Exercise, ReportsAnExceptionAsAFailureOfItsCheck) {
  const Outcome o = outcome([](Examiner& e) {
    const auto throws = []() -> double { throw std::out_of_range("vector::at"); };
    e.expect("a number", 2, gives(2), "none needed");
    e.expect("another number", 2, throws, "none needed");
  });
  EXPECT_EQ(o.exit_code, 1);
  EXPECT_NE(o.text.find("  pass  a number\n  FAIL  another number\n"
                        "          hint      your function threw an exception: vector::at"),
            o.text.npos)
      << o.text;
}

}  // namespace
}  // namespace whereabouts
