#include "evaluate/receptive_field.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "evaluate/cost.h"
#include "util/parallel.h"

namespace whereabouts {
namespace {

Transformer model_of(const std::string& scheme, int layers = 2) {
  return Transformer({.vocabulary = 50,
                      .width = 16,
                      .heads = 2,
                      .layers = layers,
                      .trained_length = 8,
                      .scheme = scheme},
                     1);
}

// In a window without repeated characters, the gradient of a character's embedding is the gradient
// at its place.
TEST(ReceptiveField, IsTheGradientAtEachPlace) {
  const Transformer model = model_of("alibi");
  std::vector<Token> text(31);
  std::iota(text.begin(), text.end(), 3);
  const std::vector<std::int64_t> starts = {2};
  const std::vector<double> field = receptive_field(model, text, starts, 20);
  ASSERT_EQ(field.size(), 20u);

  const Transformer own = model.replica();
  const std::span<const Token> window = std::span(text).subspan(2, 20);
  const Tensor hidden = own.hidden(window, 1, Positions::whole(20));
  backward(cross_entropy(own.head(slice_positions(hidden, 19, 1)), std::span(text).subspan(22, 1)));
  const Tensor table = own.parameters().at("embedding");
  std::vector<double> wanted;
  for (int n = 0; n < 20; ++n) {
    double square = 0;
    for (int c = 0; c < 16; ++c)
      square += std::pow(table.grad()[std::ptrdiff_t{window[19 - n]} * 16 + c], 2);
    wanted.push_back(std::sqrt(square));
  }
  const double total = std::accumulate(wanted.begin(), wanted.end(), 0.0);
  for (int n = 0; n < 20; ++n) EXPECT_NEAR(field[n], wanted[n] / total, 1e-6) << n;
  EXPECT_NEAR(std::accumulate(field.begin(), field.end(), 0.0), 1, 1e-9);
  EXPECT_TRUE(tape().empty());
}

TEST(ReceptiveField, AWindowOfAttentionEndsIt) {
  std::vector<Token> text(60);
  std::iota(text.begin(), text.end(), -10);
  for (Token& t : text) t = (t % 50 + 50) % 50;
  const std::vector<std::int64_t> starts = {0, 10};
  // Two layers that each see 8 characters, themselves included, look back 14 places.
  const std::vector<double> field = receptive_field(model_of("window"), text, starts, 40);
  for (int n = 0; n < 40; ++n) EXPECT_EQ(field[n] > 0, n <= 14) << n;
  EXPECT_EQ(reach(field, 1 - 1e-12), 14);
}

TEST(ReceptiveField, ReachIsTheDistanceThatHoldsAShare) {
  const std::vector<double> field = {0.5, 0.25, 0.125, 0.125};
  EXPECT_EQ(reach(field, 0.5), 0);
  EXPECT_EQ(reach(field, 0.6), 1);
  EXPECT_EQ(reach(field, 0.99), 3);
  EXPECT_DOUBLE_EQ(share_beyond(field, 0), 1);
  EXPECT_DOUBLE_EQ(share_beyond(field, 2), 0.25);
  EXPECT_EQ(share_beyond(field, 9), 0);
  EXPECT_THROW(
      receptive_field(model_of("none"), std::vector<Token>(5), std::vector<std::int64_t>{0}, 5),
      std::invalid_argument);
}

TEST(ReceptiveField, WindowsStartEvenlyAndFit) {
  EXPECT_EQ(even_starts(101, 20, 4), (std::vector<std::int64_t>{0, 20, 40, 60}));
  EXPECT_EQ(even_starts(21, 20, 2), (std::vector<std::int64_t>{0, 0}));
  EXPECT_THROW(even_starts(20, 20, 2), std::invalid_argument);
  EXPECT_THROW(even_starts(100, 20, 0), std::invalid_argument);
}

TEST(SecondsForNext, IsATimeWithTheCacheAndWithout) {
  const Transformer model = model_of("rope");
  const std::vector<Token> text(30, 1);
  for (const bool cached : {true, false}) {
    const double seconds = seconds_for_next(model, text, cached);
    EXPECT_GT(seconds, 0);
    EXPECT_LT(seconds, 10);
  }
}

TEST(MemoryCost, GrowsWithTheLengthAndIsTheSameEveryTime) {
  const Transformer model = model_of("none");
  const MemoryCost once = memory_cost(model, 32, 256), again = memory_cost(model, 32, 256);
  EXPECT_GT(once.training, 0);
  EXPECT_EQ(once.training, again.training);
  EXPECT_EQ(once.reading, again.reading);
  const MemoryCost twice = memory_cost(model, 64, 512);
  EXPECT_GT(twice.training, once.training * 3 / 2);
  EXPECT_GT(twice.reading, once.reading * 3 / 2);
  EXPECT_LT(twice.reading, once.reading * 3) << "linear, not quadratic";
}

TEST(MemoryCost, IsNotThatOfWhatOtherThreadsDo) {
  const Transformer model = model_of("none");
  const MemoryCost alone = memory_cost(model, 32, 256);
  std::vector<MemoryCost> beside(4);
  const ThreadCount limit(4);
  parallel_for(4, [&](int i) { beside[i] = memory_cost(model, 32, 256); });
  for (const MemoryCost& cost : beside) {
    EXPECT_EQ(cost.training, alone.training);
    EXPECT_EQ(cost.reading, alone.reading);
  }
}

}  // namespace
}  // namespace whereabouts
