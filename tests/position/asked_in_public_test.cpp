// What people ask about schemes again and again, each answered by a model with random weights.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "evaluate/for_length.h"
#include "helpers.h"
#include "nn/transformer.h"
#include "position/enlarge_weights.h"
#include "position/schemes.h"

namespace whereabouts {
namespace {

constexpr int kVocabulary = 11, kTrained = 64;

Transformer model_with(const std::string& scheme, int layers = 2) {
  Transformer model({.vocabulary = kVocabulary,
                     .width = 32,
                     .heads = 4,
                     .layers = layers,
                     .trained_length = kTrained,
                     .scheme = scheme},
                    1);
  enlarge_weights(model);
  return model;
}

std::vector<int> some_tokens(int count) {
  Random random(3, "tokens");
  std::vector<int> tokens(static_cast<std::size_t>(count));
  for (int& token : tokens) token = random.between(0, kVocabulary - 1);
  return tokens;
}

std::vector<float> logits_at(const Transformer& model, const std::vector<int>& places) {
  Positions at = Positions::whole(static_cast<int>(places.size()));
  at.queries = at.keys = places;
  at.length = places.back() + 1;
  const NoGrad no_grad;
  return numbers_of(model.logits(some_tokens(static_cast<int>(places.size())), 1, at));
}

std::vector<int> places(int count, int first = 0) {
  std::vector<int> result(static_cast<std::size_t>(count));
  std::iota(result.begin(), result.end(), first);
  return result;
}

double moved(const std::vector<float>& a, const std::vector<float>& b) {
  return largest_difference(a, b);
}

// Is an absolute encoding left on beside a relative scheme?
TEST(AskedInPublic, AShiftedTextIsTheSameTextToEverySchemeThatIsNotAbsolute) {
  std::vector<std::string> absolute, refusing;
  for (const SchemeEntry& entry : schemes()) {
    const Transformer model = model_with(entry.name);
    if (!model.traits().any_length) {
      refusing.push_back(entry.name);
      continue;
    }
    const double by = moved(logits_at(model, places(24)), logits_at(model, places(24, 5000)));
    if (by > 1e-3) absolute.push_back(entry.name);
    EXPECT_EQ(by > 1e-3, model.traits().absolute) << entry.name << " moved by " << by;
  }
  std::ranges::sort(absolute);
  EXPECT_EQ(absolute, (std::vector<std::string>{"fire", "randomized", "sinusoidal"}));
  EXPECT_EQ(refusing, std::vector<std::string>{"learned"});
}

// May positions have gaps?
TEST(AskedInPublic, AJumpOfPositionsIsSeenByAllThatKnowThem) {
  std::vector<int> with_jump = places(24);
  for (std::size_t i = 12; i < with_jump.size(); ++i) with_jump[i] += 7;
  std::vector<std::string> blind;
  for (const SchemeEntry& entry : schemes()) {
    const Transformer model = model_with(entry.name);
    if (moved(logits_at(model, places(24)), logits_at(model, with_jump)) < 1e-4)
      blind.push_back(entry.name);
  }
  std::ranges::sort(blind);
  EXPECT_EQ(blind, (std::vector<std::string>{"abacus", "cope", "coupled", "fox", "log-n", "none",
                                             "ssmax", "stick-breaking"}));
}

// Is T5's bias in the first layer only?
TEST(AskedInPublic, AllLayersShareOneTableOfT5) {
  for (const int layers : {1, 4}) {
    const Transformer model = model_with("t5", layers);
    std::int64_t own = 0;
    for (const auto& e : model.parameters().entries())
      if (e.name.starts_with("position.")) own += e.tensor.size();
    EXPECT_EQ(own, 64) << layers << " layers";  // 4 heads, 16 buckets
  }
}

// Without positions, what can a causal model count?
TEST(AskedInPublic, AmongEqualTokensThereIsNothingToCountUnlessTheFirstIsAnother) {
  const Positions at = Positions::whole(40);
  for (const char* scheme : {"none", "rope", "alibi", "t5"}) {
    const Transformer model = model_with(scheme);
    const auto spread = [&](int first) {  // of a logit from place to place, after the first
      std::vector<int> tokens(40, 3);
      tokens[0] = first;
      const NoGrad no_grad;
      const std::vector<float> logits = numbers_of(model.logits(tokens, 1, at));
      double widest = 0;
      for (std::size_t i = 2; i < 40; ++i)
        for (std::size_t v = 0; v < kVocabulary; ++v)
          widest = std::max(widest, std::abs(static_cast<double>(logits[i * kVocabulary + v]) -
                                             logits[kVocabulary + v]));
      return widest;
    };
    EXPECT_LT(spread(3), 1e-4) << scheme;
    EXPECT_GT(spread(4), 1e-2) << scheme;
  }
}

// Are positions random in evaluation too?
TEST(AskedInPublic, RandomizedPositionsAreEvaluatedTwiceToTheSameBits) {
  const Transformer model = model_with("randomized");
  const std::vector<int> tokens = some_tokens(100);
  const NoGrad no_grad;
  const auto once = [&] { return numbers_of(model.logits(tokens, 1, Positions::whole(100))); };
  const std::vector<float> first = once();
  EXPECT_EQ(once(), first);
  Positions drawn = Positions::whole(100);
  drawn.draw = 5;
  EXPECT_NE(numbers_of(model.logits(tokens, 1, drawn)), first) << "in training they are random";
}

}  // namespace
}  // namespace whereabouts
