#include "check/gradient_error.h"

#include <algorithm>
#include <cmath>
#include <limits>
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
  // What rounding alone can make of a difference: gradients shorter than this can not be told from
  // 0.
  double size = 0;
  for (std::int64_t i = 0; i < output.size(); ++i)
    size += std::abs(static_cast<double>(output.data()[i]) * weights.data()[i]);
  const double noise = 100 * std::numeric_limits<float>::epsilon() * size / 0.01;
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
    worst = std::max(worst, std::sqrt(difference) / std::max({std::sqrt(length), noise, 1e-30}));
  }
  return worst;
}

}  // namespace whereabouts
