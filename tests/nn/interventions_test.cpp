#include "nn/interventions.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "evaluate/for_length.h"
#include "helpers.h"
#include "position/enlarge_weights.h"
#include "small_run.h"

namespace whereabouts {
namespace {

Transformer with_large_weights(const std::string& scheme, int layers = 2) {
  ModelConfig config = small_model(scheme);
  config.layers = layers;
  Transformer model(config, 3);
  enlarge_weights(model);
  return model;
}

std::vector<float> logits_of(const Transformer& model, int length = 40) {
  const NoGrad no_grad;
  const Tensor logits = model.logits(small_text(length), 1, Positions::whole(length));
  return {logits.numbers().begin(), logits.numbers().end()};
}

double largest_difference(const std::vector<float>& a, const std::vector<float>& b) {
  double found = 0;
  for (std::size_t i = 0; i < a.size(); ++i) found = std::max<double>(found, std::abs(a[i] - b[i]));
  return found;
}

TEST(Interventions, LeaveTheModelAsItIs) {
  const Transformer model = with_large_weights("rope");
  const std::vector<float> before = logits_of(model);
  const std::vector<std::function<Transformer()>> changes = {
      [&] { return without_head(model, 1, 0); },
      [&] { return without_layer(model, 0); },
      [&] { return without_weight(model, "embedding"); },
      [&] { return with_weight_at_start(model, "head", 3); },
      [&] { return without_far_keys(model, 0, 1, 4); },
      [&] { return with_positions(model, [](int p) { return 3 * p; }); },
      [&] { return with_clamped_pair(model, 2); },
      [&] { return with_frozen_pair(model, 0); },
      [&] { return without_pair(model, 0); }};
  for (const auto& change : changes)
    EXPECT_GT(largest_difference(logits_of(change()), before), 1e-4) << &change - changes.data();
  EXPECT_EQ(logits_of(model), before);
}

// The output of the layer is a sum over heads: without each in turn, that head's own part is gone.
TEST(Interventions, WithoutAHeadItsPartOfTheSumIsGone) {
  const NoGrad no_grad;
  const Transformer model = with_large_weights("alibi", 1);
  const std::vector<Token> text = small_text(20);
  const Tensor heads = model.look(text).output;  // [1, T, C]
  const Tensor out = model.parameters().at("blocks.0.attention.out.weight");
  const auto after = [&](const Transformer& m) {
    const Tensor w = m.parameters().at("blocks.0.attention.out.weight");
    return matmul(heads.reshape({20, 16}), w);
  };
  const Tensor whole = after(model), first = after(without_head(model, 0, 0)),
               second = after(without_head(model, 0, 1));
  for (std::int64_t i = 0; i < whole.size(); ++i)
    EXPECT_NEAR(first.data()[i] + second.data()[i], whole.data()[i], 1e-3);
  EXPECT_FLOAT_EQ(first.data()[0], [&] {  // of the second head's channels alone
    float sum = 0;
    for (int c = 8; c < 16; ++c) sum += heads.data()[c] * out.data()[c * 16];
    return sum;
  }());
}

TEST(Interventions, WithoutALayerWhatComesInGoesOut) {
  const NoGrad no_grad;
  const Transformer model = with_large_weights("rope");
  const std::vector<Token> text = small_text(20);
  const auto states = without_layer(model, 1).states(text);
  ASSERT_EQ(states.size(), 3u);
  EXPECT_TRUE(std::ranges::equal(states[1].numbers(), states[2].numbers()));
  EXPECT_FALSE(std::ranges::equal(states[0].numbers(), states[1].numbers()));
}

TEST(Interventions, TheStatesAreThoseThatTheModelGoesThrough) {
  const NoGrad no_grad;
  const Transformer model = with_large_weights("shaw");
  const std::vector<Token> text = small_text(20);
  const Tensor last = model.states(text).back();
  const Tensor logits = model.head(
      layer_norm(last, model.parameters().at("norm.gain"), model.parameters().at("norm.bias")));
  EXPECT_LT(
      largest_difference({logits.numbers().begin(), logits.numbers().end()}, logits_of(model, 20)),
      1e-4);
}

TEST(Interventions, WithoutItsOnlyTermASchemeIsNone) {
  const std::vector<float> none = logits_of(with_large_weights("none"));
  for (const auto& [scheme, term] : {std::pair{"alibi", ScoreTerm::kDistance},
                                     {"t5", ScoreTerm::kDistance},
                                     {"shaw", ScoreTerm::kKeys},
                                     {"fire", ScoreTerm::kPairBias}}) {
    const Transformer model = with_large_weights(scheme);
    EXPECT_GT(largest_difference(logits_of(model), none), 1e-3) << scheme;
    EXPECT_LT(largest_difference(logits_of(without_term(model, term)), none), 1e-4) << scheme;
  }
  const Transformer shaw = with_large_weights("shaw");
  expect_misuse([&] { without_term(shaw, ScoreTerm::kDistance); },
                "has no such term; it has kKeys");
  // A term that only the second layer has.
  const Transformer second = with_large_weights("none/alibi");
  EXPECT_GT(largest_difference(logits_of(second), none), 1e-3);
  EXPECT_LT(largest_difference(logits_of(without_term(second, ScoreTerm::kDistance)), none), 1e-4);
}

TEST(Interventions, AWindowOnAllHeadsIsTheSchemeWindow) {
  Transformer model = with_large_weights("rope");
  for (const int layer : {0, 1})
    for (const int head : {0, 1}) model = without_far_keys(model, layer, head, 8);
  const Transformer window = with_large_weights("window:size=8");
  EXPECT_LT(largest_difference(logits_of(model), logits_of(window)), 1e-4);
}

TEST(Interventions, PositionsAreReplaced) {
  const Transformer rope = with_large_weights("rope"), learned = with_large_weights("learned");
  const auto moved = [](int p) { return p + 7; };
  EXPECT_LT(largest_difference(logits_of(with_positions(rope, moved)), logits_of(rope)), 1e-3)
      << "rope sees distances alone";
  EXPECT_GT(
      largest_difference(logits_of(with_positions(learned, moved), 20), logits_of(learned, 20)),
      1e-3);
  const Transformer same = with_positions(rope, [](int) { return 5; });
  EXPECT_LT(largest_difference(logits_of(same), logits_of(with_large_weights("none"))), 1e-4)
      << "all at one place, nothing is turned against anything";
}

TEST(Interventions, PairsOfRope) {
  const Transformer rope = with_large_weights("rope");  // heads of 8 channels: 4 pairs
  EXPECT_EQ(with_clamped_pair(rope, 2).config().scheme, "clamped-rope:pair=2");
  // Within the training length nothing is clamped.
  EXPECT_LT(largest_difference(logits_of(with_clamped_pair(rope, 2), 32), logits_of(rope, 32)),
            1e-4);
  // The slowest pair hardly turns in so short a text, the fastest does.
  EXPECT_LT(largest_difference(logits_of(with_frozen_pair(rope, 3), 8), logits_of(rope, 8)),
            largest_difference(logits_of(with_frozen_pair(rope, 0), 8), logits_of(rope, 8)));
  // Without a pair its channels of the query count for nothing.
  const Transformer without = without_pair(rope, 1);
  const Tensor bias = without.parameters().at("blocks.0.attention.qkv.bias");
  const std::vector<float> before = logits_of(without);
  for (const int channel : {2, 3, 8 + 2, 8 + 3}) bias.data()[channel] += 5;  // of the queries
  EXPECT_EQ(logits_of(without), before);
  bias.data()[4] += 5;
  EXPECT_NE(logits_of(without), before);
}

TEST(Interventions, AReplicaHasThemToo) {
  const Transformer model = without_pair(without_far_keys(with_large_weights("rope"), 0, 1, 4), 1);
  EXPECT_EQ(logits_of(model.replica()), logits_of(model));
  EXPECT_NE(logits_of(model.with_scheme("rope")), logits_of(model));
}

TEST(Interventions, AreKeptBeyondTheTrainingLengthToo) {
  const Transformer learned = with_large_weights("learned");  // reads on with beyond=clamp
  const Transformer changed = without_far_keys(learned, 0, 1, 4);
  EXPECT_GT(largest_difference(logits_of(changed, 20), logits_of(learned, 20)), 1e-3);
  EXPECT_GT(
      largest_difference(logits_of(for_length(changed, 40)), logits_of(for_length(learned, 40))),
      1e-3);
  EXPECT_EQ(logits_of(changed.past_trained(), 20), logits_of(changed, 20));
}

TEST(Interventions, APairIsClampedOrFrozenBesideEarlierChanges) {
  const Transformer rope = with_large_weights("rope"), cut = without_far_keys(rope, 0, 1, 4);
  // Within the training length a clamped pair is as it was, and so is the cut.
  EXPECT_LT(largest_difference(logits_of(with_clamped_pair(cut, 2), 32), logits_of(cut, 32)), 1e-4);
  // In either order the same.
  EXPECT_LT(largest_difference(logits_of(with_frozen_pair(cut, 0)),
                               logits_of(without_far_keys(with_frozen_pair(rope, 0), 0, 1, 4))),
            1e-4);
}

TEST(Interventions, WhatIsNotThereIsNamed) {
  const Transformer model(small_model("alibi"), 0);
  expect_misuse([&] { without_head(model, 0, 2); }, "head 2 of a model with heads 0 to 1");
  expect_misuse([&] { without_head(model, 1, 0); }, "layer 1 of a model with layers 0 to 0");
  expect_misuse([&] { without_layer(model, -1); }, "layer -1");
  expect_misuse([&] { without_weight(model, "bias"); }, "there is no weight \"bias\"; there are ");
  expect_misuse([&] { with_weight_at_start(model, "no", 0); }, "there is no weight");
  expect_misuse([&] { without_far_keys(model, 0, 0, 0); }, "at least the key in its own place");
  expect_misuse([&] { with_clamped_pair(model, 0); }, "a model of alibi, which turns no pairs");
  const Transformer rope(small_model("rope"), 0);
  expect_misuse([&] { without_pair(rope, 4); }, "pair 4 of a rope with pairs 0 to 3");
}

}  // namespace
}  // namespace whereabouts
