// Exercise 01, solved: an operation with its derivative.
#include <cmath>
#include <vector>

#include "../exercises/01_tensors_and_gradients_check.h"

using namespace whereabouts;

float sigma(float v) { return 1 / (1 + std::exp(-v)); }

Tensor swish(const Tensor& x) {
  Tensor y(x.shape());
  for (std::int64_t i = 0; i < x.size(); ++i) y.data()[i] = x.data()[i] * sigma(x.data()[i]);
  return record("swish", {x}, y, [=] {
    for (std::int64_t i = 0; i < x.size(); ++i) {
      const float v = x.data()[i], s = sigma(v);
      x.grad()[i] += (s + v * s * (1 - s)) * y.grad()[i];
    }
  });
}

int main() {
  return examine(
      "01_tensors_and_gradients", [](Examiner& e) { check_tensors_and_gradients(e, swish); },
      "Next: make 02");
}
