// Exercise 17. Write two biases: KERPLE's logarithm and Sandwich.
//
//   make exercise-17
//
// builds this file and examines what you wrote. Lesson 17 has the formulas.
#include <cmath>

#include "17_newer_schemes_check.h"

using namespace whereabouts;

// What KERPLE adds to the score at distance n, with the learned numbers r1 and r2 of a head:
//
//   -r1 ln(1 + r2 n)
double kerple_log(double r1, double r2, int n) {
  not_written();  // put your code in the place of this line
}

// What Sandwich adds at distance n in head 1 .. heads, for `dim` channels of waves:
//
//   ( cos(n / 10000^(2/dim)) + cos(n / 10000^(4/dim)) + ... + cos(n / 10000)  -  dim/2 )
//     / (8 head / heads)
double sandwich(int head, int heads, int n, int dim) {
  not_written();  // put your code in the place of this line
}

int main() {
  return examine(
      "17_newer_schemes", [](Examiner& e) { check_newer_schemes(e, kerple_log, sandwich); },
      "A line of formula each: that is all a bias is. Next: make 18");
}
