#include "check/difference.h"

#include <cmath>

#include "util/check.h"

namespace whereabouts {
namespace {

template <class Number>
double largest_of(std::span<const Number> x, std::span<const Number> y) {
  check(x.size() == y.size(), "largest_difference", x.size(), " numbers and ", y.size());
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
  return largest_of(x, y);
}
double largest_difference(std::span<const double> x, std::span<const double> y) {
  return largest_of(x, y);
}

}  // namespace whereabouts
