// Made-up names said again (protocol `names`), as a table and a plot.
#pragma once

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

/// What the table has of names in sight, for those that read `longest`.
LinePlot recall_plot(const std::vector<ResultRow>& rows, int trained_length, int longest);

}  // namespace whereabouts
