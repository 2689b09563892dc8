#include "text/batch.h"

#include <gtest/gtest.h>

#include <numeric>
#include <set>

namespace whereabouts {
namespace {

std::vector<Token> counting(int size) {
  std::vector<Token> tokens(static_cast<std::size_t>(size));
  std::iota(tokens.begin(), tokens.end(), 0);
  return tokens;
}

TEST(Batch, TargetsAreTheTokensAfterTheInputs) {
  const auto training = counting(500);
  Random stream(3, "batches");
  const Batch batch = random_batch(training, 7, 20, stream);
  ASSERT_EQ(batch.inputs.size(), 140u);
  ASSERT_EQ(batch.targets.size(), 140u);
  EXPECT_EQ(batch.rows, 7);
  EXPECT_EQ(batch.length, 20);
  for (std::size_t i = 0; i < 140; ++i) {
    EXPECT_EQ(batch.targets[i], batch.inputs[i] + 1);
    if (i % 20 > 0) {
      EXPECT_EQ(batch.inputs[i], batch.targets[i - 1]);
    }
  }
}

TEST(Batch, TheSameStreamGivesTheSameBatches) {
  const auto training = counting(10'000);
  Random a(3, "batches"), b(3, "batches"), other(4, "batches");
  const Batch first = random_batch(training, 8, 16, a);
  EXPECT_EQ(first.inputs, random_batch(training, 8, 16, b).inputs);
  EXPECT_NE(first.inputs, random_batch(training, 8, 16, other).inputs);
  EXPECT_NE(first.inputs, random_batch(training, 8, 16, a).inputs);
}

TEST(Batch, EveryPlaceIsReachedFromTheFirstToTheLast) {
  const auto training = counting(12);
  Random stream(0);
  const Batch batch = random_batch(training, 500, 9, stream);
  std::set<Token> starts;
  for (std::size_t row = 0; row < 500; ++row) starts.insert(batch.inputs[row * 9]);
  EXPECT_EQ(starts, (std::set<Token>{0, 1, 2}));
}

TEST(Batch, TooShortATextIsAMistakeOfTheCaller) {
  const auto training = counting(10);
  Random stream(0);
  EXPECT_NO_THROW(random_batch(training, 1, 9, stream));
  EXPECT_THROW(random_batch(training, 1, 10, stream), std::invalid_argument);
  EXPECT_THROW(random_batch(training, 0, 5, stream), std::invalid_argument);
  EXPECT_THROW(random_batch(training, 1, 0, stream), std::invalid_argument);
}

}  // namespace
}  // namespace whereabouts
