// What exercise 01 is examined by.
#pragma once

#include <cmath>
#include <functional>
#include <vector>

#include "autograd.h"
#include "check/exercise.h"
#include "check/gradient_error.h"
#include "ops.h"

namespace whereabouts {

/// `swish(x)` is x sigmoid(x), elementwise, with its derivative recorded on the tape.
inline void check_tensors_and_gradients(Examiner& examiner,
                                        const std::function<Tensor(const Tensor&)>& swish) {
  const std::vector<float> numbers = {-2, -0.5, 0, 1, 3, 0.25};
  Tensor x({2, 3}, numbers);
  x.set_requires_grad();
  const auto sigma = [](double v) { return 1 / (1 + std::exp(-v)); };
  std::vector<double> values, slopes, twice;
  for (const double v : numbers) {
    values.push_back(v * sigma(v));
    slopes.push_back(sigma(v) + v * sigma(v) * (1 - sigma(v)));
    twice.push_back(2 * slopes.back());
  }
  const auto doubles = [](std::span<const float> f) {
    return std::vector<double>(f.begin(), f.end());
  };
  const auto gradient = [&](const std::function<Tensor()>& f) {
    x.clear_grad();
    backward(sum(f()));
    return doubles({x.grad(), numbers.size()});
  };
  clear_tape();
  const Tensor y = swish(x);
  examiner.expect("values", values, doubles(y.numbers()), "y = x / (1 + e^-x)");
  examiner.expect_true("the shape stays", y.shape() == x.shape(), "make y with x.shape()");
  const bool recorded = !tape().empty() && tape().back().output.data() == y.data();
  clear_tape();
  examiner.expect_true("it is on the tape", recorded,
                       "end with  return record(\"swish\", {x}, y, [=] { ... });");
  if (!recorded) return;
  examiner.expect("gradient", slopes, gradient([&] { return swish(x); }),
                  "dx += (s + x s (1 - s)) dy  with  s = sigmoid(x), by the product rule");
  examiner.expect("gradient of what is used twice", twice,
                  gradient([&] { return add(swish(x), swish(x)); }),
                  "add to x.grad() with +=: someone may have put something there before you");
  examiner.expect("gradient when dy is not 1", twice, gradient([&] { return scale(swish(x), 2); }),
                  "multiply by y.grad(), the dy");
  const std::vector<Tensor> inputs = {x};
  examiner.expect("against finite differences", 0.0,
                  gradient_error([&] { return swish(x); }, inputs),
                  "the derivative is not that of the function", 1e-3);
}

}  // namespace whereabouts
