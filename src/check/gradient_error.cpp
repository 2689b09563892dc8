#include "check/gradient_error.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "autograd.h"
#include "ops.h"
#include "util/random.h"

namespace whereabouts {

double gradient_error(const std::function<Tensor()>& function, std::span<const Tensor> inputs) {
  constexpr float kStep = 0.01f;
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
  // What rounding alone can make of a difference: gradients shorter than this can not be told from
  // 0.
  double size = 0;
  for (std::int64_t i = 0; i < output.size(); ++i)
    size += std::abs(static_cast<double>(output.data()[i]) * weights.data()[i]);
  const double noise = 100 * std::numeric_limits<float>::epsilon() * size / kStep;
  const double middle = value();
  double worst = 0;
  for (const Tensor& input : inputs) {
    double difference = 0, length = 0;
    for (std::int64_t i = 0; i < input.size(); ++i) {
      float& x = input.data()[i];
      const float kept = x;
      x = kept + kStep;
      const double right = (value() - middle) / (x - kept);
      x = kept - kStep;
      const double left = (value() - middle) / (x - kept);
      x = kept;
      double expected = (left + right) / 2;
      if (std::abs(right - left) > 0.2 * std::max(std::abs(left), std::abs(right)) + noise) {
        expected = std::clamp(static_cast<double>(input.grad()[i]), std::min(left, right),
                              std::max(left, right));
      }
      difference += std::pow(input.grad()[i] - expected, 2);
      length += expected * expected;
    }
    const double error = std::sqrt(difference) / std::max({std::sqrt(length), noise, 1e-30});
    // A comparison with NaN is false, so std::max alone would let a gradient that is no number
    // pass.
    worst = std::isnan(error) ? std::numeric_limits<double>::infinity() : std::max(worst, error);
    if (std::isinf(worst)) break;
  }
  return worst;
}

}  // namespace whereabouts
