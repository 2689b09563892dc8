#include "check/difference.h"

#include <cmath>

#include "util/check.h"

namespace whereabouts {
namespace {

template <class Number>
double largest_gap(std::span<const Number> x, std::span<const Number> y) {
  check_argument(x.size() == y.size(), "largest_difference", x.size(), " numbers and ", y.size());
  double largest = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double difference = std::abs(double{x[i]} - y[i]);
    // NaN compares as false with everything: as infinity it stays the largest.
    if (!(difference <= largest)) largest = std::isnan(difference) ? INFINITY : difference;
  }
  return largest;
}

}  // namespace

double largest_difference(std::span<const float> x, std::span<const float> y) {
  return largest_gap(x, y);
}
double largest_difference(std::span<const double> x, std::span<const double> y) {
  return largest_gap(x, y);
}

std::vector<double> largest_differences(std::span<const float> x, std::span<const float> y,
                                        int rows) {
  const auto count = static_cast<std::size_t>(rows);
  check_argument(rows > 0 && x.size() == y.size() && x.size() % count == 0, "largest_differences",
                 x.size(), " and ", y.size(), " numbers in ", rows, " rows");
  const std::size_t columns = x.size() / count;
  std::vector<double> largest;
  for (std::size_t row = 0; row < count; ++row)
    largest.push_back(
        largest_difference(x.subspan(row * columns, columns), y.subspan(row * columns, columns)));
  return largest;
}

}  // namespace whereabouts
