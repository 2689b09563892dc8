// How far a mean over seeds and blocks of text can be trusted.
#pragma once

#include <vector>

namespace whereabouts {

/// A mean and the 95 % interval around it.
struct Interval {
  double mean = 0, low = 0, high = 0;
  bool holds(double x) const { return low <= x && x <= high; }
  double half() const { return (high - low) / 2; }
};

/// values[s][b] was measured with seed s on block b of the text (or is the difference of two such
/// values). The interval is for the mean over all seeds and all text, of which these are samples:
///
///   value(s, b) = mean + seed(s) + block(b) + rest(s, b)
///
/// The variance of the mean is estimated by the mean squares of a two-way table,
///
///   (M_seeds + M_blocks - M_rest) / (S B)
///
/// and taken times the quantile of Student's t with the degrees of freedom of Satterthwaite (1946).
/// With a single block the seeds alone are samples, and with a single seed the blocks: then the
/// interval says nothing of other text, or of other seeds. Throws std::invalid_argument if there is
/// a single value, or rows differ in length.
Interval interval_of(const std::vector<std::vector<double>>& values);

/// The same for one value a seed.
Interval interval_over_seeds(const std::vector<double>& values);

/// The number that Student's t with `freedom` degrees of freedom exceeds, on either side, in 5 % of
/// all cases: 12.706 for 1, 1.960 for very many.
double student_t_95(double freedom);

}  // namespace whereabouts
