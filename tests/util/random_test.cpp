#include "util/random.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace whereabouts {
namespace {

TEST(Random, TheSameSeedAndStreamGiveTheSameNumbers) {
  Random a(7, "weights"), b(7, "weights"), other_name(7, "batches"), other_seed(8, "weights");
  const auto first = a.next();
  EXPECT_EQ(first, b.next());
  EXPECT_NE(first, other_name.next());
  EXPECT_NE(first, other_seed.next());
}

// Written down once, so that another compiler or library that gives other numbers is noticed.
TEST(Random, NumbersAreTheSameEverywhere) {
  EXPECT_EQ(Random(0).next(), 2173012722847780656ull);
  EXPECT_EQ(Random(0).uniform(), 0.11779925574751016);
  EXPECT_NEAR(Random(0, "weights").normal(), -0.08757669930087153, 1e-15);
  EXPECT_EQ(Random(0).below(1000), 656u);
}

TEST(Random, NormalHasMeanZeroAndVarianceOne) {
  Random random(1);
  double sum = 0, squares = 0;
  const int n = 100000;
  for (int i = 0; i < n; ++i) {
    const double x = random.normal();
    sum += x;
    squares += x * x;
  }
  EXPECT_NEAR(sum / n, 0, 0.01);
  EXPECT_NEAR(squares / n, 1, 0.02);
}

TEST(Random, BelowIsEvenAndInRange) {
  Random random(2);
  std::vector<int> count(7);
  for (int i = 0; i < 70000; ++i) ++count.at(random.below(7));
  for (int c : count) EXPECT_NEAR(c, 10000, 400);
  EXPECT_EQ(random.below(1), 0u);
  EXPECT_THROW(random.below(0), std::invalid_argument);
}

TEST(Random, BetweenIncludesBothEnds) {
  Random random(3);
  int low = 100, high = -100;
  for (int i = 0; i < 1000; ++i) {
    const int x = random.between(-2, 3);
    low = std::min(low, x);
    high = std::max(high, x);
  }
  EXPECT_EQ(low, -2);
  EXPECT_EQ(high, 3);
  EXPECT_THROW(random.between(1, 0), std::invalid_argument);
}

TEST(Random, ShuffleKeepsEveryItem) {
  std::vector<int> items(50);
  std::iota(items.begin(), items.end(), 0);
  Random(4).shuffle(std::span(items));
  EXPECT_FALSE(std::is_sorted(items.begin(), items.end()));
  std::sort(items.begin(), items.end());
  for (int i = 0; i < 50; ++i) EXPECT_EQ(items[i], i);
}

TEST(Random, ARestoredStateGoesOnFromWhereItWas) {
  Random random(5);
  random.next();
  const Random::State state = random.state();
  const auto expected = random.next();
  Random other(99);
  other.restore(state);
  EXPECT_EQ(other.next(), expected);
}

}  // namespace
}  // namespace whereabouts
