#include "train/schedule.h"

#include <gtest/gtest.h>

namespace whereabouts {
namespace {

TEST(Schedule, TheFirstStepAlreadyMoves) {
  for (const int steps : {1, 2, 9, 10, 100, 1000, 100'000})
    EXPECT_GT(learning_rate(0, steps, 1), 0) << steps;
  EXPECT_NEAR(learning_rate(0, 1000, 1), 0.01, 1e-4);  // one of 100 steps up
}

TEST(Schedule, RisesOverATenthButNeverOverMoreThanAHundredSteps) {
  for (const auto& [steps, warm_up] : {std::pair(1000, 100), {500, 50}, {10'000, 100}}) {
    for (int step = 1; step < warm_up; ++step)
      EXPECT_GT(learning_rate(step, steps, 1), learning_rate(step - 1, steps, 1)) << steps;
    for (int step = warm_up; step < steps; ++step)
      EXPECT_LT(learning_rate(step, steps, 1), learning_rate(step - 1, steps, 1)) << steps;
  }
}

TEST(Schedule, EndsAtATenthOfThePeak) {
  EXPECT_NEAR(learning_rate(999, 1000, 3e-3), 3e-4, 1e-7);
  EXPECT_NEAR(learning_rate(550, 1100, 1), 0.55, 1e-3);  // half way down at half of the steps
}

TEST(Schedule, StaysAtATenthWhenGoneOnBeyondItsEnd) {
  EXPECT_NEAR(learning_rate(1000, 1000, 1), 0.1, 1e-9);
  EXPECT_NEAR(learning_rate(5000, 1000, 1), 0.1, 1e-9);
}

}  // namespace
}  // namespace whereabouts
