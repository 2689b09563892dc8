#include "check/gradient_error.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "autograd.h"
#include "ops.h"
#include "util/random.h"

namespace whereabouts {

double gradient_error(const std::function<Tensor()>& function, std::span<const Tensor> inputs) {
  for (Tensor input : inputs) {
    input.set_requires_grad();
    input.clear_grad();
  }
  const Tensor output = function();
  Tensor weights = Tensor::uninitialised(output.shape());
  Random random(0, "gradient_error");
  for (float& w : weights.numbers()) w = static_cast<float>(random.normal());
  backward(sum(multiply(output, weights)));

  const auto value = [&] {
    const NoGrad no_grad;
    const Tensor y = function();
    double total = 0;
    for (std::int64_t i = 0; i < y.size(); ++i)
      total += static_cast<double>(y.data()[i]) * weights.data()[i];
    return total;
  };
  double worst = 0;
  for (const Tensor& input : inputs) {
    double difference = 0, length = 0;
    for (std::int64_t i = 0; i < input.size(); ++i) {
      float& x = input.data()[i];
      const float kept = x;
      x = kept + 0.01f;
      const double above = value(), high = x;
      x = kept - 0.01f;
      const double below = value(), low = x;
      x = kept;
      const double expected = (above - below) / (high - low);
      difference += std::pow(input.grad()[i] - expected, 2);
      length += expected * expected;
    }
    // A gradient that is zero throughout has no relative error: then the absolute one counts.
    worst = std::max(worst, std::sqrt(difference) / (length > 1e-12 ? std::sqrt(length) : 1.0));
  }
  return worst;
}

}  // namespace whereabouts
