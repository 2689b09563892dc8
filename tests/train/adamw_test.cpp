#include "train/adamw.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <set>

#include "helpers.h"
#include "nn/transformer.h"
#include "program/banner.h"

namespace whereabouts {
namespace {

using Numbers = std::vector<float>;

TEST(AdamW, ListsWhatItDecays) {
  const Transformer model({.vocabulary = 20, .width = 16, .heads = 2, .layers = 1, .scheme = "t5"},
                          0);
  const AdamW optimiser(model.parameters(), {});
  const std::vector<std::string> decayed = {
      "head", "blocks.0.attention.qkv.weight", "blocks.0.attention.out.weight",
      "blocks.0.mlp.widen.weight", "blocks.0.mlp.narrow.weight"};
  EXPECT_EQ(std::multiset(decayed.begin(), decayed.end()), [&] {
    const auto d = optimiser.with_weight_decay();
    return std::multiset(d.begin(), d.end());
  }());
  const std::vector<std::string> kept = optimiser.without_weight_decay();
  EXPECT_EQ(decayed.size() + kept.size(), model.parameters().entries().size());
  EXPECT_NE(std::ranges::find(kept, "position.bias"), kept.end());
}

TEST(AdamW, WithoutGradientsOnlyTheDecayedWeightsShrink) {
  for (const char* scheme : {"learned", "t5"}) {
    const Transformer model({.vocabulary = 20, .width = 16, .heads = 2, .scheme = scheme}, 0);
    std::vector<Numbers> before;
    for (const auto& e : model.parameters().entries()) before.push_back(numbers_of(e.tensor));
    AdamW optimiser(model.parameters(), {.weight_decay = 0.5f});
    for (int step = 0; step < 200; ++step) {
      for (const auto& e : model.parameters().entries()) {
        e.tensor.clear_grad();
        e.tensor.grad();  // zeros
      }
      EXPECT_EQ(optimiser.step(0.01f, 1), 0);
    }
    const double left = std::pow(1 - 0.01 * 0.5, 200);  // 0.367
    for (std::size_t i = 0; i < before.size(); ++i) {
      const auto& e = model.parameters().entries()[i];
      if (!e.weight_decay) {
        EXPECT_EQ(numbers_of(e.tensor), before[i]) << e.name;
        continue;
      }
      for (std::size_t j = 0; j < before[i].size(); ++j)
        ASSERT_NEAR(e.tensor.data()[j], left * before[i][j], 1e-6) << e.name;
    }
  }
}

TEST(AdamW, ClipsAllGradientsTogether) {
  Parameters parameters(0);
  const Tensor a = parameters.constant("a", {2}, 0), b = parameters.constant("b", {2}, 0);
  // With both means forgetting at once, what they hold is the gradient as used.
  AdamW optimiser(parameters, {.beta1 = 0, .beta2 = 0});
  const auto step = [&](float limit) {
    a.clear_grad(), b.clear_grad();
    a.grad()[0] = 2;
    b.grad()[1] = 2;
    EXPECT_NEAR(optimiser.step(0, limit), std::sqrt(8.0), 1e-6);
    return Numbers{optimiser.state()[0].numbers.data()[0], optimiser.state()[0].numbers.data()[1],
                   optimiser.state()[2].numbers.data()[0], optimiser.state()[2].numbers.data()[1]};
  };
  const float half = std::sqrt(0.5f);
  EXPECT_LT(largest_difference(step(1), Numbers{half, 0, 0, half}), 1e-6f);
  EXPECT_EQ(step(3), (Numbers{2, 0, 0, 2}));  // short enough
  EXPECT_EQ(step(0), (Numbers{2, 0, 0, 2}));  // never
}

TEST(AdamW, TheFirstStepsAreThoseOfTheFormula) {
  Parameters parameters(0);
  const Tensor w = parameters.normal("w", {1}, 1, /*weight_decay=*/true);
  const AdamWConfig config{.beta1 = 0.9f, .beta2 = 0.99f, .epsilon = 1e-3f, .weight_decay = 0.2f};
  AdamW optimiser(parameters, config);
  double expected = w.item(), m = 0, v = 0;
  const double rate = 0.1;
  for (int t = 1; t <= 5; ++t) {
    const double gradient = t % 2 ? 0.3 * t : -0.2;
    w.clear_grad();
    *w.grad() = static_cast<float>(gradient);
    optimiser.step(static_cast<float>(rate), 0);
    m = 0.9 * m + 0.1 * gradient;
    v = 0.99 * v + 0.01 * gradient * gradient;
    expected -=
        rate * (m / (1 - std::pow(0.9, t))) / (std::sqrt(v / (1 - std::pow(0.99, t))) + 1e-3) +
        rate * 0.2 * expected;
    EXPECT_NEAR(w.item(), expected, 1e-5) << "step " << t;
  }
  EXPECT_EQ(optimiser.steps(), 5);
}

TEST(AdamW, AGradientThatIsNotFiniteChangesNothing) {
  for (const float bad : {NAN, std::numeric_limits<float>::infinity()}) {
    Parameters parameters(0);
    const Tensor a = parameters.normal("a", {3}, 1, true), b = parameters.normal("b", {3}, 1);
    AdamW optimiser(parameters, {});
    a.grad()[1] = 1;
    optimiser.step(0.01f, 1);
    const Numbers before_a = numbers_of(a), before_b = numbers_of(b);
    const Numbers mean = numbers_of(optimiser.state()[0].numbers);
    b.grad()[2] = bad;
    EXPECT_FALSE(std::isfinite(optimiser.step(0.01f, 1)));
    EXPECT_EQ(numbers_of(a), before_a);
    EXPECT_EQ(numbers_of(b), before_b);
    EXPECT_EQ(numbers_of(optimiser.state()[0].numbers), mean);
    EXPECT_EQ(optimiser.steps(), 1);
  }
}

TEST(AdamW, AddsTheGradientsOfReplicas) {
  Parameters original(0);
  const Tensor w = original.constant("w", {2}, 0);
  std::vector<Parameters> replicas;
  std::vector<const Parameters*> pointers;
  for (int i = 0; i < 3; ++i) replicas.push_back(Parameters::sharing(original));
  for (int i = 0; i < 3; ++i) {
    const Tensor copy = replicas[i].constant("w", {2}, 0);
    if (i != 1) copy.grad()[0] = static_cast<float>(i + 1);  // the second has none
    pointers.push_back(&replicas[i]);
  }
  AdamW optimiser(original, {.beta1 = 0, .beta2 = 0});
  EXPECT_EQ(optimiser.step(0.5f, 0, pointers), 4);
  EXPECT_EQ(numbers_of(optimiser.state()[0].numbers), (Numbers{4, 0}));
  EXPECT_NEAR(w.data()[0], -0.5f, 1e-6);
}

TEST(AdamW, LargeModelsGetTheSameBitsForAnyNumberOfThreads) {
  std::vector<Numbers> results;
  std::vector<double> norms;
  for (const int threads : {1, 2, 4}) {
    set_threads(threads);
    Parameters parameters(0);
    const Tensor w = parameters.normal("w", {1000, 700}, 1, true);
    AdamW optimiser(parameters, {});
    const Tensor gradient = random_tensor({1000, 700}, "gradient");
    std::ranges::copy(gradient.numbers(), w.grad());
    norms.push_back(optimiser.step(0.01f, 1));
    results.push_back(numbers_of(w));
  }
  set_threads(0);
  EXPECT_EQ(norms[0], norms[1]);
  EXPECT_EQ(norms[0], norms[2]);
  EXPECT_TRUE(results[0] == results[1] && results[0] == results[2]);
}

}  // namespace
}  // namespace whereabouts
