// Bits per character against the length of the context, from the rows of any protocol that gives
// one number for each length: as a table, as a small plot in text, and as a plot for SVG.
#pragma once

#include <string>
#include <vector>

#include "evaluate/result_row.h"
#include "report/svg.h"

namespace whereabouts {

/// Which curves of many rows, a curve a scheme. Several seeds give a median and its extremes.
struct LengthCurves {
  std::vector<std::string> schemes = {};  ///< in this order; empty: all, as the rows have them
  std::string protocol = "fixed";
  int trained_length = 0;
  /// Not defined beyond the training length, so what is shown there is another form; marked.
  std::vector<std::string> clamped = {};
  /// Not learned at the training length, so that their gap means nothing; marked there.
  std::vector<std::string> unlearned = {};
};

/// A row for each scheme and a column for each length; `relative` shows how much more than at the
/// training length. Several seeds take three rows: the median, the mean, and its 95 % interval over
/// runs (experiment/block_interval.h). `corner` is the heading of the first column.
std::string length_table(const std::vector<ResultRow>& rows, const LengthCurves& curves,
                         const std::string& corner = "scheme", bool relative = false);
/// The medians.
std::string length_text_plot(const std::vector<ResultRow>& rows, const LengthCurves& curves);
LinePlot length_plot(const std::vector<ResultRow>& rows, const LengthCurves& curves,
                     const std::string& title);

/// The median at one length. Throws std::invalid_argument if nothing was measured there.
double bits_at(const std::vector<ResultRow>& rows, const std::string& scheme, int length);
/// How many schemes need less than `more` bits more at one length than at another, in the median.
int flat_schemes(const std::vector<ResultRow>& rows, int length, int longest, double more);
/// The longest length up to which no median is above `most`; 0 if already the first one is.
int reach(const std::vector<ResultRow>& rows, const std::string& scheme, double most);
/// The largest reach of any scheme.
int best_reach(const std::vector<ResultRow>& rows, double most);
/// A line for each scheme of rows under protocol fixed: up to which length it has at most
/// `at_home` + `more` bits.
std::string reach_lines(const std::vector<ResultRow>& rows, double at_home, double more);
/// What is said of each unlearned scheme, whose bits at the trained length are above `baseline`,
/// those of a table of what follows each character.
std::string unlearned_lines(const std::vector<ResultRow>& rows, const LengthCurves& curves,
                            double baseline);

}  // namespace whereabouts
