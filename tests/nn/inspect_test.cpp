// A look into the first layer.
#include "nn/inspect.h"

#include <gtest/gtest.h>

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
    if (!e.decayed) continue;
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
    model.scheme().turn(query, key, at);
    ScoreTerms terms = model.scheme().terms(at);
    const Tensor expected =
        attention(query, key, value, at, terms, model.scheme().pairs(query, key, at));
    const Tensor given =
        merge_heads(matmul(softmax(scores).reshape({1, 4, kLength, kLength}), value));
    for (int i = 0; i < expected.size(); ++i)
      ASSERT_NEAR(given.data()[i], expected.data()[i], 1e-4) << entry.name << " " << i;
  }
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
