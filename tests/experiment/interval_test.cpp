#include "experiment/interval.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "util/random.h"

namespace whereabouts {
namespace {

TEST(Interval, StudentsQuantilesAreThoseOfTheTables) {
  EXPECT_NEAR(student_t_95(1), 12.706, 0.001);
  EXPECT_NEAR(student_t_95(2), 4.3027, 0.0001);
  EXPECT_NEAR(student_t_95(4), 2.7764, 0.0001);
  EXPECT_NEAR(student_t_95(23), 2.0687, 0.0001);
  EXPECT_NEAR(student_t_95(1e4), 1.9602, 0.0001);
}

// Seeds 1, 2, 3 without blocks: mean 2, deviation 1, so 4.3027 / sqrt(3) on either side.
TEST(Interval, OfSeedsAloneIsStudents) {
  const Interval i = interval_of({{1}, {2}, {3}});
  EXPECT_DOUBLE_EQ(i.mean, 2);
  EXPECT_NEAR(i.high - i.mean, 2.4841, 0.0001);
  EXPECT_DOUBLE_EQ(i.mean - i.low, i.high - i.mean);
  const Interval of_blocks = interval_of({{1, 2, 3}});
  EXPECT_NEAR(of_blocks.high, i.high, 1e-12);
}

TEST(Interval, OfEqualValuesHasNoWidthAndWrongShapesAreRefused) {
  const Interval i = interval_of({{0.5, 0.5}, {0.5, 0.5}});
  EXPECT_TRUE(i.holds(0.5));
  EXPECT_EQ(i.low, i.high);
  EXPECT_THROW(interval_of({{1}}), std::invalid_argument);
  EXPECT_THROW(interval_of({{1, 2}, {1}}), std::invalid_argument);
}

// Experiments with known truth: `seeds` seeds and 24 blocks whose deviations are as given. The
// share of 2,000 intervals that hold the true mean.
double coverage(int seeds, double of_seeds, double of_blocks, double of_rest) {
  Random random(7, "coverage");
  int held = 0;
  for (int experiment = 0; experiment < 2'000; ++experiment) {
    std::vector<double> block(24);
    for (double& x : block) x = of_blocks * random.normal();
    std::vector<std::vector<double>> values;
    for (int s = 0; s < seeds; ++s) {
      const double seed = of_seeds * random.normal();
      std::vector<double>& row = values.emplace_back();
      for (const double b : block) row.push_back(1.5 + seed + b + of_rest * random.normal());
    }
    held += interval_of(values).holds(1.5);
  }
  return held / 2'000.0;
}

// The deviations are those found between schemes on the fables: seeds 0.03, blocks of 256
// characters 0.1 to 0.2, and little that belongs to a seed and a block together.
TEST(Interval, HoldsTheTrueMeanInAbout95OfAHundredExperiments) {
  for (const int seeds : {3, 5, 10}) {
    for (const double of_blocks : {0.0, 0.1, 0.2}) {
      const double share = coverage(seeds, 0.03, of_blocks, 0.03);
      EXPECT_GE(share, 0.93) << seeds << " seeds, blocks " << of_blocks;
      EXPECT_LE(share, 0.97) << seeds << " seeds, blocks " << of_blocks;
    }
  }
}

}  // namespace
}  // namespace whereabouts
