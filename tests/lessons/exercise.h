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

/// A wrong answer: refused, at the check that names the mistake.
inline void expect_refused(const Verdict& verdict, const std::string& failing_check,
                           const std::string& hint = "hint") {
  EXPECT_EQ(verdict.exit_code, 1);
  EXPECT_TRUE(verdict.says("FAIL  " + failing_check)) << verdict.text;
  EXPECT_TRUE(verdict.says(hint)) << verdict.text;
  EXPECT_FALSE(verdict.says("Well done")) << verdict.text;
}

}  // namespace whereabouts
