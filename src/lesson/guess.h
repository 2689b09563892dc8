// Predict, then measure: a lesson asks for a number before it shows it, and keeps a score.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "lesson/lesson.h"

namespace whereabouts {

/// What a Guess looks at, for a program that is no Lesson: its name, its folder, whether it runs
/// with --quick, --guess, and how many words were typed in all.
Lesson lesson_for_guess(const std::string& name, const std::filesystem::path& out, bool quick,
                        std::optional<double> guess, int argc);

/// The reader's guess of one number that the lesson is about to measure.
class Guess {
 public:
  /// Prints the question. The guess is that of --guess. Without it the reader is asked where input
  /// and output are a terminal and no flag was given; elsewhere the lesson goes on without a guess,
  /// so that no experiment waits for somebody who is not there.
  Guess(const Lesson& lesson, const std::string& question);

  /// Prints what was measured and, beside it, the guess; it is right if it is within `tolerance`.
  /// Keeps both in guesses.csv beside the lesson's folder, and prints the score so far, for which
  /// the first guess of each lesson counts. With --quick nothing is kept.
  void compare(double measured, double tolerance, int decimals = 0) const;

 private:
  std::string lesson_;
  std::filesystem::path file_;  // empty: nothing is kept
  std::optional<double> guess_;
};

}  // namespace whereabouts
