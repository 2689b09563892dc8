#include "check/exercise.h"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <csignal>
#include <iostream>
#include <string_view>

#include "report/number.h"
#include "util/check.h"

namespace whereabouts {
namespace {

// At most so many numbers are shown, starting with the first that differs.
constexpr std::size_t kShown = 8;

std::string shown(std::span<const double> numbers, std::size_t from) {
  std::string text = from > 0 ? "... " : "";
  for (std::size_t i = from; i < std::min(numbers.size(), from + kShown); ++i)
    text += (i > from ? "  " : "") + format_fixed(numbers[i], 4);
  if (numbers.size() > from + kShown) text += " ...";
  return numbers.empty() ? "no numbers" : text;
}

// What the system ends a program for: mostly an index that is too large, or a reference to a
// variable that is gone. A handler may do no more than write.
void tell_of_foreign_memory(int signal) {
  constexpr std::string_view kSaid =
      "\n  Your function used memory that is not its own: an index beyond the end, or a\n"
      "  reference to a variable that is gone. The checks above ran before that.\n";
  [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, kSaid.data(), kSaid.size());
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

}  // namespace

void Examiner::passes(const std::string& what) {
  ++checks_;
  ++passed_;
  out_ << "  pass  " << what << std::endl;
}

void Examiner::fails(const std::string& what, const std::string& expected, const std::string& given,
                     const std::string& hint) {
  ++checks_;
  out_ << "  FAIL  " << what << "\n";
  if (!expected.empty())
    out_ << "          expected  " << expected << "\n          given     " << given << "\n";
  out_ << "          hint      " << hint << std::endl;
}

void Examiner::expect(const std::string& what, double expected, double given,
                      const std::string& hint, double tolerance) {
  expect(what, std::span(&expected, 1), std::span(&given, 1), hint, tolerance);
}

void Examiner::expect(const std::string& what, std::span<const double> expected,
                      std::span<const double> given, const std::string& hint, double tolerance) {
  if (expected.size() != given.size()) {
    fails(what, concat(expected.size(), " numbers"), concat(given.size(), " numbers"), hint);
    return;
  }
  for (std::size_t i = 0; i < expected.size(); ++i) {
    if (expected[i] == given[i]) continue;  // infinities too
    if (std::isfinite(given[i]) && std::abs(expected[i] - given[i]) <= tolerance) continue;
    const std::size_t from = i < kShown ? 0 : i;
    fails(what, shown(expected, from), shown(given, from), hint);
    return;
  }
  passes(what);
}

void Examiner::expect_true(const std::string& what, bool holds, const std::string& hint) {
  if (holds)
    passes(what);
  else
    fails(what, "", "", hint);
}

int examine(const std::string& exercise, const std::function<void(Examiner&)>& checks,
            const std::string& next, std::ostream& out) {
  const std::string number = exercise.substr(0, 2);
  out << "Exercise " << exercise << "\n" << std::endl;
  Examiner examiner(out);
  if (const auto before = std::signal(SIGSEGV, tell_of_foreign_memory); before != SIG_DFL)
    std::signal(SIGSEGV, before);  // a sanitizer knows more
  try {
    checks(examiner);
  } catch (const NotWritten&) {
    out << (examiner.checks() == 0 ? "  This exercise" : "  The rest of this exercise")
        << " is not written yet. Open lessons/exercises/" << exercise
        << ".cpp,\n  replace the line not_written(); and run  make exercise-" << number
        << "  again.\n";
    return 1;
  } catch (const std::exception& e) {
    out << "  FAIL  your function threw an exception: " << e.what() << "\n";
    return 1;
  }
  out << "\n";
  if (examiner.passed() < examiner.checks()) {
    out << examiner.passed() << " of " << examiner.checks()
        << " checks pass. Mend the first that fails; the others often follow.\n";
    return 1;
  }
  out << "All " << examiner.checks() << " checks pass. Well done!\n" << next << "\n";
  return 0;
}

int examine(const std::string& exercise, const std::function<void(Examiner&)>& checks,
            const std::string& next) {
  return examine(exercise, checks, next, std::cout);
}

}  // namespace whereabouts
