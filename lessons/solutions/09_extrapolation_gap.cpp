// Exercise 09, solved: the gap over several seeds.
#include <algorithm>
#include <vector>

#include "../exercises/09_extrapolation_gap_check.h"

using namespace whereabouts;

std::vector<double> gaps(const std::vector<Measured>& rows, int length, int trained) {
  std::vector<double> result;
  for (const Measured& there : rows) {
    for (const Measured& home : rows) {
      if (there.length == length && home.length == trained && there.seed == home.seed)
        result.push_back(there.bits - home.bits);
    }
  }
  return result;
}

Spread median_and_extremes(std::vector<double> values) {
  std::ranges::sort(values);
  const std::size_t n = values.size();
  return {(values[(n - 1) / 2] + values[n / 2]) / 2, values.front(), values.back()};
}

int main() {
  return examine(
      "09_extrapolation_gap",
      [](Examiner& e) { check_extrapolation_gap(e, gaps, median_and_extremes); }, "Next: make 10");
}
