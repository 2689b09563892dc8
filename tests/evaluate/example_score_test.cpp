// Masked characters and questions about pictures, trained and scored.
#include "evaluate/example_score.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <functional>

#include "text/masked.h"
#include "text/pictures.h"
#include "train/trainer.h"
#include "util/parallel.h"

namespace whereabouts {
namespace {

constexpr int kSymbols = 5;

Transformer encoder(const std::string& scheme, int vocabulary = kSymbols + 1) {
  return Transformer({.vocabulary = vocabulary,
                      .width = 32,
                      .heads = 4,
                      .layers = 1,
                      .trained_length = 20,
                      .scheme = scheme,
                      .causal = false},
                     1);
}

// 0 1 2 3 4 0 1 2 ...: a hidden character is known from its neighbours.
std::vector<Token> cycle(int length) {
  std::vector<Token> text;
  for (int i = 0; i < length; ++i) text.push_back(i % kSymbols);
  return text;
}

void train(Transformer& model, const TrainingConfig& config,
           const std::function<std::vector<Example>(Random& random)>& draw) {
  Trainer trainer(model, config, {});
  Random random(1, "examples");
  for (int step = 0; step < config.steps; ++step) trainer.step(draw(random));
}

std::vector<Example> windows_to_test(std::span<const Token> text, int count) {
  Random random(0, "masked windows");
  return masked_windows(text, count, 20, kSymbols, random);
}

TEST(Masked, HidesAsManyInEachWindowAndKeepsWhatStoodThere) {
  const std::vector<Token> text = cycle(400);
  Random random(1, "masked");
  const std::vector<Example> windows = masked_windows(text, 6, 20, kSymbols, random);
  ASSERT_EQ(windows.size(), 6u);
  for (const Example& window : windows) {
    ASSERT_EQ(window.places.size(), 3u);
    EXPECT_EQ(std::ranges::count(window.inputs, kSymbols), 3);
    EXPECT_TRUE(std::ranges::is_sorted(window.places));
    int first = -1;  // where in the cycle the window begins
    for (int t = 0; t < 20; ++t) {
      if (window.inputs[t] != kSymbols) first = (window.inputs[t] + 4 * t) % 5;
    }
    for (int i = 0; i < 3; ++i) {
      EXPECT_EQ(window.inputs[window.places[i]], kSymbols);
      EXPECT_EQ(window.targets[i], (first + window.places[i]) % 5);
    }
  }
  EXPECT_THROW(masked_windows(cycle(10), 1, 20, kSymbols, random), std::invalid_argument);
}

TEST(Masked, WithPositionsACycleIsFilledInAndWithoutItIsNot) {
  const std::vector<Token> text = cycle(2000);
  Transformer rope = encoder("rope"), none = encoder("none");
  for (Transformer* model : {&rope, &none}) {
    train(*model, {.steps = 150, .batch = 16, .learning_rate = 1e-2, .seed = 1},
          [&](Random& random) { return masked_windows(text, 16, 20, kSymbols, random); });
  }
  const std::vector<Example> tested = windows_to_test(text, 50);
  EXPECT_GT(score_examples(rope, tested).targets.accuracy, 0.9);
  EXPECT_LT(score_examples(none, tested).targets.accuracy, 0.5);
  EXPECT_EQ(score_examples(none, tested).targets.scored, 150);

  Random random(2, "masked");
  const std::vector<Token> filled =
      filled_in(rope, masked_windows(text, 1, 20, kSymbols, random)[0], kSymbols);
  ASSERT_EQ(filled.size(), 20u);
  EXPECT_EQ(std::ranges::count(filled, kSymbols), 0);
  for (int t = 0; t + 1 < 20; ++t) EXPECT_EQ(filled[t + 1], (filled[t] + 1) % kSymbols) << t;
}

TEST(Masked, TrainsToTheSameBitsWithAnyNumberOfThreads) {
  const std::vector<Token> text = cycle(400);
  std::vector<float> expected;
  for (const int threads : {1, 2}) {
    const ThreadCount limit(threads);
    Transformer model = encoder("learned");
    train(model, {.steps = 3, .batch = 8},
          [&](Random& random) { return masked_windows(text, 8, 20, kSymbols, random); });
    const auto given = model.parameters().at("head").numbers();
    if (expected.empty()) expected.assign(given.begin(), given.end());
    EXPECT_EQ(std::memcmp(given.data(), expected.data(), expected.size() * sizeof(float)), 0);
  }
}

TEST(Pictures, WithPositionsEachPatchLearnsItsSideAndWithoutItCanNot) {
  Transformer learned = encoder("learned", kPatches), none = encoder("none", kPatches);
  for (Transformer* model : {&learned, &none}) {
    train(*model, {.steps = 200, .batch = 16},
          [](Random& random) { return random_pictures(16, 4, random); });
  }
  Random random(0, "pictures to test with");
  const std::vector<Example> tested = random_pictures(50, 4, random);
  EXPECT_GT(score_examples(learned, tested, 4).targets.accuracy, 0.7);
  EXPECT_LT(score_examples(none, tested, 4).targets.accuracy, 0.45);
}

TEST(ExampleScore, IsOneMeanOverAllTargetsAndTheSameForAnyNumberOfThreads) {
  const std::vector<Token> text = cycle(400);
  const Transformer model = encoder("rope");
  const std::vector<Example> tested = windows_to_test(text, 250);  // more than are read together
  const ExampleScore whole = score_examples(model, tested);
  double bits = 0;
  int right = 0, exact = 0;
  for (const Example& example : tested) {
    const ExampleScore one = score_examples(model, std::span(&example, 1));
    bits += one.targets.bits_per_char / 250;
    const std::vector<Token> filled = filled_in(model, example, 0);
    int right_here = 0;
    for (std::size_t i = 0; i < example.places.size(); ++i)
      right_here += filled[example.places[i]] == example.targets[i];
    right += right_here;
    exact += right_here == 3;
  }
  EXPECT_NEAR(whole.targets.bits_per_char, bits, 1e-9);
  EXPECT_DOUBLE_EQ(whole.targets.accuracy, right / 750.0);
  EXPECT_DOUBLE_EQ(whole.exact, exact / 250.0);
  const ThreadCount limit(1);
  EXPECT_EQ(score_examples(model, tested).targets.bits_per_char, whole.targets.bits_per_char);
  EXPECT_THROW(score_examples(model, {}), std::invalid_argument);
}

TEST(ExampleScore, ATokenThatIsNoChoiceIsNoAnswer) {
  const Transformer model = encoder("rope");
  const auto head = model.parameters().at("head").numbers();  // [C, V]
  constexpr int V = kSymbols + 1;
  for (std::size_t c = 0; c < head.size() / V; ++c)  // token 3 or 4 is always the likeliest
    head[c * V + 3] = 100 * head[c * V], head[c * V + 4] = -100 * head[c * V];
  for (Example example : windows_to_test(cycle(400), 20)) {
    const std::vector<Token> filled = filled_in(model, example, 2);
    for (std::size_t i = 0; i < example.places.size(); ++i) {
      example.targets[i] = filled[example.places[i]];
      EXPECT_LT(example.targets[i], 2);
    }
    EXPECT_EQ(score_examples(model, std::span(&example, 1), 2).exact, 1);
    EXPECT_EQ(score_examples(model, std::span(&example, 1)).exact, 0);
  }
}

}  // namespace
}  // namespace whereabouts
