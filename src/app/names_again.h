// Made-up names said again (protocol `recall`), as a lesson prints and draws them.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "evaluate/recall.h"
#include "report/svg.h"

namespace whereabouts {

/// One model that reads this many characters.
struct NamesAgain {
  std::string scheme;
  int length = 0;
  std::vector<RecallScore> scores;
};

/// The share of characters right, a row for each of `all` and a column for each octave of distances
/// within `longest` / 2: with the last mention in sight (ten names or more, else "-"), or, marked
/// "?", out of sight, which is what guessing gives. The last column is all other text.
std::string names_table(std::span<const NamesAgain> all, int longest);

/// What the table has of names in sight, for those that read `longest`.
LinePlot names_plot(std::span<const NamesAgain> all, int trained_length, int longest);

/// Every score: scheme,length,kind,from,to,bits_per_char,accuracy,scored.
std::string names_csv(std::span<const NamesAgain> all);

}  // namespace whereabouts
