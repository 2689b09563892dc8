// The examiner of the course's exercises: it says which check fails, what was expected, what was
// given, and what to look at.
//
// An exercise is one file, lessons/exercises/NN_name.cpp: a function to write, and a main() that
// hands it to the checks beside it, in NN_name_check.h. The answer in lessons/solutions/ has the
// same form, and the tests hand wrong answers to the same checks.
#pragma once

// Some of these only a student may want: a forgotten include is no mistake that teaches anything.
#include <algorithm>
#include <cmath>
#include <functional>
#include <iosfwd>
#include <limits>
#include <numbers>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

namespace whereabouts {

/// What an unwritten exercise throws.
class NotWritten : public std::logic_error {
 public:
  NotWritten() : std::logic_error("not written yet") {}
};
/// The body of an exercise before it is written.
[[noreturn]] inline void not_written() { throw NotWritten(); }

/// What a typical mistake gives, and the hint that names it.
struct Mistake {
  std::vector<double> gives;
  std::string hint;
};
/// The same of an answer that is text.
struct WrongText {
  std::string gives;
  std::string hint;
};

/// Compares, prints, and counts. Each check is one line when it passes; when it fails, the expected
/// and the given answer follow, and a hint: that of the first of `mistakes` which gives the same,
/// else `hint`. The student's function is called within its check, so that a crash or an exception
/// can be told with the name of the check.
class Examiner {
 public:
  using Number = std::function<double()>;
  using Numbers = std::function<std::vector<double>()>;
  using Text = std::function<std::string()>;

  explicit Examiner(std::ostream& out) : out_(out) {}

  /// One number, or several. They pass if there are as many as expected, and each is finite and
  /// within `tolerance`.
  void expect(const std::string& what, double expected, const Number& given,
              const std::string& hint, const std::vector<Mistake>& mistakes = {},
              double tolerance = 1e-5);
  void expect(const std::string& what, const std::vector<double>& expected, const Numbers& given,
              const std::string& hint, const std::vector<Mistake>& mistakes = {},
              double tolerance = 1e-5);
  /// A text, which must be the same to the letter.
  void expect(const std::string& what, const std::string& expected, const Text& given,
              const std::string& hint, const std::vector<WrongText>& mistakes = {});
  /// A condition, where no numbers would help.
  void expect_true(const std::string& what, const std::function<bool()>& holds,
                   const std::string& hint);

  int passed() const { return passed_; }
  int checks() const { return checks_; }
  /// The check that began last.
  const std::string& running() const { return running_; }

 private:
  void begins(const std::string& what);
  void passes();
  void fails(const std::string& expected, const std::string& given, const std::string& hint);

  std::ostream& out_;
  std::string running_;
  int passed_ = 0, checks_ = 0;
};

/// The main() of an exercise. Runs the checks and prints the verdict; `next` is what comes after
/// it. Returns the exit code: 0 if all pass, 1 if not, also when the exercise is not written yet or
/// throws. A crash ends the program after a message that names the check.
int examine(const std::string& exercise, const std::function<void(Examiner&)>& checks,
            const std::string& next);
/// The same on another stream.
int examine(const std::string& exercise, const std::function<void(Examiner&)>& checks,
            const std::string& next, std::ostream& out);

}  // namespace whereabouts
