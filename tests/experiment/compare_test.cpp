#include "experiment/compare.h"

#include <gtest/gtest.h>

#include "util/check.h"

namespace whereabouts {
namespace {

ResultRow fixed(const std::string& scheme, std::uint64_t seed, double bits, int length = 64) {
  return {scheme, seed, "fixed", length, bits, 100};
}
ResultRow block(std::uint64_t seed, int from, double bits) {
  ResultRow row{"rope", seed, "blocks", 64, bits, 100};
  row.from = from;
  return row;
}

TEST(Compare, TwoRunsOfOneSchemeDecideNothing) {
  const auto found = compare({fixed("rope", 0, 2.0)}, {fixed("rope", 1, 2.5)});
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].verdict(), "not decided");
  // Nor do many blocks of the text: they are of the same two runs.
  const auto blocks = compare({block(0, 0, 2.0), block(0, 8, 2.1), block(0, 16, 1.9)},
                              {block(1, 0, 2.5), block(1, 8, 2.6), block(1, 16, 2.4)});
  EXPECT_FALSE(blocks[0].difference.holds(0));
  EXPECT_EQ(blocks[0].verdict(), "not decided");
}

// Seeds differ by much more than the schemes do, but in the same way.
TEST(Compare, RunsArePairedBySeed) {
  const auto found = compare({fixed("rope", 0, 2.0), fixed("rope", 1, 3.0), fixed("rope", 2, 4.0)},
                             {fixed("rope", 1, 2.8), fixed("rope", 2, 3.81), fixed("rope", 3, 9)});
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].seeds, 2);
  EXPECT_NEAR(found[0].difference.mean, -0.195, 1e-12);
  EXPECT_EQ(found[0].verdict(), "lower");
  EXPECT_NEAR(found[0].a, 3.5, 1e-12);
}

TEST(Compare, NamesWhatDiffersAndWhatIsNotDecided) {
  const std::vector<ResultRow> a = {fixed("rope", 0, 2.0), fixed("rope", 1, 2.1),
                                    fixed("rope", 0, 3.0, 128), fixed("rope", 1, 3.0, 128)};
  const std::vector<ResultRow> b = {fixed("alibi", 0, 2.11), fixed("alibi", 1, 2.0),
                                    fixed("alibi", 0, 4.0, 128), fixed("alibi", 1, 4.01, 128)};
  EXPECT_EQ(table_of(compare(a, b)),
            "scheme          protocol  length  runs      A      B   B - A  95 % interval     B is\n"
            "-----------------------------------------------------------------------------------"
            "--------\n"
            "rope and alibi  fixed         64     2  2.050  2.055  +0.005  -1.329 to +1.339  not "
            "decided\n"
            "rope and alibi  fixed        128     2  3.000  4.005  +1.005  +0.941 to +1.069  "
            "higher\n");
}

TEST(Compare, WithNothingInCommonThereIsNothingToSay) {
  EXPECT_THROW(compare({fixed("rope", 0, 2), fixed("none", 0, 2)}, {fixed("alibi", 0, 2)}),
               UserError);
  EXPECT_THROW(compare({fixed("rope", 0, 2, 64)}, {fixed("rope", 0, 2, 128)}), UserError);
  EXPECT_THROW(compare({block(0, 0, 2)}, {block(0, 8, 2)}), UserError);
  EXPECT_THROW(results_in("/no/such/folder"), UserError);
}

}  // namespace
}  // namespace whereabouts
