#include "check/difference.h"

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>
#include <vector>

namespace whereabouts {
namespace {

TEST(LargestDifference, IsTheLargestOfAllWhateverItsSign) {
  const std::vector<double> x = {1, 2, 3}, y = {1.5, -2, 3};
  EXPECT_EQ(largest_difference(x, y), 4);
  EXPECT_EQ(largest_difference(y, x), 4);
  EXPECT_EQ(largest_difference(x, x), 0);
  EXPECT_EQ(largest_difference(std::vector<double>(), std::vector<double>()), 0);
}

TEST(LargestDifference, OfFloatsIsTakenInDouble) {
  const std::vector<float> x = {1e8f}, y = {-1e8f - 8};
  EXPECT_EQ(largest_difference(x, y), 200'000'008.0);
}

TEST(LargestDifference, LosesNoNaNAndRefusesOtherSizes) {
  const std::vector<double> x = {NAN, 2}, y = {1, 1};
  EXPECT_EQ(largest_difference(x, y), INFINITY);
  EXPECT_THROW(largest_difference(x, std::vector<double>{1}), std::invalid_argument);
  const std::vector<float> a = {NAN, 2, 3, 4}, b = {1, 1, 3, 4};
  EXPECT_EQ(largest_differences(a, b, 2), (std::vector<double>{INFINITY, 0}));
}

}  // namespace
}  // namespace whereabouts
