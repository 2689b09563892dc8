#include "experiment/speed_claim.h"

#include <gtest/gtest.h>

#include "helpers.h"

namespace whereabouts {
namespace {

// How fast is no matter of tests; that every round has a ratio, and the rule a limit, is.
TEST(SpeedClaim, HasARatioForEveryRound) {
  std::string letters;
  for (int i = 0; i < 2000; ++i) letters += static_cast<char>('a' + i % 7);
  const Text text = text_from_utf8(letters, "it");
  Settings s;
  s.width = 8, s.heads = 2, s.layers = 1, s.length = 32, s.batch = 2;
  const BySeed found = times_as_fast("alibi", "sinusoidal", text, s, 4, 1);
  ASSERT_EQ(found.size(), 4u);
  for (const auto& [round, ratio] : found) EXPECT_GT(ratio, 0) << round;
  s.quick = true;
  const Claim claim = speed_claim(text, s);
  EXPECT_EQ(claim.looked_at.size(), 1u);
  EXPECT_TRUE(claim.limit->keeps(1.06, claim.limit->limit));
  EXPECT_FALSE(claim.limit->keeps(1.04, claim.limit->limit));
}

}  // namespace
}  // namespace whereabouts
