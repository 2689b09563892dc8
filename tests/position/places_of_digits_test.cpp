// Schemes that place digits by where they stand in their number.
#include <gtest/gtest.h>

#include <numeric>
#include <set>

#include "helpers.h"
#include "nn/transformer.h"
#include "position/places_in_numbers.h"
#include "position/schemes.h"
#include "text/tasks.h"

namespace whereabouts {
namespace {

const std::vector<int> kSum = {5, 8, 10, 3, 9, 11, 8, 7, 1};  // 58+39=871
using Places = std::vector<int>;

TEST(PlacesOfDigits, StartAnewInEachNumber) {
  EXPECT_EQ(places_in_numbers(kSum, 10, 99), (Places{1, 2, 0, 1, 2, 0, 1, 2, 3}));
  EXPECT_EQ(places_in_numbers(kSum, 8, 99), (Places{1, 0, 0, 1, 0, 0, 0, 1, 2}));
  EXPECT_EQ(places_in_numbers(kSum, 10, 2), (Places{1, 2, 0, 1, 2, 0, 1, 2, 2}));
  EXPECT_EQ(places_in_numbers({}, 10, 99), Places{});
}

TEST(Coupled, DigitsOfOnePlaceHaveOnePosition) {
  Parameters weights(0);
  const auto scheme = make_scheme("coupled:limit=20", 32, 4, 16, weights);
  const Positions at = Positions::whole(9);
  const Positions told = scheme->remap_positions(at, kSum);
  EXPECT_EQ(told.keys, (Places{1, 2, 0, 1, 2, 0, 1, 2, 3}));
  EXPECT_EQ(told.queries, told.keys);
  EXPECT_EQ(told.seen, (Places{1, 2, 3, 4, 5, 6, 7, 8, 9}));
  // The last query against all keys, as with a cache, and a text that does not start at 0.
  Positions last = Positions::whole(9, 40);
  last.queries = {48};
  EXPECT_EQ(scheme->remap_positions(last, kSum).queries, Places{3});
  EXPECT_THROW(scheme->remap_positions(at, std::vector<int>{1, 2}), std::invalid_argument);
}

TEST(Coupled, TrainingStartsAnywhereAndMeetsEveryPosition) {
  Parameters weights(0);
  const auto scheme = make_scheme("coupled:limit=20", 32, 4, 16, weights);
  std::set<int> met;
  Positions at = Positions::whole(9);
  for (at.draw = 1; at.draw <= 500; ++at.draw) {
    const Positions told = scheme->remap_positions(at, kSum);
    for (std::size_t i = 0; i < kSum.size(); ++i)
      EXPECT_EQ(told.keys[i] - told.keys[2], places_in_numbers(kSum, 10, 99)[i]);
    met.insert(told.keys.begin(), told.keys.end());
  }
  EXPECT_EQ(*met.begin(), 0);
  EXPECT_EQ(*met.rbegin(), 19);
  EXPECT_EQ(met.size(), 20u);
}

TEST(Abacus, AddsAVectorForThePlaceAndLeavesPositionsAlone) {
  Parameters weights(0);
  const auto scheme = make_scheme("abacus:limit=12", 4, 2, 16, weights);
  const Positions at = Positions::whole(9), told = scheme->remap_positions(at, kSum);
  EXPECT_EQ(told.queries, at.queries);
  const Tensor x({1, 9, 4}), y = scheme->embed(x, told), table = weights.at("position.abacus");
  const Places places = places_in_numbers(kSum, 10, 99);
  for (int t = 0; t < 9; ++t)
    for (int c = 0; c < 4; ++c)
      EXPECT_EQ(y.data()[t * 4 + c], table.data()[places[static_cast<std::size_t>(t)] * 4 + c]);
  Positions drawn = at;
  std::set<int> met;
  for (drawn.draw = 1; drawn.draw <= 500; ++drawn.draw) {
    const Positions of_step = scheme->remap_positions(drawn, kSum);
    EXPECT_EQ(of_step.query_columns[2], 0) << "what is no digit has row 0 whatever the start";
    met.insert(of_step.query_columns.begin(), of_step.query_columns.end());
  }
  EXPECT_EQ(met.size(), 12u);
  EXPECT_EQ(*met.rbegin(), 11);
  const std::vector<int> long_number(14, 7);
  EXPECT_EQ(scheme->remap_positions(Positions::whole(14), long_number).query_columns.back(), 11);
}

// Batched texts have positions of their own: what each gets is what it gets alone.
TEST(PlacesOfDigits, EachTextOfABatchHasItsOwn) {
  for (const char* scheme : {"coupled", "abacus:over=alibi", "coupled:over=rope"}) {
    const Transformer model(
        {.vocabulary = 12, .width = 16, .heads = 2, .trained_length = 16, .scheme = scheme}, 1);
    std::vector<int> two = kSum, other = {10, 1, 2, 3, 11, 4, 10, 5, 6};
    two.insert(two.end(), other.begin(), other.end());
    const NoGrad no_gradient;
    const Positions at = Positions::whole(9);
    const std::vector<float> both = numbers_of(model.logits(two, 2, at)),
                             one = numbers_of(model.logits(kSum, 1, at));
    std::vector<float> expected = one;
    const std::vector<float> second = numbers_of(model.logits(other, 1, at));
    expected.insert(expected.end(), second.begin(), second.end());
    EXPECT_EQ(both, expected) << scheme;
  }
}

TEST(Pose, TrainingLeavesOutAPieceAndEvaluationDoesNot) {
  Parameters weights(0);
  const auto scheme = make_scheme("pose:limit=40:over=none", 32, 4, 10, weights);
  Positions at = Positions::whole(10);
  EXPECT_EQ(scheme->remap_positions(at, {}).keys, at.keys);
  std::set<int> cuts, farthest;
  for (at.draw = 1; at.draw <= 3000; ++at.draw) {
    const Positions told = scheme->remap_positions(at, {});
    EXPECT_EQ(told.queries, told.keys);
    EXPECT_EQ(told.keys.front(), 0);
    int jumps = 0;
    for (int i = 1; i < 10; ++i) {
      const int step =
          told.keys[static_cast<std::size_t>(i)] - told.keys[static_cast<std::size_t>(i) - 1];
      EXPECT_GE(step, 1);
      if (step > 1) ++jumps, cuts.insert(i);
    }
    EXPECT_LE(jumps, 1);
    farthest.insert(told.keys.back());
  }
  EXPECT_EQ(cuts.size(), 9u);
  EXPECT_EQ(*farthest.begin(), 9);
  EXPECT_EQ(*farthest.rbegin(), 39);
  EXPECT_EQ(farthest.size(), 31u);
}

}  // namespace
}  // namespace whereabouts
