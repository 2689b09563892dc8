#include "lesson/guess.h"

#include <unistd.h>

#include <cmath>
#include <iostream>
#include <set>
#include <sstream>

#include "report/number.h"
#include "report/terminal.h"
#include "util/check.h"
#include "util/file.h"
#include "util/read_number.h"
#include "util/write_file.h"

namespace whereabouts {
namespace {

constexpr const char* kHeader = "lesson,guess,measured,tolerance,right\n";

// How many lessons were guessed, and how many of them right the first time.
std::string first_guesses(const std::string& table) {
  std::set<std::string> seen;
  int right = 0;
  std::istringstream lines(table);
  std::string line;
  std::getline(lines, line);
  while (std::getline(lines, line))
    if (seen.insert(line.substr(0, line.find(','))).second && line.ends_with(",1")) ++right;
  return concat(right, " of ", seen.size());
}

}  // namespace

Lesson lesson_for_guess(const std::string& name, const std::filesystem::path& out, bool quick,
                        std::optional<double> guess, int argc) {
  Lesson lesson;
  lesson.name = name, lesson.out = out, lesson.guess = guess;
  lesson.settings.quick = quick, lesson.as_shipped = argc == 1;
  return lesson;
}

Guess::Guess(const Lesson& lesson, const std::string& question)
    : lesson_(lesson.name), guess_(lesson.guess) {
  if (!lesson.settings.quick && !lesson.out.empty())
    file_ = lesson.out.parent_path() / "guesses.csv";
  std::cout << "Predict: " << question << "\n";
  if (guess_) {
    std::cout << "Your guess: " << shortest(*guess_) << "\n";
    return;
  }
  if (!lesson.as_shipped || !is_terminal(STDIN_FILENO) || !is_terminal(STDOUT_FILENO)) {
    std::cout << "(--guess NUMBER says what you expect, and keeps your score)\n\n";
    return;
  }
  std::cout << "Your guess (or Enter): " << std::flush;
  std::string line;
  double number = 0;
  if (std::getline(std::cin, line) && read_number(line, number) == std::errc() &&
      std::isfinite(number))
    guess_ = number;
}

void Guess::compare(double measured, double tolerance, int decimals) const {
  std::cout << "\nMeasured: " << format_fixed(measured, decimals);
  if (!guess_) {
    std::cout << "\n";
    return;
  }
  const bool right = std::abs(*guess_ - measured) <= tolerance;
  std::cout << ". Your guess was " << shortest(*guess_) << ", which is "
            << (right ? "right" : "not") << " within " << shortest(tolerance) << ".\n";
  if (file_.empty()) return;
  std::string table =
      std::filesystem::exists(file_) ? read_file(file_.string(), "the guesses") : kHeader;
  table += concat(lesson_, ",", shortest(*guess_), ",", shortest(measured), ",",
                  shortest(tolerance), ",", right ? 1 : 0, "\n");
  write_file(file_, table);
  std::cout << "Lessons guessed right the first time: " << first_guesses(table) << " ("
            << file_.string() << ")\n";
}

}  // namespace whereabouts
