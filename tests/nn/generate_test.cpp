#include "nn/generate.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "autograd.h"
#include "helpers.h"
#include "position/rope.h"
#include "position/schemes.h"
#include "util/check.h"

namespace whereabouts {
namespace {

constexpr int kTrained = 8, kSymbols = 20;

// An untrained model whose logits differ enough for a text that is not one letter.
Transformer lively_model(const std::string& scheme, int layers = 2) {
  Transformer model({.vocabulary = kSymbols,
                     .width = 16,
                     .heads = 2,
                     .layers = layers,
                     .trained_length = kTrained,
                     .scheme = scheme},
                    3);
  for (const auto& weight : model.parameters().entries())
    if (weight.weight_decay)
      for (float& x : weight.tensor.numbers()) x *= 10;
  return model;
}

std::vector<std::string> generating_schemes() {
  std::vector<std::string> specs;
  for (const SchemeEntry& entry : schemes()) {
    specs.push_back(lively_model(entry.name, 1).past_trained().config().scheme);
  }
  for (const char* scaling :
       {"pi", "ntk:factor=4", "dynamic-ntk", "yarn:slow-turns=0.1", "yarn:slow-turns=0.1:factor=4"})
    specs.push_back(std::string("rope:scaling=") + scaling);
  for (const char* policy : {"wrap", "interpolate"})
    specs.push_back(std::string("learned:beyond=") + policy);
  return specs;
}

std::vector<int> written(const Transformer& model, std::span<const int> prompt, int count,
                         const Sampling& how, bool cached) {
  std::vector<int> tokens;
  Random random(5, "sample");
  generate(
      model, prompt, count, how, random,
      [&](int token) {
        tokens.push_back(token);
        return true;
      },
      cached);
  return tokens;
}

std::vector<int> some_text(int length) {
  std::vector<int> text;
  Random random(9, "text");
  for (int i = 0; i < length; ++i) text.push_back(static_cast<int>(random.below(kSymbols)));
  return text;
}

TEST(Generate, CachedTextIsUncachedTextForEveryScheme) {
  for (const std::string& scheme : generating_schemes()) {
    const Transformer model = lively_model(scheme);
    for (const int prompt : {1, 5, 3 * kTrained}) {  // the last is longer than the trained length
      const std::vector<int> text = some_text(prompt);
      for (const Sampling how :
           {Sampling{.temperature = 0}, Sampling{.temperature = 0.8, .top_k = 7}})
        EXPECT_EQ(written(model, text, 4 * kTrained, how, true),
                  written(model, text, 4 * kTrained, how, false))
            << scheme << " after a prompt of " << prompt;
    }
  }
}

TEST(Generate, CachedLogitsAreThoseOfOnePassUpToRounding) {
  const std::vector<int> text = some_text(5 * kTrained);
  const auto length = static_cast<int>(text.size());
  for (const std::string& scheme : generating_schemes()) {
    const Transformer model = lively_model(scheme);
    if (model.traits().length_dependent) continue;
    const NoGrad no_grad;
    const Tensor all = model.logits(text, 1, Positions::whole(length));
    KeyValueCache cache;
    for (int n = 1; n <= length; ++n) {
      const Tensor one = next_logits(model, std::span(text).first(n), cache);
      EXPECT_EQ(cache.length(), n);
      EXPECT_LT(
          largest_difference(one.numbers(), all.numbers().subspan((n - 1) * kSymbols, kSymbols)),
          2e-4)
          << scheme << " at " << n;
    }
  }
}

// One pass in which every row has the angles of the length that the text had when that row was its
// end: what a cache of unturned keys computes, without any cache.
class RowByRow : public PositionScheme {
 public:
  explicit RowByRow(std::string method) : method_(std::move(method)) {}
  Traits traits() const override { return {}; }
  Tensor pair_bias(const Tensor& query, const Tensor& key, const Tensor&,
                   const Positions& at) const override {
    const int H = query.dim(1), Tq = query.dim(2), Tk = key.dim(2), D = query.dim(3);
    Tensor added({1, H, Tq, Tk});
    for (int i = 0; i < Tq; ++i) {
      const double length = at.queries[i] + 1;
      const double grown = std::max(1.0, length / kTrained);
      const RopeFrequencies f = rope_frequencies(D, 10000,
                                                 {.method = method_,
                                                  .factor = method_ == "dynamic-ntk" ? 1 : grown,
                                                  .length = length,
                                                  .trained_length = kTrained});
      for (int h = 0; h < H; ++h) {
        for (int j = 0; j <= i && j < Tk; ++j) {
          const float *q = query.data() + (h * Tq + i) * D, *k = key.data() + (h * Tk + j) * D;
          const double distance = at.queries[i] - at.keys[j];
          double turned = 0, plain = 0;
          for (int p = 0; p < D / 2; ++p) {
            const double c = std::cos(distance * f.theta[p]), s = std::sin(distance * f.theta[p]);
            const double qa = q[2 * p], qb = q[2 * p + 1], ka = k[2 * p], kb = k[2 * p + 1];
            turned += (qa * c - qb * s) * ka + (qa * s + qb * c) * kb;
            plain += qa * ka + qb * kb;
          }
          added.data()[(h * Tq + i) * Tk + j] = static_cast<float>((turned - plain) / std::sqrt(D));
        }
      }
    }
    return added;
  }

