#include "experiment/block_interval.h"

#include <gtest/gtest.h>

namespace whereabouts {
namespace {

std::vector<ResultRow> two_seeds_three_blocks() {
  std::vector<ResultRow> rows;
  for (int seed = 0; seed < 2; ++seed) {
    for (int block = 0; block < 3; ++block) {
      // Blocks differ by a bit and seeds by two; between the lengths the difference is 0.5 always.
      for (const auto& [length, more] : {std::pair{64, 0.0}, {256, 0.5}}) {
        ResultRow row{"rope", static_cast<std::uint64_t>(seed), "blocks",
                      length, 2.0 + block + 2 * seed + more,    100};
        row.from = 8 * block;
        rows.push_back(row);
      }
    }
  }
  return rows;
}

TEST(BlockInterval, DifferencesArePairedBySeedAndBlock) {
  const std::vector<ResultRow> rows = two_seeds_three_blocks();
  const auto at_256 = interval_at(rows, "rope", 256), gap = interval_at(rows, "rope", 256, 64);
  ASSERT_TRUE(at_256 && gap);
  EXPECT_DOUBLE_EQ(at_256->mean, 4.5);
  EXPECT_GT(at_256->high - at_256->low, 1.0);
  EXPECT_DOUBLE_EQ(gap->low, 0.5);
  EXPECT_DOUBLE_EQ(gap->high, 0.5);
  EXPECT_EQ(text_of(*gap, 2, true), "+0.50 ± 0.00");
}

TEST(BlockInterval, IsNothingWhereThereAreNoCommonBlocks) {
  std::vector<ResultRow> rows = two_seeds_three_blocks();
  EXPECT_FALSE(interval_at(rows, "alibi", 256));
  EXPECT_FALSE(interval_at(rows, "rope", 512));
  EXPECT_FALSE(interval_at(rows, "rope", 256, 128));
  rows.pop_back();
  EXPECT_FALSE(interval_at(rows, "rope", 256)) << "one block more in one of the runs";
  EXPECT_FALSE(interval_at({rows[0]}, "rope", 64)) << "a single value";
}

// Seeds alone have two values, seeds and blocks six, so the interval is another one.
TEST(BlockInterval, OfRunsIsOverBlocksWhereTheyWereMeasured) {
  std::vector<ResultRow> rows;
  for (const std::uint64_t seed : {0, 1}) {
    rows.push_back({"rope", seed, "fixed", 64, 3.0 + 2.0 * static_cast<double>(seed), 300});
    rows.push_back({"rope", seed, "cropped", 64, 3.0 + 2.0 * static_cast<double>(seed), 300});
  }
  const auto seeds = interval_over_runs(rows, "rope", "fixed", 64);
  ASSERT_TRUE(seeds);
  EXPECT_NEAR(seeds->half(), 12.706, 0.001);
  const std::vector<ResultRow> blocks = two_seeds_three_blocks();
  rows.insert(rows.end(), blocks.begin(), blocks.end());
  const auto both = interval_over_runs(rows, "rope", "fixed", 64);
  ASSERT_TRUE(both);
  EXPECT_EQ(both->half(), interval_at(blocks, "rope", 64)->half());
  EXPECT_NE(both->half(), seeds->half());
  EXPECT_EQ(interval_over_runs(rows, "rope", "cropped", 64)->half(), seeds->half());
  EXPECT_FALSE(interval_over_runs({rows[0]}, "rope", "fixed", 64)) << "one seed";
}

}  // namespace
}  // namespace whereabouts
