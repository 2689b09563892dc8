// Exercise 08. Find the score of each key by its distance, twice.
//
//   make exercise-08
//
// builds this file and examines what you wrote. Transformer-XL multiplies each query with R_n for
// every distance n, the farthest first, and so has scores[i * length + c] = q_i . R_n with
// n = length - 1 - c. Attention wants result[i * length + j] = q_i . R_(i-j).
#include <vector>

#include "08_relative_check.h"

using namespace whereabouts;

// The direct way: for each query i and each key j <= i, look up the distance. Anything may stand
// above the diagonal.
std::vector<double> by_index(const std::vector<double>& scores, int length) {
  not_written();  // put your code in the place of this line
}

// The authors' way, without a single index of a distance: put a column of zeros on the left, read
// the same numbers as length + 1 rows of `length`, and drop the first row.
std::vector<double> by_shift(const std::vector<double>& scores, int length) {
  not_written();  // put your code in the place of this line
}

int main() {
  return examine(
      "08_relative", [](Examiner& e) { check_relative(e, by_index, by_shift); },
      "You now know a trick that has puzzled many a reader. Next: make 09");
}
