// What exercise 01 is examined by.
#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include "autograd.h"
#include "check/exercise.h"
#include "check/gradient_error.h"
#include "ops.h"

namespace whereabouts {

/// `swish(x)` is x sigmoid(x), elementwise, with its derivative recorded on the tape.
inline void check_tensors_and_gradients(Examiner& examiner,
                                        const std::function<Tensor(const Tensor&)>& swish) {
  using Row = std::vector<double>;
  Tensor x({2, 3}, std::vector<float>{-2, -0.5, 0, 1, 3, 0.25});
  x.set_requires_grad();
  const auto row = [](std::span<const float> f) { return Row(f.begin(), f.end()); };
  const auto gradient = [&](const std::function<Tensor()>& f) {
    return [&x, &row, f] {
      clear_tape();
      x.clear_grad();
      backward(sum(f()));
      return row({x.grad(), static_cast<std::size_t>(x.size())});
    };
  };
  const auto on_tape = [&](const std::function<bool(const Tensor& y)>& holds) {
    return [&swish, &x, holds] {
      clear_tape();
      const Tensor y = swish(x);
      const bool held = holds(y);
      clear_tape();
      return held;
    };
  };

  examiner.expect(
      "values", {-0.2384058, -0.1887703, 0, 0.7310586, 2.857722, 0.1405441},
      [&] { return row(swish(x).numbers()); },
      "multiply each number by s of itself; s(0) = 1/2 and s(1) = 0.7310586",
      {{{0.1192029, 0.3775407, 0.5, 0.7310586, 0.9525741, 0.5621765},
        "this is s(x) alone: swish is x times s(x)"},
       {{-1.761594, -0.3112297, 0, 0.2689414, 0.1422776, 0.1094559},
        "the exponent has the wrong sign: e^-x, not e^x"},
       {{0, 0, 0, 0, 0, 0}, "y is still empty: fill y.data()[i] before you return it"}});
  examiner.expect_true("the shape stays",
                       on_tape([&](const Tensor& y) { return y.shape() == x.shape(); }),
                       "make y with x.shape()");
  bool recorded = false;
  examiner.expect_true("it is on the tape", on_tape([&](const Tensor& y) {
                         return recorded =
                                    !tape().empty() && tape().back().output.data() == y.data();
                       }),
                       "end with  return record(\"swish\", {x}, y, [=] { ... });");
  if (!recorded) return;
  examiner.expect_true(
      "it is there as one operation with the name swish", on_tape([](const Tensor&) {
        return tape().size() == 1 && std::string_view(tape().back().operation) == "swish";
      }),
      "operations of ops.h bring derivatives of their own: use none, and record yours as "
      "\"swish\"");
  examiner.expect(
      "gradient", {-0.09078425, 0.2600388, 0.5, 0.9276705, 1.088104, 0.62371},
      gradient([&] { return swish(x); }),
      "the product rule, (u v)' = u' v + u v', with u = x and v = s(x), where v' = v (1 - v)",
      {{{0.3291901, 0.4950425, 0.5, 0.5344466, 0.8170441, 0.500643},
        "a sign is wrong: the product rule adds its two terms, and s' = s (1 - s)"},
       {{0.1192029, 0.3775407, 0.5, 0.7310586, 0.9525741, 0.5621765},
        "s(x) also changes with x: the product rule has a second term, x s'(x)"},
       {{-0.2099872, -0.1175019, 0, 0.1966119, 0.13553, 0.06153352},
        "x also changes: the product rule has a first term, s(x)"},
       {{0.1049936, 0.2350037, 0.25, 0.1966119, 0.04517666, 0.2461341},
        "this is the derivative of s(x) alone: use the product rule for x s(x)"},
       {{0.2241965, 0.6125444, 0.75, 0.9276705, 0.9977508, 0.8083106},
        "the second term of the product rule is x s'(x): the factor x is missing"},
       {{0, 0, 0, 0, 0, 0}, "nothing reached x.grad(): add to x.grad()[i] for every i"}});
  const Row twice = {-0.1815685, 0.5200776, 1, 1.855341, 2.176208, 1.24742};
  examiner.expect("gradient of what is used twice", twice,
                  gradient([&] { return add(swish(x), swish(x)); }),
                  "add to x.grad() with +=: someone may have put something there before you");
  examiner.expect("gradient when dy is not 1", twice, gradient([&] { return scale(swish(x), 2); }),
                  "multiply by y.grad()[i], the dy");
  const std::vector<Tensor> inputs = {x};
  examiner.expect(
      "against finite differences", 0.0,
      [&] { return gradient_error([&] { return swish(x); }, inputs); },
      "the derivative is not that of the function", {}, 1e-3);
}

}  // namespace whereabouts
