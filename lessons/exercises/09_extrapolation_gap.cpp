// Exercise 09. Write the gap over several seeds.
//
//   make exercise-09
//
// builds this file and examines what you wrote. Lesson 09 has the formulas.
#include <algorithm>
#include <vector>

#include "09_extrapolation_gap_check.h"

using namespace whereabouts;

// The gap of each seed at `length`: its bits there minus its own bits at `trained`. The rows come
// in any order, and so may the gaps. A seed that lacks one of the two has no gap.
std::vector<double> gaps(const std::vector<Measured>& rows, int length, int trained) {
  not_written();  // put your code in the place of this line
}

// The middle one of some numbers, and the smallest and the largest of them. When their count is
// even, the median is half way between the two in the middle.
Spread median_and_extremes(std::vector<double> values) {
  not_written();  // put your code in the place of this line
}

int main() {
  return examine(
      "09_extrapolation_gap",
      [](Examiner& e) { check_extrapolation_gap(e, gaps, median_and_extremes); },
      "Believe no difference that is smaller than its spread. Next: make 10");
}
