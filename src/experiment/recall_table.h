// Made-up names said again (protocol `names`), as a table and a plot.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "evaluate/result_row.h"
#include "report/svg.h"

namespace whereabouts {

/// The share of characters right, a row for each scheme and length of context, and a column for
/// each octave of distances within `longest` / 2: with the last mention in sight (ten names or
/// more, else "-"), or, marked "?", out of sight, which is what guessing gives. The last column is
/// all other text.
std::string recall_table(const std::vector<ResultRow>& rows, int longest);

/// Whether a scheme copies names at all, and whether it still does beyond its training length: the
/// share of their characters that is right.
struct Recall {
  double near = 0;  ///< last said within the training length (8 characters back and more), in sight
  double guess = 0;  ///< last said before it, and out of sight
  double far = 0;    ///< last said before it, in the sight of a longer context

  /// A model that does not copy near names cannot show what its scheme does with far ones.
  bool learned() const { return near >= kCopies; }
  /// What of the copying is left: 1 if far names are copied as well as near ones, 0 if guessed.
  double kept() const { return (far - guess) / (near - guess); }
  /// "uses far text" if at least half is left, "uses some of it" if a tenth, "does not use it", or
  /// that it cannot be tested.
  std::string verdict() const;

  static constexpr double kCopies = 0.6;
};

/// The mean over all rows of `scheme` (several seeds count alike), with far names read in `longest`
/// characters. Nothing if the rows lack one of the three.
std::optional<Recall> recall_of(const std::vector<ResultRow>& rows, const std::string& scheme,
                                int trained_length, int longest);

/// A row with the verdict for each scheme that has rows.
std::string recall_verdicts(const std::vector<ResultRow>& rows, int trained_length, int longest);

/// What the table has of names in sight, for those that read `longest`.
LinePlot recall_plot(const std::vector<ResultRow>& rows, int trained_length, int longest);

}  // namespace whereabouts
