// How the exercises are tested: a checker must accept the solution and refuse the rest, in words.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <sstream>
#include <string>

#include "check/exercise.h"
#include "lessons/run.h"

namespace whereabouts {

/// What an exercise's main() would do with these checks.
struct Verdict {
  int exit_code;
  std::string text;
  bool says(const std::string& words) const { return text.find(words) != std::string::npos; }
  /// The first check that fails, with what is said of it: the lines below it that begin farther in.
  std::string first_failure() const {
    const std::size_t from = text.find("  FAIL  ");
    if (from == std::string::npos) return "";
    std::size_t until = text.find('\n', from);
    while (text.compare(until, 11, "\n          ") == 0) until = text.find('\n', until + 1);
    return text.substr(from + 8, until - from - 8);
  }
};

inline Verdict examined(const std::function<void(Examiner&)>& checks) {
  std::ostringstream out;
  const int exit_code = examine("00_test", checks, "Next: nothing", out);
  return {exit_code, out.str()};
}

/// Runs lessons/solutions/NAME.cpp, which must pass every check.
inline void expect_solution_passes(const std::string& name) {
  const Ran solution = run("solutions/" + name);
  EXPECT_EQ(solution.exit_code, 0) << solution.output;
  EXPECT_TRUE(solution.printed("checks pass. Well done!")) << solution.output;
  EXPECT_FALSE(solution.printed("FAIL")) << solution.output;
}

/// The exercise before anything is written.
inline void expect_unwritten(const Verdict& verdict) {
  EXPECT_EQ(verdict.exit_code, 1);
  EXPECT_TRUE(verdict.says("not written yet")) << verdict.text;
  EXPECT_FALSE(verdict.says("FAIL")) << verdict.text;
}

/// A wrong answer: refused, first at the check whose name begins so, with a hint that names the
/// mistake.
inline void expect_refused(const Verdict& verdict, const std::string& failing_check,
                           const std::string& hint) {
  EXPECT_EQ(verdict.exit_code, 1);
  const std::string failure = verdict.first_failure();
  EXPECT_TRUE(failure.starts_with(failing_check)) << "not " << failing_check << "\n"
                                                  << verdict.text;
  const std::size_t said = failure.find("hint      ");
  EXPECT_TRUE(said != failure.npos && failure.find(hint, said) != failure.npos)
      << "no hint \"" << hint << "\" in\n"
      << verdict.text;
  EXPECT_FALSE(verdict.says("Well done")) << verdict.text;
}

}  // namespace whereabouts
