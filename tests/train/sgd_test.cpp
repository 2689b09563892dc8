#include "train/sgd.h"

#include <gtest/gtest.h>

#include "helpers.h"

namespace whereabouts {
namespace {

TEST(Sgd, TheFirstStepsAreThoseOfTheFormula) {
  Parameters parameters(0);
  const Tensor w = parameters.normal("w", {1}, 1, /*weight_decay=*/true);
  Sgd optimiser(parameters, {.momentum = 0.8f, .weight_decay = 0.2f});
  double expected = w.item(), m = 0;
  for (int t = 1; t <= 5; ++t) {
    const double gradient = t % 2 ? 0.3 * t : -0.2;
    w.clear_grad();
    *w.grad() = static_cast<float>(gradient);
    optimiser.step(0.1f, 0);
    m = 0.8 * m + gradient;
    expected -= 0.1 * m + 0.1 * 0.2 * expected;
    EXPECT_NEAR(w.item(), expected, 1e-6) << "step " << t;
  }
  EXPECT_EQ(optimiser.steps(), 5);
  EXPECT_EQ(optimiser.state()[0].name, "momentum.w");
  EXPECT_NEAR(optimiser.state()[0].numbers.item(), m, 1e-6);
}

TEST(Sgd, DecaysOnlyWhatIsMarkedForItAndUsesShortenedGradients) {
  Parameters parameters(0);
  const Tensor a = parameters.normal("a", {1}, 1, /*weight_decay=*/true),
               b = parameters.normal("b", {2}, 1);
  const std::vector<float> before_a = numbers_of(a), before_b = numbers_of(b);
  Sgd optimiser(parameters, {.momentum = 0, .weight_decay = 0.5f});
  b.grad()[1] = 8;
  EXPECT_EQ(optimiser.step(0.1f, 2), 8);
  EXPECT_NEAR(a.item(), before_a[0] * (1 - 0.1 * 0.5), 1e-6);
  EXPECT_EQ(b.data()[0], before_b[0]);
  EXPECT_NEAR(b.data()[1], before_b[1] - 0.1 * 2, 1e-6);
}

}  // namespace
}  // namespace whereabouts