 private:
  std::string method_;
};

TEST(Generate, LogitsWithACacheAreTheRowsThatFollowEachToken) {
  const Transformer model = lively_model("alibi");
  const std::vector<int> text = some_text(12);
  const Tensor rows = logits_with_cache(model, text);
  EXPECT_EQ(rows.shape(), (Shape{12, kSymbols}));
  for (const std::size_t n : {1u, 7u, 12u}) {
    KeyValueCache fresh;
    const Tensor next = next_logits(model, std::span(text).first(n), fresh);
    for (int v = 0; v < kSymbols; ++v)
      EXPECT_NEAR(rows.data()[(n - 1) * kSymbols + v], next.data()[v], 1e-3) << n;
  }
}

TEST(Generate, AStretchingSchemeReadsEachTokenAtTheLengthThatTheTextHadThen) {
  const std::vector<int> text = some_text(5 * kTrained);
  const auto length = static_cast<int>(text.size());
  for (const std::string method : {"dynamic-ntk", "pi"}) {
    const Transformer model = lively_model("rope:scaling=" + method, 3),
                      oracle = model.with_scheme(
                          [&](int) { return std::make_unique<RowByRow>(method); });
    const NoGrad no_grad;
    const Tensor rows = oracle.logits(text, 1, Positions::whole(length)),
                 one_pass = model.logits(text, 1, Positions::whole(length));
    KeyValueCache cache;
    double from_oracle = 0, from_one_pass = 0;
    for (int n = 1; n <= length; ++n) {
      const Tensor one = next_logits(model, std::span(text).first(n), cache);
      const std::size_t row = (n - 1) * std::size_t{kSymbols};
      from_oracle = std::max(
          from_oracle, largest_difference(one.numbers(), rows.numbers().subspan(row, kSymbols)));
      from_one_pass =
          std::max(from_one_pass,
                   largest_difference(one.numbers(), one_pass.numbers().subspan(row, kSymbols)));
    }
    EXPECT_LT(from_oracle, 5e-4) << method;
    EXPECT_GT(from_one_pass, 20 * from_oracle)
        << method << ": one pass at the final length is another thing";
  }
}

TEST(Generate, WritesAsManyTokensAsAskedForOrStopsWhenTold) {
  const Transformer model = lively_model("alibi");
  const std::vector<int> prompt = {1};
  EXPECT_TRUE(written(model, prompt, 0, {}, true).empty());
  EXPECT_EQ(written(model, prompt, 1, {}, true).size(), 1u);
  int seen = 0;
  Random random(0);
  generate(model, prompt, 1000, {}, random, [&](int) { return ++seen < 3; });
  EXPECT_EQ(seen, 3);
  EXPECT_THROW(generate(model, {}, 1, {}, random, [](int) { return true; }), std::invalid_argument);
}

TEST(Generate, ALearnedTableRefusesWhatLiesBeyondIt) {
  const Transformer model = lively_model("learned");
  const std::vector<int> prompt = some_text(kTrained);
  EXPECT_EQ(written(model, prompt, 1, {}, true).size(), 1u);
  EXPECT_THROW(written(model, prompt, 2, {}, true), UserError);
}

TEST(Sample, TemperatureNoughtIsTheLikeliestAndTinyOrHugeOnesAreSafe) {
  const std::vector<float> logits = {0.5f, 3.0f, -1.0f, 2.9f, 3.0f};
  Random random(1);
  for (int i = 0; i < 50; ++i) {
    EXPECT_EQ(sample(logits, {.temperature = 0}, random), 1);
    const int cold = sample(logits, {.temperature = 1e-30}, random);
    EXPECT_TRUE(cold == 1 || cold == 4);
    EXPECT_EQ(sample(logits, {.temperature = 1e30, .top_k = 1}, random), 1);
  }
  std::vector<int> counts(logits.size());
  for (int i = 0; i < 5000; ++i) ++counts[sample(logits, {.temperature = 1e30}, random)];
  for (const int count : counts) EXPECT_NEAR(count, 1000, 150);
}

TEST(Sample, FollowsTheSoftmaxAmongTheTopK) {
  const std::vector<float> logits = {std::log(0.1f), std::log(0.6f), std::log(0.3f)};
  Random random(2);
  std::vector<int> all(3), two(3);
  for (int i = 0; i < 10000; ++i) {
    ++all[sample(logits, {}, random)];
    ++two[sample(logits, {.top_k = 2}, random)];
    EXPECT_LT(sample(logits, {.top_k = 9999}, random), 3);
  }
  EXPECT_NEAR(all[1], 6000, 250);
  EXPECT_NEAR(all[0], 1000, 150);
  EXPECT_EQ(two[0], 0);
  EXPECT_NEAR(two[1], 6667, 250);
}

// Which tokens ever come, of 0.1, 0.4, 0.3 and 0.2.
std::vector<int> those_drawn(const Sampling& how) {
  const std::vector<float> logits = {std::log(0.1f), std::log(0.4f), std::log(0.3f),
                                     std::log(0.2f)};
  Random random(2);
  std::vector<int> counts(4), drawn;
  for (int i = 0; i < 2000; ++i) ++counts[sample(logits, how, random)];
  for (int token = 0; token < 4; ++token)
    if (counts[token] > 0) drawn.push_back(token);
  return drawn;
}

TEST(Sample, TheNucleusIsTheFewestLikeliestThatReachTopP) {
  using Tokens = std::vector<int>;
  EXPECT_EQ(those_drawn({.top_p = 1}), (Tokens{0, 1, 2, 3}));
  EXPECT_EQ(those_drawn({.top_p = 0.95}), (Tokens{0, 1, 2, 3}));
  EXPECT_EQ(those_drawn({.top_p = 0.85}), (Tokens{1, 2, 3}));
  EXPECT_EQ(those_drawn({.top_p = 0.65}), (Tokens{1, 2}));
  EXPECT_EQ(those_drawn({.top_p = 0.35}), (Tokens{1}));
  EXPECT_EQ(those_drawn({.top_p = 1e-9}), (Tokens{1}));
  // Of what top-k leaves: 0.4 and 0.3 become 4/7 and 3/7, and 4/7 is more than 0.55.
  EXPECT_EQ(those_drawn({.top_k = 2, .top_p = 0.55}), (Tokens{1}));
  EXPECT_EQ(those_drawn({.top_k = 2, .top_p = 0.6}), (Tokens{1, 2}));
  // At temperature 0.5 the probabilities go as their squares: 16, 9, 4 and 1 of 30.
  EXPECT_EQ(those_drawn({.temperature = 0.5, .top_p = 0.5}), (Tokens{1}));
  EXPECT_EQ(those_drawn({.temperature = 0.5, .top_p = 0.82}), (Tokens{1, 2}));
  EXPECT_EQ(those_drawn({.temperature = 0, .top_p = 0.5}), (Tokens{1}));
}

TEST(Sample, FollowsTheSoftmaxWithinTheNucleus) {
  const std::vector<float> logits = {std::log(0.1f), std::log(0.6f), std::log(0.3f)};
  Random random(2);
  std::vector<int> counts(3);
  for (int i = 0; i < 10000; ++i) ++counts[sample(logits, {.top_p = 0.8}, random)];
  EXPECT_EQ(counts[0], 0);
  EXPECT_NEAR(counts[1], 6667, 250);
  // With 1 nothing is left out, and the same numbers are drawn as without.
  Random one(3), other(3);
  for (int i = 0; i < 100; ++i)
    EXPECT_EQ(sample(logits, {.top_p = 1}, one), sample(logits, {}, other));
}

TEST(Sample, RefusesWhatHasNoMeaning) {
  Random random(0);
  const std::vector<float> logits = {0, 1};
  for (const double temperature : {-1.0, -1e-30, double{NAN}, double{INFINITY}})
    EXPECT_THROW(sample(logits, {.temperature = temperature}, random), std::invalid_argument);
  EXPECT_THROW(sample(logits, {.top_k = -1}, random), std::invalid_argument);
  for (const double top_p : {0.0, -0.5, 1.5, double{NAN}})
    EXPECT_THROW(sample(logits, {.top_p = top_p}, random), std::invalid_argument);
  const std::vector<float> broken = {0, NAN};
  EXPECT_THROW(sample(broken, {}, random), UserError);
}

TEST(FirstToken, IsTheLineEndIfThereIsOne) {
  EXPECT_EQ(first_token(std::u32string_view(U"\t\nab")), 1);
  EXPECT_EQ(first_token(std::u32string_view(U"ab")), 0);
}

}  // namespace
}  // namespace whereabouts
