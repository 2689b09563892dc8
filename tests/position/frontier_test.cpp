// The schemes that have no golden, against their formulas written out as plain loops in double: the
// output of one attention, the last queries against all keys as with a cache, and the gradients of
// all that goes in, which are finite differences of those loops.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <map>

#include "autograd.h"
#include "helpers.h"
#include "nn/transformer.h"
#include "ops.h"
#include "position/distance_map.h"
#include "position/enlarge_weights.h"
#include "position/rope_frequencies.h"
#include "position/schemes.h"
#include "util/check.h"
#include "util/random.h"

namespace whereabouts {
namespace {

constexpr int kHeads = 2, kHeadDim = 4, kWidth = kHeads * kHeadDim, kTokens = 9, kTrained = 5;
constexpr double kHidden = -std::numeric_limits<double>::infinity();

// What goes into one attention, by name: q, k, v [H, T, D], x [T, C], and what the scheme learns.
using Numbers = std::map<std::string, std::vector<double>>;

double row_product(const Numbers& in, int h, int i, int j) {
  double sum = 0;
  for (int c = 0; c < kHeadDim; ++c)
    sum +=
        in.at("q")[(h * kTokens + i) * kHeadDim + c] * in.at("k")[(h * kTokens + j) * kHeadDim + c];
  return sum;
}

// q_i R(-rho theta) k_j
double turned_product(const Numbers& in, int h, int i, int j, double rho) {
  const double *q = in.at("q").data() + (h * kTokens + i) * kHeadDim,
               *k = in.at("k").data() + (h * kTokens + j) * kHeadDim;
  double sum = 0;
  for (int p = 0; p < kHeadDim / 2; ++p) {
    const double angle = rho * std::pow(10000.0, -2.0 * p / kHeadDim);
    const double same = q[2 * p] * k[2 * p] + q[2 * p + 1] * k[2 * p + 1],
                 across = q[2 * p] * k[2 * p + 1] - q[2 * p + 1] * k[2 * p];
    sum += same * std::cos(angle) + across * std::sin(angle);
  }
  return sum;
}

double ln_gate(const Numbers& in, int h, int k) {
  double z = in.at("position.layer0.gate.bias")[h];
  for (int c = 0; c < kWidth; ++c)
    z += in.at("x")[k * kWidth + c] * in.at("position.layer0.gate.weight")[c * kHeads + h];
  return -std::log(1 + std::exp(-z));
}

double forgotten(const Numbers& in, int h, int i, int j) {
  double sum = 0;
  for (int k = j + 1; k <= i; ++k) sum += ln_gate(in, h, k);
  return sum;
}

const double kScale = 1 / std::sqrt(double{kHeadDim});

// The score of a scheme for head h, query i and key j <= i.
struct Case {
  std::string spec;
  std::function<double(const Numbers& in, int h, int i, int j)> score;
};

void PrintTo(const Case& c, std::ostream* out) { *out << c.spec; }

// A rope that is told rho(i, j); a negative one hides the key.
Case told(const std::string& spec, std::function<double(int i, int j)> rho) {
  return {"mapped-rope:map=" + spec, [rho](const Numbers& in, int h, int i, int j) {
            const double distance = rho(i, j);
            return distance < 0 ? kHidden : kScale * turned_product(in, h, i, j, distance);
          }};
}

std::vector<Case> cases() {
  const auto plain = [](const Numbers& in, int h, int i, int j) {
    return kScale * row_product(in, h, i, j);
  };
  const auto rope = [](const Numbers& in, int h, int i, int j) {
    return kScale * turned_product(in, h, i, j, i - j);
  };
  return {
      {"hard-alibi",  // one head free, the other sees itself alone
       [=](auto& in, int h, int i, int j) {
         return h == 1 || i == j ? plain(in, h, i, j) : kHidden;
       }},
      {"hard-alibi:free=0:windows=3+5",
       [=](auto& in, int h, int i, int j) {
         return i - j < (h == 0 ? 3 : 5) ? plain(in, h, i, j) : kHidden;
       }},
      {"fox",
       [=](auto& in, int h, int i, int j) { return plain(in, h, i, j) + forgotten(in, h, i, j); }},
      {"fox:over=rope",
       [=](auto& in, int h, int i, int j) { return rope(in, h, i, j) + forgotten(in, h, i, j); }},
      {"fox:over=stick-breaking",
       [=](auto& in, int h, int i, int j) {
         double score = plain(in, h, i, j) + forgotten(in, h, i, j);
         for (int k = j; k <= i; ++k) score -= std::log(1 + std::exp(plain(in, h, i, k)));
         return score;
       }},
      {"stick-breaking",
       [=](auto& in, int h, int i, int j) {
         const auto share = [&](int k) { return 1 / (1 + std::exp(-plain(in, h, i, k))); };
         double weight = share(j);
         for (int k = j + 1; k <= i; ++k) weight *= 1 - share(k);
         return std::log(weight);
       }},
      {"log-n", [=](auto& in, int h, int i,
                    int j) { return plain(in, h, i, j) * std::log(i + 1) / std::log(kTrained); }},
      {"log-n:over=alibi",  // slopes 1/16 and 1/256
       [=](auto& in, int h, int i, int j) {
         return plain(in, h, i, j) * std::log(i + 1) / std::log(kTrained) -
                (h == 0 ? 0.0625 : 0.00390625) * (i - j);
       }},
      {"ssmax:over=rope",
       [=](auto& in, int h, int i, int j) {
         return rope(in, h, i, j) * in.at("position.layer0.s")[h] * std::log(i + 1);
       }},
      told("rerope:window=3", [](int i, int j) { return std::min(i - j, 3); }),
      told("leaky:window=3:group=2.5",
           [](int i, int j) { return i - j < 3 ? i - j : 3 + (i - j - 3) / 2.5; }),
      // The group of a text of nine: 3 + (8 - 3) / G = 4.
      told("leaky:window=3",
           [](int i, int j) { return i - j < 3 ? i - j : 3 + (i - j - 3) / 5.0; }),
      told("self-extend:window=3:group=2",
           [](int i, int j) { return i - j < 3 ? i - j : i / 2 - j / 2 + 3 - 3 / 2; }),
      // floor(8 / G) + 2 - floor(2 / G) <= 4 from G = 3 on.
      told("self-extend",
           [](int i, int j) { return i - j < 2 ? i - j : i / 3 - j / 3 + 2 - 2 / 3; }),
      told("dual-chunk:chunk=3",
           [](int i, int j) {
             if (i / 3 == j / 3) return i - j;
             return (i / 3 - j / 3 == 1 ? std::min(3 + i % 3, 4) : 4) - j % 3;
           }),
      told("lm-infinite:sinks=2",
           [](int i, int j) { return i - j < 5 || j < 2 ? std::min(i - j, 4) : -1; }),
      told("lm-infinite:sinks=2:window=3",
           [](int i, int j) { return i - j < 3 || j < 2 ? std::min(i - j, 4) : -1; }),
      told("streaming:sinks=2",
           [](int i, int j) { return i - j < 3 ? i - j
                                     : j < 2   ? std::min(i, 4) - j
                                               : -1; }),
      told("streaming:sinks=0:window=4", [](int i, int j) { return i - j < 4 ? i - j : -1; }),
  };
}

// sum over j of softmax_j(score_ij) v_j: [T, C]
std::vector<double> plain_attention(const Case& c, const Numbers& in) {
  std::vector<double> out(kTokens * kWidth);
  for (int h = 0; h < kHeads; ++h) {
    for (int i = 0; i < kTokens; ++i) {
      std::vector<double> power;
      double total = 0;
      for (int j = 0; j <= i; ++j) total += power.emplace_back(std::exp(c.score(in, h, i, j)));
      for (int j = 0; j <= i; ++j)
        for (int d = 0; d < kHeadDim; ++d)
          out[i * kWidth + h * kHeadDim + d] +=
              power[j] / total * in.at("v")[(h * kTokens + j) * kHeadDim + d];
    }
  }
  return out;
}

class Frontier : public testing::TestWithParam<Case> {
 protected:
  void SetUp() override {
    scheme = make_scheme(GetParam().spec, kWidth, kHeads, kTrained, parameters);
    for (const char* name : {"q", "k", "v"}) add(name, Tensor({1, kHeads, kTokens, kHeadDim}));
    add("x", Tensor({1, kTokens, kWidth}));
    for (const auto& e : parameters.entries()) add(e.name, e.tensor);
  }
  void add(const std::string& name, const Tensor& tensor) {
    Random random(11, name);
    for (float& x : tensor.numbers()) x = static_cast<float>(random.normal());
    leaves.emplace_back(name, tensor).second.set_requires_grad();
    in[name] = {tensor.numbers().begin(), tensor.numbers().end()};
  }
  // Of the last queries: [1, queries, C].
  Tensor output(int queries) {
    Positions at = Positions::whole(kTokens);
    at.queries.erase(at.queries.begin(), at.queries.end() - queries);
    Tensor q = slice_positions(leaves[0].second, kTokens - queries, queries), k = leaves[1].second;
    scheme->rotate_qk(q, k, at);
    return attention(q, k, leaves[2].second, at, scheme->relative_terms(at),
                     scheme->pair_bias(q, k, leaves[3].second, at));
  }

