// How far two rows of numbers are apart.
#pragma once

#include <span>
#include <vector>

namespace whereabouts {

/// The largest |x_i - y_i|; infinite if one of them is not a number. Throws std::invalid_argument
/// unless there are as many of each.
double largest_difference(std::span<const float> x, std::span<const float> y);
double largest_difference(std::span<const double> x, std::span<const double> y);
/// The same of each row of two matrices of so many rows.
std::vector<double> largest_differences(std::span<const float> x, std::span<const float> y,
                                        int rows);

}  // namespace whereabouts
