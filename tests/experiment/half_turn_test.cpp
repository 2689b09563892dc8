#include "experiment/half_turn.h"

#include <gtest/gtest.h>

#include "evaluate/fixed.h"
#include "nn/interventions.h"
#include "position/enlarge_weights.h"
#include "position/rope_frequencies.h"
#include "util/random.h"

namespace whereabouts {
namespace {

// A head of 16: theta_i = base^(-i / 8).
TEST(HalfTurn, IsThatOfTheFastestPairThatHasNotCompletedATurn) {
  const auto law = [](const std::string& scheme, int trained) {
    return half_turn(*rope_theta(scheme, 16), trained);
  };
  // Pair 2 turns 1.02 times within 64 characters, and pair 3 0.32 times.
  EXPECT_EQ(law("rope", 64)->pair, 3);
  EXPECT_NEAR(law("rope", 64)->predicted, 99.35, 0.01);  // pi / 10000^(-3/8)
  // Within 32 it is pair 2, which makes half a turn there already.
  EXPECT_EQ(law("rope", 32)->pair, 2);
  EXPECT_NEAR(law("rope", 32)->distance, 31.42, 0.01);
  EXPECT_EQ(law("rope", 32)->predicted, 32);
  // Two pairs, 1 and 1 / 100.
  EXPECT_EQ(law("rope:partial=0.25", 64)->pair, 1);
  EXPECT_NEAR(law("rope:partial=0.25", 64)->predicted, 314.16, 0.01);
  // 0.99 of a turn is as good as one.
  EXPECT_EQ(law("rope:base=500", 64)->pair, 4);
  EXPECT_FALSE(law("rope:base=10", 64).has_value());
}

TEST(HalfTurn, IsAboutRopeAsItIs) {
  EXPECT_FALSE(rope_theta("alibi", 16).has_value());
  EXPECT_FALSE(rope_theta("rope:scaling=pi", 16).has_value());
  EXPECT_EQ(rope_theta("rope:base=500", 16), rope_frequencies(16, 500).theta);
}

TEST(HalfTurn, WeightsThatWereNotTrainedDoNotBreak) {
  std::vector<Token> text(600);
  for (std::size_t i = 0; i < text.size(); ++i) text[i] = static_cast<Token>(i * i % 7);
  const FixedWindows windows = fixed_windows(text.size(), 128);
  const Transformer model({.vocabulary = 7, .trained_length = 32, .scheme = "alibi"}, 1);
  EXPECT_FALSE(measured_break(model, text, windows, 128).has_value());
  EXPECT_THROW(with_clamped_pair(model, 0), std::invalid_argument);
}

// Large weights break somewhere; just before that they do not.
TEST(HalfTurn, TheMeasuredBreakIsTheFirstLengthAboveTheLimit) {
  std::vector<Token> text(900);
  Random random(5, "text");
  for (Token& token : text) token = static_cast<Token>(random.below(7));
  const FixedWindows windows = fixed_windows(text.size(), 256);
  const Transformer model({.vocabulary = 7, .trained_length = 32, .scheme = "rope"}, 1);
  enlarge_weights(model);
  const auto bits = [&](int length) {
    return score_fixed(model, text, windows, length).bits_per_char;
  };
  const auto found = measured_break(model, text, windows, 256);
  ASSERT_TRUE(found.has_value());
  EXPECT_GT(bits(*found), bits(32) + kBroken);
  EXPECT_LE(bits(*found - 1), bits(32) + kBroken);
}

TEST(HalfTurn, AClampedPairKeepsTheOptionsOfTheModel) {
  const Transformer model({.vocabulary = 7, .trained_length = 32, .scheme = "rope:base=500"}, 1);
  EXPECT_EQ(with_clamped_pair(model, 2).config().scheme, "clamped-rope:base=500:pair=2");
}

}  // namespace
}  // namespace whereabouts