  Parameters parameters{0};
  std::unique_ptr<PositionScheme> scheme;
  std::vector<std::pair<std::string, Tensor>> leaves;  // q, k, v, x and what the scheme learns
  Numbers in;
};

TEST_P(Frontier, TheOutputIsThatOfTheFormula) {
  const std::vector<double> expected = plain_attention(GetParam(), in);
  for (const int queries : {kTokens, 3, 1}) {
    const Tensor given = output(queries);
    const std::size_t skipped = expected.size() - static_cast<std::size_t>(given.size());
    for (int i = 0; i < given.size(); ++i)
      EXPECT_NEAR(given.data()[i], expected[skipped + i], 3e-6) << queries << " queries, " << i;
  }
}

TEST_P(Frontier, GradientsAreFiniteDifferencesOfTheFormula) {
  std::vector<double> towards(kTokens * kWidth);
  Random random(12, "towards");
  for (double& t : towards) t = random.normal();
  const std::vector<float> rounded(towards.begin(), towards.end());
  backward(sum(multiply(output(kTokens), Tensor({1, kTokens, kWidth}, rounded))));
  const auto loss = [&] {
    const std::vector<double> out = plain_attention(GetParam(), in);
    double sum = 0;
    for (std::size_t i = 0; i < out.size(); ++i) sum += out[i] * rounded[i];
    return sum;
  };
  for (const auto& [name, tensor] : leaves) {
    std::vector<double>& numbers = in.at(name);
    const bool used = tensor.grad() != nullptr;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      const double kept = numbers[i], step = 1e-5;
      numbers[i] = kept + step;
      const double above = loss();
      numbers[i] = kept - step;
      const double below = loss();
      numbers[i] = kept;
      EXPECT_NEAR(used ? tensor.grad()[i] : 0, (above - below) / (2 * step), 3e-5)
          << name << " " << i;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, Frontier, testing::ValuesIn(cases()), [](const auto& c) {
  std::string name = c.param.spec;
  for (char& letter : name)
    if (!std::isalnum(static_cast<unsigned char>(letter))) letter = '_';
  return name;
});

// ---- what must be the same as something else ----

std::vector<float> logits(const Transformer& model, int length) {
  std::vector<int> tokens(static_cast<std::size_t>(length));
  for (int i = 0; i < length; ++i) tokens[static_cast<std::size_t>(i)] = i * i % 11;
  const NoGrad no_gradient;
  return numbers_of(model.logits(tokens, 1, Positions::whole(length)));
}

// What changes its scores in place in evaluation.
constexpr const char* kInPlace[] = {"fire",
                                    "cope",
                                    "cope:positions=600",
                                    "fox",
                                    "stick-breaking",
                                    "clamped-rope:distance=15",
                                    "clamped-rope:distance=15:pair=1",
                                    "mapped-rope:map=rerope",
                                    "mapped-rope:map=leaky",
                                    "mapped-rope:map=self-extend",
                                    "mapped-rope:map=dual-chunk",
                                    "mapped-rope:map=lm-infinite",
                                    "mapped-rope:map=streaming",
                                    "fox:over=cope",
                                    "fox:over=stick-breaking",
                                    "fox:over=rope",
                                    "window:over=fire:size=40",
                                    "ssmax:over=stick-breaking",
                                    "log-n:over=mapped-rope"};

// ... gives what training computes, at a length with several pieces of keys and blocks of queries.
TEST(LongTexts, EvaluationGivesWhatTrainingComputes) {
  for (const char* scheme : kInPlace) {
    Transformer model(
        {.vocabulary = 11, .width = 16, .heads = 2, .trained_length = 16, .scheme = scheme}, 1);
    enlarge_weights(model);
    ASSERT_TRUE(model.schemes().traits().in_place) << scheme;
    constexpr int kLength = 700;
    std::vector<int> tokens(kLength);
    for (int i = 0; i < kLength; ++i) tokens[static_cast<std::size_t>(i)] = i * i % 11;
    const std::vector<float> training =
        numbers_of(model.logits(tokens, 1, Positions::whole(kLength)));
    clear_tape();
    EXPECT_LT(largest_difference(training, logits(model, kLength)), 2e-3f) << scheme;
  }
}

// ... for two sequences, for the last queries alone, and at positions with gaps.
TEST(LongTexts, ScoresChangedInPlaceAreThoseWithThePairBias) {
  constexpr int kSequences = 2, kKeys = 600, kQueries = 37, kWide = 16;
  Positions with_gaps;
  for (int j = 0; j < kKeys; ++j) with_gaps.keys.push_back(3 + j + j / 7 + 20 * (j > 300));
  Positions whole = Positions::whole(kKeys);
  for (const Positions& place : {whole, with_gaps}) {
    Positions at = place;
    at.queries.assign(at.keys.end() - kQueries, at.keys.end());
    at.length = at.keys.back() + 1;
    for (const char* spec : kInPlace) {
      Parameters weights(0);
      const auto scheme = make_scheme(spec, kWide, kHeads, 16, weights);
      for (const auto& e : weights.entries()) {
        Random random(2, e.name);
        for (float& x : e.tensor.numbers()) x += static_cast<float>(0.3 * random.normal());
      }
      const NoGrad evaluation;
      Tensor q = random_tensor({kSequences, kHeads, kQueries, kWide / kHeads}, "q"),
             k = random_tensor({kSequences, kHeads, kKeys, kWide / kHeads}, "k");
      const Tensor v = random_tensor(k.shape(), "v"),
                   x = random_tensor({kSequences, kKeys, kWide}, "x");
      scheme->rotate_qk(q, k, at);
      const ScoreTerms terms = scheme->relative_terms(at);
      const Tensor of_tensor = attention(q, k, v, at, terms, scheme->pair_bias(q, k, x, at));
      const Tensor in_place = attention(q, k, v, at, terms, {}, scheme->change_scores(q, k, x, at));
      EXPECT_LT(largest_difference(numbers_of(of_tensor), numbers_of(in_place)), 2e-5f)
          << spec << (at.keys.front() ? ", with gaps" : "");
      EXPECT_GT(largest_difference(numbers_of(attention(q, k, v, at, terms)), numbers_of(in_place)),
                1e-3f)
          << spec;
    }
  }
}

Transformer lively_rope() {
  Transformer model(
      {.vocabulary = 11, .width = 32, .heads = 4, .trained_length = 16, .scheme = "rope"}, 1);
  enlarge_weights(model);
  return model;
}

TEST(MappedRope, UpToTheTrainedLengthMostAreRopeAndBeyondItNoneIs) {
  const Transformer rope = lively_rope();
  for (const char* map : {"leaky", "self-extend", "lm-infinite", "rerope:window=15"}) {
    const Transformer mapped = rope.with_scheme(concat("mapped-rope:map=", map));
    EXPECT_LT(largest_difference(logits(rope, 16), logits(mapped, 16)), 1e-4f) << map;
    EXPECT_GT(largest_difference(logits(rope, 40), logits(mapped, 40)), 1e-2f) << map;
  }
}

TEST(MappedRope, WithoutSinksAWindowIsAllThatIsLeft) {
  const Transformer rope = lively_rope();
  for (const char* map : {"lm-infinite", "streaming"}) {
    const Transformer mapped = rope.with_scheme(concat("mapped-rope:sinks=0:map=", map));
    EXPECT_LT(largest_difference(logits(rope.with_scheme("window"), 40), logits(mapped, 40)), 1e-4f)
        << map;
  }
}

TEST(MappedRope, ReRopeIsClampedRope) {
  const Transformer rope = lively_rope();
  EXPECT_LT(largest_difference(logits(rope.with_scheme("mapped-rope:map=rerope:window=12"), 40),
                               logits(rope.with_scheme("clamped-rope:distance=12"), 40)),
            1e-4f);
}

TEST(MappedRope, ReadsTheWeightsOfARopeWithTheSameOptions) {
  const Transformer rope = lively_rope();
  for (const char* options :
       {":base=500", ":layout=half", ":partial=0.5", ":scaling=yarn:factor=2"}) {
    const std::string same = concat("mapped-rope:map=rerope:window=15", options);
    EXPECT_LT(largest_difference(logits(rope.with_scheme(concat("rope", options)), 16),
                                 logits(rope.with_scheme(same), 16)),
              1e-4f)
        << options;
  }
}

TEST(MappedRope, NoDistanceIsBeyondThoseOfTraining) {
  for (const char* method :
       {"rerope", "leaky", "self-extend", "dual-chunk", "lm-infinite", "streaming"}) {
    for (const int length : {64, 65, 100, 1000}) {
      DistanceMapSettings settings{.method = method};
      if (settings.method == "lm-infinite") settings.window = 64;
      if (settings.method == "streaming") settings.window = 60;
      settings.group = least_group(settings, length);
      const DistanceMap rho = distance_map(settings);
      double largest = 0;
      for (int i = 0; i < length; ++i) {
        for (int j = 0; j <= i; ++j) {
          const double distance = rho(i, j).value_or(0);
          ASSERT_GE(distance, 0) << method << " " << i << ", " << j;
          largest = std::max(largest, distance);
        }
      }
      EXPECT_LE(largest, 63 + 1e-9) << method << " at " << length;
      if (length == 1000 && settings.method != "rerope") {
        EXPECT_GE(largest, 59) << method;
      }
    }
  }
}

TEST(Frontier, WhatIsImpossibleIsRefused) {
  Parameters weights(0);
  const auto refusal = [&](const std::string& spec) {
    try {
      make_scheme(spec, 32, 4, 16, weights);
    } catch (const UserError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_EQ(refusal("hard-alibi:free=1:windows=2+4"),
            "scheme hard-alibi: windows must be 3 numbers, got 2");
  EXPECT_EQ(refusal("hard-alibi:windows=1+2+x"),
            "scheme hard-alibi: windows must be numbers with + between, got \"1+2+x\"");
  EXPECT_EQ(refusal("hard-alibi:windows=1+2+2.5"),
            "scheme hard-alibi: a window is a whole number of characters");
  EXPECT_EQ(refusal("hard-alibi:windows=0+2+3"),
            "scheme hard-alibi: windows must be between 1 and 65536, got 0");
  EXPECT_NE(refusal("hard-alibi:windows=1+2+"), "");
  EXPECT_NE(refusal("hard-alibi:free=5"), "");
  EXPECT_NE(refusal("hard-alibi:free=4:windows=1"), "");
  EXPECT_EQ(refusal("hard-alibi:free=4"), "");
  EXPECT_NE(refusal("fox:over=foxx"), "");
  EXPECT_NE(refusal("mapped-rope:map=rerope:group=2"), "");
  EXPECT_NE(refusal("mapped-rope:window=16"), "");
  EXPECT_EQ(refusal("mapped-rope:group=1.5"),
            "scheme mapped-rope: group is a whole number of characters");
  EXPECT_NE(refusal("mapped-rope:map=dual-chunk:chunk=16"), "");
  EXPECT_NE(refusal("stick-breaking:over=rope"), "");
}

// A trained `none` read through hard-alibi with all heads free is itself.
TEST(HardAlibi, WithAllHeadsFreeItIsNone) {
  const Transformer none({.vocabulary = 11, .width = 32, .heads = 4, .trained_length = 16}, 1);
  EXPECT_EQ(logits(none.with_scheme("none"), 40),
            logits(none.with_scheme("hard-alibi:free=4"), 40));
}

// With w = 0 all gates are equal, and a gate of e^-slope is ALiBi with one slope for all.
TEST(Fox, WithEqualGatesItIsAlibi) {
  Parameters weights(0);
  const auto fox = make_scheme("fox", kWidth, kHeads, 16, weights),
             alibi = make_scheme("alibi", kWidth, kHeads, 16, weights);
  std::ranges::fill(weights.at("position.layer0.gate.weight").numbers(), 0.0f);
  const double slopes[] = {0.0625, 0.00390625};
  for (int h = 0; h < kHeads; ++h)
    weights.at("position.layer0.gate.bias").data()[h] =
        static_cast<float>(-std::log(std::expm1(slopes[h])));
  const Positions at = Positions::whole(40);
  const Tensor x({1, 40, kWidth}), q({1, kHeads, 40, kHeadDim});
  const Tensor forgets = fox->pair_bias(q, q, x, at),
               penalty = alibi->relative_terms(at).distance;  // [H, 40]
  for (int h = 0; h < kHeads; ++h)
    for (int j = 0; j < 40; ++j)
      EXPECT_NEAR(forgets.data()[(h * 40 + 39) * 40 + j], penalty.data()[h * 40 + 39 - j], 1e-4);
}

}  // namespace
}  // namespace whereabouts
