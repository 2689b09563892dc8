// A look into the first layer.
#include "nn/inspect.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "ops.h"
#include "position/alibi.h"
#include "position/schemes.h"

namespace whereabouts {
namespace {

constexpr int kLength = 20;

std::vector<int> text() {
  std::vector<int> tokens;
  for (int i = 0; i < kLength; ++i) tokens.push_back(i * i % 7);
  return tokens;
}

Transformer model_with(const std::string& scheme) {
  Transformer model({.vocabulary = 7, .width = 32, .heads = 4, .layers = 1, .scheme = scheme}, 1);
  for (const auto& e : model.parameters().entries()) {
    if (!e.weight_decay) continue;
    for (float& x : e.tensor.numbers()) x *= 10;
  }
  return model;
}

// The scores must be those that attention itself uses: softmax(scores) v has to be its output.
TEST(Inspect, ScoresGiveTheOutputOfAttentionForEveryScheme) {
  const NoGrad no_grad;
  for (const SchemeEntry& entry : schemes()) {
    const Transformer model = model_with(entry.name);
    const std::vector<int> tokens = text();
    const Positions at = Positions::whole(kLength);
    const Tensor scores = first_layer_scores(model, tokens);
    auto [query, key] = first_layer(model, tokens);
    const Tensor value = key;  // any will do
    model.scheme().rotate_qk(query, key, at);
    ScoreTerms terms = model.scheme().relative_terms(at);
    const Tensor expected =
        attention(query, key, value, at, terms, model.scheme().pair_bias(query, key, at));
    const Tensor given =
        merge_heads(matmul(softmax(scores).reshape({1, 4, kLength, kLength}), value));
    for (int i = 0; i < expected.size(); ++i)
      ASSERT_NEAR(given.data()[i], expected.data()[i], 1e-4) << entry.name << " " << i;
  }
}

TEST(Inspect, PartsAreThereWhereTheSchemeHasThem) {
  const std::vector<int> tokens = text();
  const auto something = [](const Tensor& x) {
    return std::ranges::any_of(x.numbers(), [](float v) { return v != 0; });
  };
  const auto parts = [&](const std::string& scheme) {
    const ScoreParts p = first_layer_score_parts(model_with(scheme), tokens);
    std::string found;
    if (something(p.content)) found += "content ";
    if (something(p.keys)) found += "keys ";
    if (something(p.queries)) found += "queries ";
    if (something(p.distance)) found += "distance ";
    if (something(p.pairs)) found += "pairs ";
    return found;
  };
  EXPECT_EQ(parts("none"), "content ");
  EXPECT_EQ(parts("shaw"), "content keys ");
  EXPECT_EQ(parts("deberta"), "content keys queries ");
  EXPECT_EQ(parts("alibi"), "content distance ");
  const ScoreParts blind = first_layer_score_parts(model_with("shaw"), tokens, false);
  EXPECT_FALSE(something(blind.keys));
  for (int j = 1; j < kLength; ++j) EXPECT_EQ(blind.content.data()[j], 0) << "not seen: " << j;
}

TEST(Inspect, TheDeviationIsThatOfTheSeenPairs) {
  // Two heads of three positions; what is not seen is infinite, as in scores.
  const float no = -INFINITY;
  const Tensor scores({2, 3, 3}, {9, no, no, 9, 9, no, 9, 9, 9, 1, no, no, 3, 1, no, 3, 1, 3});
  EXPECT_EQ(deviation_of_seen(scores, 0), 0);
  EXPECT_NEAR(deviation_of_seen(scores, 1), 1, 1e-6);
}

TEST(Inspect, FindsTheRowsThatABackwardPassReached) {
  Tensor table({4, 2}, {1, 2, 3, 4, 5, 6, 7, 8});
  table.set_requires_grad();
  const std::vector<int> looked_up = {2, 0, 2};
  backward(sum(gather_rows(table, looked_up)));
  EXPECT_EQ(rows_with_gradient(table), (std::vector<int>{0, 2}));
  Tensor heads({2, 3, 1}, {1, 1, 1, 1, 1, 1});
  heads.set_requires_grad();
  heads.grad()[1] = 1, heads.grad()[5] = -1;  // row 1 in the first head, row 2 in the second
  EXPECT_EQ(rows_with_gradient(heads), (std::vector<int>{1, 2}));
}

TEST(Inspect, CosinesAreThoseOfTheAngles) {
  const Tensor table({3, 2}, std::vector<float>{2, 0, 0, 3, -1, 1});
  const std::vector<double> found = cosines(table);
  const double half = std::sqrt(0.5);
  const std::vector<double> expected = {1, 0, -half, 0, 1, half, -half, half, 1};
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) EXPECT_NEAR(found[i], expected[i], 1e-6) << i;
}

TEST(Inspect, WhatAlibiAddsIsItsPenaltyAndWhatNoneAddsIsNothing) {
  const Tensor alibi = added_by_distance(model_with("alibi"), text(), 10);
  const Tensor none = added_by_distance(model_with("none"), text(), 10);
  for (int h = 0; h < 4; ++h) {
    for (int n = 0; n < 10; ++n) {
      EXPECT_NEAR(alibi.data()[h * 10 + n], -alibi_slopes(4)[h] * n, 1e-4);
      EXPECT_EQ(none.data()[h * 10 + n], 0);
    }
  }
}

TEST(Inspect, AsksForATextAsLongAsTheDistances) {
  EXPECT_THROW(added_by_distance(model_with("none"), text(), kLength + 1), std::invalid_argument);
}

}  // namespace
}  // namespace whereabouts
