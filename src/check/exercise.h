// The examiner of the course's exercises: it says which check fails, what was expected, what was
// given, and what to look at.
//
// An exercise is one file, lessons/exercises/NN_name.cpp: a function to write, and a main() that
// hands it to the checks beside it, in NN_name_check.h. The answer in lessons/solutions/ has the
// same form, and the tests hand wrong answers to the same checks.
#pragma once

#include <functional>
#include <iosfwd>
#include <span>
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

/// Compares, prints, and counts. Each check is one line when it passes; when it fails, the expected
/// and the given numbers follow, and a hint.
class Examiner {
 public:
  explicit Examiner(std::ostream& out) : out_(out) {}

  /// One number, or several. They pass if there are as many as expected, and each is finite and
  /// within `tolerance`.
  void expect(const std::string& what, double expected, double given, const std::string& hint,
              double tolerance = 1e-5);
  void expect(const std::string& what, std::span<const double> expected,
              std::span<const double> given, const std::string& hint, double tolerance = 1e-5);
  /// A condition, where no numbers would help.
  void expect_true(const std::string& what, bool holds, const std::string& hint);

  int passed() const { return passed_; }
  int checks() const { return checks_; }

 private:
  void passes(const std::string& what);
  void fails(const std::string& what, const std::string& expected, const std::string& given,
             const std::string& hint);

  std::ostream& out_;
  int passed_ = 0, checks_ = 0;
};

/// The main() of an exercise. Runs the checks and prints the verdict; `next` is what comes after
/// it. Returns the exit code: 0 if all pass, 1 if not, also when the exercise is not written yet or
/// throws.
int examine(const std::string& exercise, const std::function<void(Examiner&)>& checks,
            const std::string& next);
/// The same on another stream.
int examine(const std::string& exercise, const std::function<void(Examiner&)>& checks,
            const std::string& next, std::ostream& out);

}  // namespace whereabouts
