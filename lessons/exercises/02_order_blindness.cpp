// Exercise 02. Write attention.
//
//   make exercise-02
//
// builds this file and examines what you wrote. Lesson 02 has the formulas.
#include <cmath>
#include <vector>

#include "02_order_blindness_check.h"

using namespace whereabouts;

// Self-attention in which queries, keys and values are the inputs themselves. x is [T][C], T
// vectors of C channels; so is the result.
//
//   score_ij = x_i . x_j / sqrt(C)
//   y_i      = sum over j of  softmax_j(score_ij) x_j
//
// over all j, or with `causal` over j = 0 .. i.
Vectors attend(const Vectors& x, bool causal) {
  not_written();  // put your code in the place of this line
}

int main() {
  return examine(
      "02_order_blindness", [](Examiner& e) { check_order_blindness(e, attend); },
      "That is the heart of every transformer, and it is blind to order. Next: make 03");
}
