// Masked characters and questions about pictures.
#include "train/masked.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "train/picture_training.h"
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

TEST(Masked, HidesAsManyInEachWindowAndKeepsWhatStoodThere) {
  const std::vector<Token> text = cycle(400);
  Random random(1, "masked");
  const MaskedBatch batch = masked_batch(text, 6, 20, kSymbols, random);
  ASSERT_EQ(batch.hidden(), 3);
  for (int r = 0; r < 6; ++r) {
    EXPECT_EQ(
        std::count(batch.inputs.begin() + r * 20, batch.inputs.begin() + (r + 1) * 20, kSymbols),
        3);
    int first = -1;  // where in the cycle the window begins
    for (int t = 0; t < 20; ++t) {
      if (batch.inputs[r * 20 + t] != kSymbols) first = (batch.inputs[r * 20 + t] + 4 * t) % 5;
    }
    for (int i = 0; i < 3; ++i) {
      EXPECT_EQ(batch.inputs[r * 20 + batch.places[r * 3 + i]], kSymbols);
      EXPECT_EQ(batch.answers[r * 3 + i], (first + batch.places[r * 3 + i]) % 5);
    }
  }
  EXPECT_THROW(masked_batch(cycle(10), 1, 20, kSymbols, random), std::invalid_argument);
}

TEST(Masked, WithPositionsACycleIsFilledInAndWithoutItIsNot) {
  const std::vector<Token> text = cycle(2000);
  Transformer rope = encoder("rope"), none = encoder("none");
  for (Transformer* model : {&rope, &none}) train_masked(*model, text, 150, 16, 1e-2, 1);
  EXPECT_GT(score_masked(rope, text, 50).right, 0.9);
  EXPECT_LT(score_masked(none, text, 50).right, 0.5);

  Random random(2, "masked");
  const MaskedBatch batch = masked_batch(text, 2, 20, kSymbols, random);
  const std::vector<Token> filled = filled_in(rope, batch);
  ASSERT_EQ(filled.size(), 20u);  // the first row alone
  EXPECT_EQ(std::ranges::count(filled, kSymbols), 0);
  for (int t = 0; t + 1 < 20; ++t) EXPECT_EQ(filled[t + 1], (filled[t] + 1) % kSymbols) << t;
  EXPECT_EQ(score_masked(none, text, 50).scored, 150);
}

TEST(Masked, TrainsToTheSameBitsWithAnyNumberOfThreads) {
  const std::vector<Token> text = cycle(400);
  std::vector<float> expected;
  for (const int threads : {1, 2}) {
    const ThreadCount limit(threads);
    Transformer model = encoder("learned");
    train_masked(model, text, 3, 8, 3e-3, 1);
    const auto given = model.parameters().at("head").numbers();
    if (expected.empty()) expected.assign(given.begin(), given.end());
    EXPECT_EQ(std::memcmp(given.data(), expected.data(), expected.size() * sizeof(float)), 0);
  }
}

TEST(PictureTraining, WithPositionsEachPatchLearnsItsSideAndWithoutItCanNot) {
  Transformer learned = encoder("learned", kPatches), none = encoder("none", kPatches);
  for (Transformer* model : {&learned, &none}) train_on_pictures(*model, 4, 200, 16, 3e-3, 1);
  EXPECT_GT(score_pictures(learned, 4, 50), 0.7);
  EXPECT_LT(score_pictures(none, 4, 50), 0.45);
}

}  // namespace
}  // namespace whereabouts
