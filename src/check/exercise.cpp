#include "check/exercise.h"

#include <unistd.h>

#include <array>
#include <csignal>
#include <iostream>
#include <span>
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

bool same(std::span<const double> expected, std::span<const double> given, double tolerance) {
  const auto alike = [&](double e, double g) {
    if (e == g || (std::isnan(e) && std::isnan(g))) return true;  // infinities too
    return std::isfinite(g) && std::abs(e - g) <= tolerance;
  };
  return std::ranges::equal(expected, given, alike);
}

// The name of the running check, where the handler of a signal may read it.
std::array<char, 160> check_at_work{};

std::string_view cause_of(int signal) {
  if (signal == SIGFPE) return "a whole number was divided by 0, or its remainder by 0 was taken";
  if (signal == SIGABRT)
    return "the C++ library stopped the program: the message above says why.\n"
           "                    __n < this->size() means an index beyond the end of a vector";
  return "it used memory that is not its own: an index beyond the end, a reference to\n"
         "                    a variable that is gone ([&] in place of [=]), or a function that\n"
         "                    calls itself without end";
}

// A handler may do no more than write.
void tell_of_crash(int signal) {
  const auto say = [](std::string_view text) {
    [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, text.data(), text.size());
  };
  say("  FAIL  ");
  say(check_at_work.data());
  say("\n          crash     ");
  say(cause_of(signal));
  say("\n");
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

// While it lives, what ends the program names the check first.
class CrashReport {
 public:
  CrashReport() {
    // A function that calls itself without end leaves no room on the stack, so the handler has its
    // own. A sanitizer has its own already.
    static std::array<char, 1 << 16> room;
    stack_t before{};
    if (sigaltstack(nullptr, &before) == 0 && (before.ss_flags & SS_DISABLE) != 0) {
      stack_t stack{};
      stack.ss_sp = room.data();
      stack.ss_size = room.size();
      sigaltstack(&stack, nullptr);
    }
    struct sigaction ours {};
    ours.sa_handler = tell_of_crash;
    ours.sa_flags = SA_ONSTACK;
    for (const int signal : kSignals) {
      struct sigaction theirs {};
      sigaction(signal, nullptr, &theirs);
      if (theirs.sa_handler != SIG_DFL) continue;  // a sanitizer knows more
      sigaction(signal, &ours, nullptr);
      watched_.push_back(signal);
    }
  }
  ~CrashReport() {
    for (const int signal : watched_) std::signal(signal, SIG_DFL);
  }
  CrashReport(const CrashReport&) = delete;
  CrashReport& operator=(const CrashReport&) = delete;

 private:
  static constexpr std::array kSignals = {SIGSEGV, SIGBUS, SIGFPE, SIGABRT};
  std::vector<int> watched_;
};

}  // namespace

void Examiner::begins(const std::string& what) {
  out_.flush();
  running_ = what;
  const std::size_t length = std::min(what.size(), check_at_work.size() - 1);
  std::copy_n(what.begin(), length, check_at_work.begin());
  check_at_work[length] = '\0';
}

void Examiner::passes() {
  ++checks_;
  ++passed_;
  out_ << "  pass  " << running_ << std::endl;
}

void Examiner::fails(const std::string& expected, const std::string& given,
                     const std::string& hint) {
  ++checks_;
  out_ << "  FAIL  " << running_ << "\n";
  if (!expected.empty())
    out_ << "          expected  " << expected << "\n          given     " << given << "\n";
  out_ << "          hint      " << hint << std::endl;
}

void Examiner::expect(const std::string& what, double expected, const Number& given,
                      const std::string& hint, const std::vector<Mistake>& mistakes,
                      double tolerance) {
  expect(
      what, std::vector{expected}, [&] { return std::vector{given()}; }, hint, mistakes, tolerance);
}

void Examiner::expect(const std::string& what, const std::vector<double>& expected,
                      const Numbers& given, const std::string& hint,
                      const std::vector<Mistake>& mistakes, double tolerance) {
  begins(what);
  const std::vector<double> answer = given();
  if (same(expected, answer, tolerance)) return passes();
  const auto known = std::ranges::find_if(
      mistakes, [&](const Mistake& m) { return same(m.gives, answer, tolerance); });
  const std::string& said = known == mistakes.end() ? hint : known->hint;
  if (expected.size() != answer.size())
    return fails(concat(expected.size(), " numbers"), concat(answer.size(), " numbers"), said);
  std::size_t i = 0;
  while (same({&expected[i], 1}, {&answer[i], 1}, tolerance)) ++i;
  const std::size_t from = i < kShown ? 0 : i;
  fails(shown(expected, from), shown(answer, from), said);
}

void Examiner::expect(const std::string& what, const std::string& expected, const Text& given,
                      const std::string& hint, const std::vector<WrongText>& mistakes) {
  begins(what);
  const std::string answer = given();
  if (answer == expected) return passes();
  const auto known = std::ranges::find(mistakes, answer, &WrongText::gives);
  fails('"' + expected + '"', '"' + answer + '"', known == mistakes.end() ? hint : known->hint);
}

void Examiner::expect_true(const std::string& what, const std::function<bool()>& holds,
                           const std::string& hint) {
  begins(what);
  holds() ? passes() : fails("", "", hint);
}

int examine(const std::string& exercise, const std::function<void(Examiner&)>& checks,
            const std::string& next, std::ostream& out) {
  const std::string number = exercise.substr(0, 2);
  out << "Exercise " << exercise << "\n" << std::endl;
  Examiner examiner(out);
  const CrashReport report;
  try {
    checks(examiner);
  } catch (const NotWritten&) {
    out << (examiner.checks() == 0 ? "  This exercise" : "  The rest of this exercise")
        << " is not written yet. Open lessons/exercises/" << exercise
        << ".cpp,\n  replace the line not_written(); and run  make exercise-" << number
        << "  again.\n";
    return 1;
  } catch (const std::exception& e) {
    out << "  FAIL  " << examiner.running()
        << "\n          hint      your function threw an exception: " << e.what() << "\n";
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
  std::cout << std::unitbuf;  // what a student prints is not lost in a crash
  return examine(exercise, checks, next, std::cout);
}

}  // namespace whereabouts
