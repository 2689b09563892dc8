#include "kernels/reduce.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

namespace whereabouts {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

TEST(Fold, PutsEveryLaneTogetherOnce) {
  Lanes x{};
  float expected = 0;
  for (int lane = 0; lane < kLanes; ++lane) {
    x[lane] = static_cast<float>(1 << lane);
    expected += x[lane];
  }
  EXPECT_EQ(fold(x, [](Lanes a, Lanes b) { return a + b; }), expected);
}

TEST(SumOver, EveryTermOnceForAnyCount) {
  for (const int count : {0, 1, 3, 7, 15, 16, 17, 31, 32, 33, 65, 100}) {
    std::vector<float> x(count), y(count, 2.0f);
    std::iota(x.begin(), x.end(), 1.0f);
    const float once = static_cast<float>(count * (count + 1) / 2);
    EXPECT_EQ(sum_of(x.data(), count), once) << count;
    const float twice = sum_over(count, [&](auto each) { return each(x.data()) * each(y.data()); });
    EXPECT_EQ(twice, 2 * once) << count;
  }
}

TEST(SumOver, LosesNoNaN) {
  for (const int count : {1, 16, 33}) {
    for (int place = 0; place < count; ++place) {
      std::vector<float> x(count, 1.0f);
      x[place] = NAN;
      EXPECT_TRUE(std::isnan(sum_of(x.data(), count))) << place << " of " << count;
    }
  }
}

TEST(LargestOf, IsTheLargestWhereverItStands) {
  for (const int count : {1, 2, 15, 16, 17, 32, 50}) {
    for (int place = 0; place < count; ++place) {
      std::vector<float> x(count, -3.0f);
      x[place] = -1;
      EXPECT_EQ(largest_of(x.data(), count), -1) << place << " of " << count;
    }
    const std::vector<float> hidden(count, -kInfinity);
    EXPECT_EQ(largest_of(hidden.data(), count), -kInfinity);
  }
}

}  // namespace
}  // namespace whereabouts
