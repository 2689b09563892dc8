// A look into the first layer.
#include "nn/inspect.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "helpers.h"
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

// What is shown must be what the model does: with one layer, its logits follow from the output.
TEST(Inspect, TheStepsAreThoseOfTheModelForEveryScheme) {
  const NoGrad no_grad;
  for (const SchemeEntry& entry : schemes()) {
    const Transformer model = model_with(entry.name);
    const std::vector<int> tokens = text();
    const AttentionSteps steps = model.look(tokens);
    Tensor x = gather_rows(model.parameters().at("embedding"), tokens).reshape({1, kLength, 32});
    model.schemes().tell(x, Positions::whole(kLength), tokens);
    const auto weight = [&](const std::string& name) {
      return model.parameters().at("blocks.0." + name);
    };
    x = add(x, linear(steps.output, weight("attention.out.weight"), weight("attention.out.bias")));
    Parameters same = Parameters::sharing(model.parameters());
    x = add(x, Mlp(same, "blocks.0.mlp", 32, 1, 1)(LayerNorm(same, "blocks.0.norm2", 32)(x)));
    const Tensor given = model.head(LayerNorm(same, "norm", 32)(x)),
                 expected = model.logits(tokens, 1, Positions::whole(kLength));
    EXPECT_LT(largest_difference(given.numbers(), expected.numbers()), 1e-4f) << entry.name;
  }
}

TEST(Inspect, PartsAreThereWhereTheSchemeHasThem) {
  const auto parts = [&](const std::string& scheme) {
    const AttentionSteps s = first_layer(model_with(scheme), text());
    EXPECT_EQ(s.scores.shape(), (Shape{4, kLength, kLength}));
    std::string found = "content";
    if (s.keys) found += " keys";
    if (s.queries) found += " queries";
    if (s.distance) found += " distance";
    if (s.pair_bias) found += " pairs";
    return found;
  };
  EXPECT_EQ(parts("none"), "content");
  EXPECT_EQ(parts("shaw"), "content keys");
  EXPECT_EQ(parts("deberta"), "content keys queries");
  EXPECT_EQ(parts("alibi"), "content distance");
  EXPECT_EQ(parts("cope"), "content pairs");
}

// A text of 20 stands at places 102 apart, so a head with a slope of 1/4 takes off 25 and a half
// for one character.
TEST(Inspect, WhatRandomizedAddsIsForThePlacesItTells) {
  const Tensor added = added_by_distance(model_with("randomized:over=alibi:limit=2048"), text(), 3);
  for (int n = 0; n < 3; ++n) EXPECT_NEAR(added.data()[n], -0.25 * 102.4 * n, 0.15 * n + 1e-3) << n;
  const Tensor waves = addresses(model_with("randomized:over=sinusoidal:limit=2048"), 3);
  EXPECT_NEAR(waves.data()[2 * 32], std::sin(std::floor(2 * 2048 / 3.0)), 1e-4);
}

TEST(Inspect, ALayerCanBeLookedAt) {
  const Transformer model(
      {.vocabulary = 7, .width = 32, .heads = 4, .layers = 2, .scheme = "rope/alibi"}, 1);
  EXPECT_FALSE(model.look(text(), 0).distance);
  EXPECT_TRUE(model.look(text(), 1).distance);
  EXPECT_THROW(model.look(text(), 2), std::invalid_argument);
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
