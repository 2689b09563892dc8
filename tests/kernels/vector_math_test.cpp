#include "kernels/vector_math.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace whereabouts {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

TEST(FastExp, IsWithinOneTenMillionthOfTheTrueValue) {
  double worst = 0, at = 0;
  for (float x = -87.29f; x < 88.71f; x += 0.00037f) {
    const double exact = std::exp(static_cast<double>(x));
    const double error = std::abs(fast_exp(x) - exact) / exact;
    if (error > worst) worst = error, at = x;
  }
  EXPECT_LT(worst, 1e-7) << "at " << at;
}

TEST(FastExp, IsExactAtZeroAndMonotoneAroundIt) {
  EXPECT_EQ(fast_exp(0.0f), 1.0f);
  EXPECT_EQ(fast_exp(-0.0f), 1.0f);
  EXPECT_LT(fast_exp(-1e-6f), 1.0f);
  EXPECT_GT(fast_exp(1e-6f), 1.0f);
}

TEST(FastExp, EndsAtZeroAndAtInfinity) {
  EXPECT_GT(fast_exp(-87.29f), 0.0f);
  EXPECT_EQ(fast_exp(-87.31f), 0.0f);
  EXPECT_EQ(fast_exp(-1e30f), 0.0f);
  EXPECT_EQ(fast_exp(-kInfinity), 0.0f);
  EXPECT_LT(fast_exp(88.71f), kInfinity);
  EXPECT_EQ(fast_exp(88.73f), kInfinity);
  EXPECT_EQ(fast_exp(1e30f), kInfinity);
  EXPECT_EQ(fast_exp(kInfinity), kInfinity);
}

TEST(FastExp, NaNStaysNaN) {
  EXPECT_TRUE(std::isnan(fast_exp(NAN)));
  EXPECT_TRUE(std::isnan(fast_exp(-NAN)));
}

// A loop over it becomes vector instructions, and those must not take other values than one call.
TEST(FastExp, InALoopGivesTheSameAsAlone) {
  std::vector<float> x, y;
  for (float v = -100; v < 100; v += 0.173f) x.push_back(v);
  for (const float special : {NAN, kInfinity, -kInfinity}) x.push_back(special);
  y.resize(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) y[i] = fast_exp(x[i]);
  for (std::size_t i = 0; i < x.size(); ++i) {
    volatile float one = x[i];
    const float alone = fast_exp(one);
    EXPECT_TRUE(y[i] == alone || (std::isnan(y[i]) && std::isnan(alone))) << x[i];
  }
}

TEST(Sigmoid, RunsFromZeroToOneThroughAHalf) {
  EXPECT_EQ(sigmoid(0.0f), 0.5f);
  EXPECT_EQ(sigmoid(100.0f), 1.0f);
  EXPECT_EQ(sigmoid(kInfinity), 1.0f);
  EXPECT_EQ(sigmoid(-100.0f), 0.0f);
  EXPECT_EQ(sigmoid(-kInfinity), 0.0f);
  EXPECT_TRUE(std::isnan(sigmoid(NAN)));
  for (float x = -20; x < 20; x += 0.37f) {
    EXPECT_NEAR(sigmoid(x), 1 / (1 + std::exp(-static_cast<double>(x))), 1.5e-7) << x;
    EXPECT_NEAR(sigmoid(x) + sigmoid(-x), 1, 2e-7) << x;
  }
}

}  // namespace
}  // namespace whereabouts
