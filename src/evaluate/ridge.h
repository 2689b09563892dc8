// A linear probe: how much of a number can be read off a vector by a weighted sum.
#pragma once

#include <span>
#include <vector>

namespace whereabouts {

/// value = weights . x + offset
struct LinearProbe {
  std::vector<double> weights;
  double offset = 0;
  double operator()(std::span<const float> x) const;
};

/// Ridge regression: the probe that minimises
///
///   sum over the rows of (w . x + b - y)^2  +  lambda |w|^2
///
/// for x [rows, columns], and y [rows]. Throws std::invalid_argument unless lambda is above 0 and
/// there are as many rows of each.
LinearProbe ridge(std::span<const float> x, std::span<const double> y, double lambda);

/// R^2 = 1 - sum (probe(x) - y)^2 / sum (y - mean y)^2: 1 if all is right, 0 if no better than the
/// mean, below 0 if worse.
double r_squared(const LinearProbe& probe, std::span<const float> x, std::span<const double> y);

}  // namespace whereabouts
