// Exercise 01. Write an operation with its derivative.
//
//   make exercise-01
//
// builds this file and examines what you wrote. src/ops/elementwise.cpp has some to look at.
#include <cmath>
#include <vector>

#include "01_tensors_and_gradients_check.h"

using namespace whereabouts;

// swish(x) = x s(x) with s(x) = 1 / (1 + e^-x), for every number of x; the shape stays.
//
// 1. Make y of the shape of x, and fill y.data()[i] from x.data()[i], for i below x.size().
// 2. Return record("swish", {x}, y, [=] { ... }), where the function in the middle adds to
//    x.grad()[i] the derivative of swish at x.data()[i] times y.grad()[i].
Tensor swish(const Tensor& x) {
  not_written();  // put your code in the place of this line
}

int main() {
  return examine(
      "01_tensors_and_gradients", [](Examiner& e) { check_tensors_and_gradients(e, swish); },
      "LLaMA's layers use this very function. Next: make 02");
}
