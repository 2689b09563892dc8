// Gradient descent: a network with one hidden layer learns a wave from 64 points.
#pragma once

#include <cmath>
#include <iostream>

#include "autograd.h"
#include "nn/layers.h"
#include "report/number.h"
#include "report/svg.h"
#include "util/check.h"

namespace whereabouts {

/// Trains for so many steps, printing the error five times. Returns the wave and what was learned.
inline LinePlot fit_a_wave(std::uint64_t seed, int steps) {
  constexpr int kPoints = 64, kHidden = 16;
  Parameters weights(seed);
  const Linear first(weights, "first", 1, kHidden, 1), second(weights, "second", kHidden, 1, 0.3);
  Tensor x({kPoints, 1}), wave({kPoints, 1});
  for (int i = 0; i < kPoints; ++i) {
    x.data()[i] = -3.0f + 6.0f * static_cast<float>(i) / (kPoints - 1);
    wave.data()[i] = std::sin(x.data()[i]);
  }
  const auto network = [&] { return second(gelu(first(x))); };

  for (int step = 0; step <= steps; ++step) {
    const Tensor error = subtract(network(), wave);
    const Tensor loss = scale(sum(multiply(error, error)), 1.0f / kPoints);
    if (step % (steps / 4) == 0)
      std::cout << "step " << step << "  mean squared error " << format_fixed(loss.item(), 4)
                << "\n";
    backward(loss);
    for (const Parameters::Entry& weight : weights.entries()) {
      for (std::int64_t i = 0; i < weight.tensor.size(); ++i)
        weight.tensor.data()[i] -= 0.05f * weight.tensor.grad()[i];
      weight.tensor.clear_grad();
    }
  }

  const NoGrad no_gradient;
  LinePlot plot{"A network of 16 hidden units learns a wave",
                concat("After ", steps, " steps downhill"), "x", "y"};
  plot.series = {curve("sin x", x.numbers(), wave.numbers()),
                 curve("network", x.numbers(), network().numbers())};
  return plot;
}

}  // namespace whereabouts
