// What is known of each scheme beside the goldens: plain loops for the forms that have none,
// identities between schemes, and the values that others got wrong.
#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <sstream>

#include "autograd.h"
#include "golden_file.h"
#include "helpers.h"
#include "nn/generate.h"
#include "nn/transformer.h"
#include "ops.h"
#include "position/alibi.h"
#include "position/enlarge_weights.h"
#include "position/kerple.h"
#include "position/rope.h"
#include "position/schemes.h"
#include "position/sinusoidal.h"
#include "position/t5.h"
#include "util/check.h"
#include "util/random.h"

namespace whereabouts {
namespace {

constexpr int kWidth = 32, kHeads = 4, kHeadDim = 8, kTrained = 16;

Tensor random_tensor(Shape shape, const std::string& stream) {
  Tensor x = Tensor::uninitialised(shape);
  Random random(7, stream);
  for (float& v : x.numbers()) v = static_cast<float>(random.normal());
  return x;
}

struct Scheme {
  Parameters parameters{0};
  std::string options;  // filled in while the scheme is made, so it comes before it
  std::unique_ptr<PositionScheme> scheme;
  explicit Scheme(const std::string& spec, int heads = kHeads, int width = kWidth,
                  int trained = kTrained, bool causal = true)
      : scheme(make_scheme(spec, width, heads, trained, parameters, causal, &options)) {}
  const PositionScheme* operator->() const { return scheme.get(); }
};

std::string refusal(const std::string& spec, int heads = kHeads, int width = kWidth) {
  try {
    Scheme(spec, heads, width);
  } catch (const UserError& error) {
    return error.what();
  }
  return "";
}

// q . k for one query at m and one key at n, as a rotary scheme turns them.
double turned_product(const Scheme& s, const Tensor& q, const Tensor& k, int m, int n,
                      int length = 0) {
  Positions at;
  at.queries = {m};
  at.keys = {n};
  at.length = length ? length : std::max(m, n) + 1;
  Tensor query = q, key = k;
  s->rotate_qk(query, key, at);
  double sum = 0;
  for (int i = 0; i < kHeadDim; ++i) sum += static_cast<double>(query.data()[i]) * key.data()[i];
  return sum;
}

// The same by the formula: pairs (a, b) at angles n theta, in double.
double turned_by_hand(const Tensor& q, const Tensor& k, int n, const std::vector<double>& theta,
                      double magnitude, bool half = false) {
  double sum = 0;
  const int pairs = static_cast<int>(theta.size());
  for (int i = 0; i < kHeadDim / 2; ++i) {
    const int a = half ? i : 2 * i, b = half ? i + pairs : 2 * i + 1;
    const double angle = i < pairs ? n * theta[i] : 0,
                 scale = i < pairs ? magnitude * magnitude : 1;
    const double qa = q.data()[a], qb = q.data()[b], ka = k.data()[a], kb = k.data()[b];
    sum += scale * ((qa * ka + qb * kb) * std::cos(angle) + (qa * kb - qb * ka) * std::sin(angle));
  }
  return sum;
}

class Rotary : public testing::Test {
 protected:
  const Tensor q = random_tensor({1, 1, 1, kHeadDim}, "q"),
               k = random_tensor({1, 1, 1, kHeadDim}, "k");

  void expect_theta(const std::string& spec, const std::vector<double>& theta, double magnitude,
                    int length = 0) {
    const Scheme s(spec);
    for (const auto& [m, n] : {std::pair(0, 0), {3, 1}, {13, 11}, {40, 3}, {103, 101}}) {
      EXPECT_NEAR(turned_product(s, q, k, m, n, length),
                  turned_by_hand(q, k, m - n, theta, magnitude), 1e-4)
          << spec << " at " << m << ", " << n;
    }
  }
};

TEST_F(Rotary, TheProductDependsOnTheDistanceAloneAndLengthIsKept) {
  const Scheme rope("rope");
  const double expected = turned_product(rope, q, k, 3, 1);
  EXPECT_NEAR(turned_product(rope, q, k, 13, 11), expected, 1e-4);
  EXPECT_NEAR(turned_product(rope, q, k, 103, 101), expected, 1e-4);
  EXPECT_GT(std::abs(turned_product(rope, q, k, 3, 2) - expected), 1e-3);
  EXPECT_NEAR(turned_product(rope, q, q, 77, 77), turned_product(rope, q, q, 0, 0), 1e-4);
}

TEST_F(Rotary, EveryFormAgainstThePlainFormula) {
  const auto theta = [](const RopeScaling& scaling) {
    return rope_frequencies(kHeadDim, 10000, scaling).theta;
  };
  expect_theta("rope", theta({}), 1);
  expect_theta("rope:base=500", rope_frequencies(kHeadDim, 500).theta, 1);
  expect_theta("rope:partial=0.5", rope_frequencies(kHeadDim / 2, 10000).theta, 1);
  std::vector<double> half_turned = theta({});
  half_turned[2] = half_turned[3] = 0;
  expect_theta("p-rope:p=0.5", half_turned, 1);
  // Without a factor, it is the current length over the trained one: 64 / 16 = 4.
  std::vector<double> divided = theta({});
  for (double& t : divided) t /= 4;
  expect_theta("rope:scaling=pi", divided, 1, 64);
  expect_theta("rope:scaling=pi:factor=4", divided, 1, 999);
  const double ntk_base = 10000 * std::pow(4.0, 8.0 / 6.0);
  expect_theta("rope:scaling=ntk", rope_frequencies(kHeadDim, ntk_base).theta, 1, 64);
  expect_theta("rope:scaling=dynamic-ntk", rope_frequencies(kHeadDim, ntk_base).theta, 1, 64);
  const double dynamic_base = 10000 * std::pow(2.0 * 64 / 16 - 1, 8.0 / 6.0);
  expect_theta("rope:scaling=dynamic-ntk:factor=2", rope_frequencies(kHeadDim, dynamic_base).theta,
               1, 64);
  const double magnitude = 0.1 * std::log(4.0) + 1;
  const RopeScaling yarn{
      .method = "yarn", .factor = 4, .trained_length = kTrained, .fast_turns = 2};
  expect_theta("rope:scaling=yarn:fast-turns=2", theta(yarn), magnitude, 64);
  expect_theta("rope:scaling=yarn:fast-turns=2:magnitude=1", theta(yarn), 1, 64);
}

TEST_F(Rotary, TheBaseOfNtkAndItsDynamicForm) {
  const auto base = [](const RopeScaling& s) {
    return std::pow(rope_frequencies(16, 10000, s).theta[1], -8.0);
  };  // theta_1 = base^(-1/8)
  EXPECT_NEAR(base({.method = "ntk", .factor = 4}), 48760.546, 0.01);
  for (const auto& [length, expected] :
       {std::pair(64, 10000.0), {65, 10717.419}, {128, 62924.948}, {256, 187533.180}}) {
    EXPECT_NEAR(base({.method = "dynamic-ntk", .factor = 4, .length = static_cast<double>(length)}),
                expected, 0.01)
        << length;
  }
}

TEST_F(Rotary, YarnMultipliesQueryAndKeyOnce) {
  const Scheme yarn("rope:scaling=yarn:factor=4"), rope("rope");
  EXPECT_NEAR(turned_product(yarn, q, k, 0, 0) / turned_product(rope, q, k, 0, 0), 1.29648, 1e-4);
  Tensor query = q, key = k;
  yarn->rotate_qk(query, key, Positions::whole(1));
  const auto length = [](const Tensor& x) {
    double squares = 0;
    for (const float v : x.numbers()) squares += double{v} * v;
    return std::sqrt(squares);
  };
  EXPECT_NEAR(length(query) / length(q), 1.13863, 1e-5);
  EXPECT_NEAR(length(key) / length(k), 1.13863, 1e-5);
}

TEST_F(Rotary, FactorOneIsRopeToTheBit) {
  for (const char* method : {"pi", "ntk", "dynamic-ntk", "yarn", "yarn:ramp=turns"}) {
    const Transformer rope({.vocabulary = 11,
                            .width = kWidth,
                            .heads = kHeads,
                            .trained_length = kTrained,
                            .scheme = "rope"},
                           3);
    const std::vector<int> tokens = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
    const auto same = [&](const std::string& spec, int length) {
      const NoGrad no_grad;
      const auto text = std::span(tokens).first(length);
      const Tensor a = rope.logits(text, 1, Positions::whole(length)),
                   b = rope.with_scheme(spec).logits(text, 1, Positions::whole(length));
      return std::ranges::equal(a.numbers(), b.numbers());
    };
    const std::string spec = std::string("rope:scaling=") + method;
    for (const int length : {1, 7, 16}) EXPECT_TRUE(same(spec + ":factor=1", length)) << spec;
    if (spec.ends_with("dynamic-ntk")) {
      for (const int length : {1, 7, 16}) EXPECT_TRUE(same(spec + ":factor=4", length)) << length;
    }
    // A factor that follows the length is 1 up to the trained one, and more from there on.
    for (const int length : {1, 7, 16}) EXPECT_TRUE(same(spec, length)) << spec << " at " << length;
    EXPECT_FALSE(same(spec, 20)) << spec;
  }
}

TEST_F(Rotary, PositionInterpolationDividesPositions) {
  const Scheme pi("rope:scaling=pi:factor=2"), rope("rope");
  EXPECT_FLOAT_EQ(static_cast<float>(turned_product(pi, q, k, 2, 0)),
                  static_cast<float>(turned_product(rope, q, k, 1, 0)));
}

TEST_F(Rotary, PRopeBetweenNoneAndRope) {
  const Scheme all("p-rope:p=1"), nothing("p-rope:p=0"), rope("rope"), none("none");
  EXPECT_EQ(turned_product(all, q, k, 9, 2), turned_product(rope, q, k, 9, 2));
  EXPECT_EQ(turned_product(nothing, q, k, 9, 2), turned_product(none, q, k, 9, 2));
}

TEST_F(Rotary, PartialAndPRopeAreNotTheSame) {
  EXPECT_GT(std::abs(turned_product(Scheme("rope:partial=0.5"), q, k, 9, 2) -
                     turned_product(Scheme("p-rope:p=0.5"), q, k, 9, 2)),
            1e-3);
}

TEST_F(Rotary, BothLayoutsAreOneFunctionUpToTheOrderOfChannels) {
  const auto reordered = [](const Tensor& x) {  // channel 2i -> i, 2i+1 -> i + d/2
    Tensor y = Tensor::uninitialised(x.shape());
    for (int c = 0; c < kHeadDim; ++c) y.data()[c / 2 + c % 2 * kHeadDim / 2] = x.data()[c];
    return y;
  };
  EXPECT_NEAR(turned_product(Scheme("rope:layout=half"), reordered(q), reordered(k), 9, 2),
              turned_product(Scheme("rope"), q, k, 9, 2), 1e-5);
}

TEST_F(Rotary, WeightsArePutIntoTheOtherLayoutHeadByHead) {
  Tensor qkv({4, 12});
  for (int c = 0; c < 12; ++c) qkv.data()[12 + c] = static_cast<float>(c);  // the second row
  put_in_half_split(qkv, 4);
  const std::vector<float> expected = {0, 2, 1, 3, 4, 6, 5, 7, 8, 9, 10, 11};
  for (int c = 0; c < 12; ++c) EXPECT_EQ(qkv.data()[12 + c], expected[c]) << c;
  for (int c = 0; c < 12; ++c) EXPECT_EQ(qkv.data()[c], 0) << c;
  const Tensor two_heads({8, 24});
  for (int c = 0; c < 24; ++c) two_heads.data()[c] = static_cast<float>(c);
  put_in_half_split(two_heads, 4);
  EXPECT_EQ(two_heads.data()[5], 6);  // channel 2 of the second head
  EXPECT_THROW(put_in_half_split(Tensor({4, 8}), 4), std::invalid_argument);
}

TEST_F(Rotary, AnglesAreExactAtLargePositions) {
  const std::vector<double> theta = rope_frequencies(16, 10000).theta;
  std::vector<int> positions(100'001);
  for (int i = 0; i <= 100'000; ++i) positions[i] = i;
  const Rotation one = rotation({100'000}, theta), run = rotation(positions, theta);
  for (int i = 0; i < 8; ++i) {
    EXPECT_NEAR(one.cosine.data()[i], std::cos(100'000 * theta[i]), 1e-6);
    EXPECT_NEAR(one.sine.data()[i], std::sin(100'000 * theta[i]), 1e-6);
    EXPECT_NEAR(run.cosine.data()[100'000 * 8 + i], std::cos(100'000 * theta[i]), 1e-6);
    EXPECT_NEAR(run.sine.data()[100'000 * 8 + i], std::sin(100'000 * theta[i]), 1e-6);
  }
}

TEST_F(Rotary, NothingIsRememberedBetweenCalls) {
  const Scheme rope("rope:scaling=dynamic-ntk");
  const double short_before = turned_product(rope, q, k, 9, 2, 16),
               far = turned_product(rope, q, k, 19, 12, 900);
  EXPECT_NE(short_before, far);
  EXPECT_EQ(turned_product(rope, q, k, 9, 2, 16), short_before);
}

TEST_F(Rotary, XPosDecaysWithTheDistanceAndStaysFiniteFarAway) {
  const Scheme xpos("xpos:scale-base=32");
  const double zeta[] = {(0 + 3.2) / 11.2, (2 + 3.2) / 11.2, (4 + 3.2) / 11.2, (6 + 3.2) / 11.2};
  const std::vector<double> theta = rope_frequencies(kHeadDim, 10000).theta;
  for (const auto& [m, n] : {std::pair(3, 1), {40, 8}, {100'000, 99'990}}) {
    double expected = 0;
    for (int i = 0; i < 4; ++i) {
      const double qa = q.data()[2 * i], qb = q.data()[2 * i + 1], ka = k.data()[2 * i],
                   kb = k.data()[2 * i + 1], angle = (m - n) * theta[i];
      expected += std::pow(zeta[i], (m - n) / 32.0) *
                  ((qa * ka + qb * kb) * std::cos(angle) + (qa * kb - qb * ka) * std::sin(angle));
    }
    EXPECT_NEAR(turned_product(xpos, q, k, m, n), expected, 1e-4) << m << ", " << n;
  }
  EXPECT_TRUE(std::isfinite(turned_product(xpos, q, k, 100'000, 0)));
}

TEST(RotaryRefusals, OddHeadsAndExponentsWithoutMeaning) {
  EXPECT_NE(refusal("rope", 4, 60).find("60 / 4 heads = 15"), std::string::npos)
      << refusal("rope", 4, 60);
  EXPECT_NE(refusal("xpos", 4, 60), "");
  EXPECT_NE(refusal("p-rope", 4, 60), "");
  EXPECT_EQ(refusal("alibi", 4, 60), "");
  EXPECT_NE(refusal("rope:scaling=ntk:factor=4", 4, 8).find("d / (d - 2)"), std::string::npos);
  EXPECT_NE(refusal("rope:scaling=dynamic-ntk", 4, 8), "");
  EXPECT_EQ(refusal("rope:scaling=pi:factor=4", 4, 8), "");
}

TEST(RotaryRefusals, YarnThatWouldTakeNoPairForFastEnough) {
  EXPECT_NE(
      refusal("rope:scaling=yarn:slow-turns=40:fast-turns=50").find("slow-turns must be at most "),
      std::string::npos);
  EXPECT_EQ(refusal("rope:scaling=yarn:slow-turns=1:fast-turns=50"), "");
}

TEST(RotaryRefusals, NoOtherSchemeMindsAnOddWidth) {
  std::vector<std::string> refused;
  for (const SchemeEntry& e : schemes())
    if (!refusal(e.name, 3, 15).empty()) refused.push_back(e.name);
  std::ranges::sort(refused);
  EXPECT_EQ(refused, (std::vector<std::string>{"clamped-rope", "mapped-rope", "p-rope", "pose",
                                               "randomized", "rope", "window", "xpos"}));
  EXPECT_EQ(refusal("randomized:over=alibi", 3, 15), "");
  EXPECT_EQ(refusal("window:over=alibi", 3, 15), "");
}

TEST(RotaryRefusals, AShareOfTheChannelsThatIsNotEvenOnePair) {
  EXPECT_EQ(refusal("rope:partial=0.2"),
            "scheme rope: partial=0.2 of a head of 8 channels leaves no pair to turn");
  EXPECT_EQ(refusal("p-rope", 4, 8),
            "scheme p-rope: p=0.75 of a head of 2 channels leaves no pair to turn");
  EXPECT_EQ(refusal("rope:partial=0"), "");
  EXPECT_EQ(refusal("p-rope:p=0", 4, 8), "");
}

// 0.58 * 100 is 57.99999999999999 in floating point.
TEST(RotaryRefusals, AShareIsNotRoundedBelowWhatWasMeant) {
  const Scheme partial("rope:partial=0.58", 1, 100), p_rope("p-rope:p=0.58", 1, 100);
  for (const Scheme* s : {&partial, &p_rope}) {
    Tensor query = Tensor::uninitialised({1, 1, 1, 100}), key = query;
    std::ranges::fill(query.numbers(), 1.0f);
    (*s)->rotate_qk(query, key, Positions::whole(1, 1000));
    EXPECT_NE(query.data()[57], 1) << s->options;
    EXPECT_EQ(query.data()[58], 1) << s->options;
  }
}

TEST(Refusals, OptionsAreValidatedByName) {
  EXPECT_EQ(
      refusal("rope:bass=500"),
      "scheme rope: there is no option \"bass\"; its options are base, layout, partial, scaling");
  EXPECT_EQ(refusal("none:x=1"), "scheme none: there is no option \"x\"; it has none");
  EXPECT_EQ(refusal("rope:base"), "scheme rope: an option is written key=value, got \"base\"");
  EXPECT_EQ(refusal("rope:base=5x"), "scheme rope: base must be a number, got \"5x\"");
  EXPECT_EQ(refusal("rope:base=500:base=600"), "scheme rope: option base is given twice");
  EXPECT_NE(refusal("rope:layout=left").find("layout must be one of interleaved, half"),
            std::string::npos);
  EXPECT_NE(refusal("ropee").find("did you mean rope?"), std::string::npos) << refusal("ropee");
  EXPECT_NE(refusal("t5:buckets=1"), "");
  EXPECT_NE(refusal("rope:scaling=yarn:magnitude=0").find("magnitude must be between"),
            std::string::npos);
  EXPECT_NE(refusal("t5:buckets=64:max-distance=16").find("must be above 32"), std::string::npos);
  EXPECT_NE(refusal("sandwich:dim=7"), "");
  EXPECT_NE(refusal("randomized:over=ropee"), "");
  EXPECT_NE(refusal("window:bass=500"), "");  // unknown to both
}

TEST(Settings, DefaultsAreTheRulesForShortTrainingLengths) {
  EXPECT_EQ(Scheme("t5", 4, 64, 64).options, "buckets=16 max-distance=64");
  EXPECT_EQ(Scheme("shaw", 4, 64, 64).options, "clip=16 values=no");
  EXPECT_EQ(Scheme("xpos", 4, 64, 64).options, "base=10000 scale-base=128");
  EXPECT_EQ(Scheme("deberta", 4, 64, 64).options, "span=32 c2p=yes p2c=yes");
  EXPECT_EQ(Scheme("transformer-xl", 4, 64, 64).options, "clamp=128");
  EXPECT_EQ(Scheme("cope", 4, 64, 64).options, "positions=64");
  EXPECT_EQ(Scheme("pose", 4, 64, 64).options, "limit=256 over=rope");
  EXPECT_EQ(Scheme("hard-alibi", 4, 64, 64).options, "free=1 windows=1+2+3");
  EXPECT_EQ(Scheme("randomized", 4, 64, 64).options, "limit=2048 over=rope");
  EXPECT_EQ(Scheme("window:base=500", 4, 64, 64).options, "size=64 over=rope base=500");
}

TEST(Settings, WhatFollowsFromTheLengthIsSaidToDoSo) {
  const auto has = [](const std::string& spec, const std::string& word) {
    return (" " + Scheme(spec, 4, 64, 64).options + " ").find(" " + word + " ") !=
           std::string::npos;
  };
  for (const std::string method : {"pi", "ntk", "yarn"}) {
    EXPECT_TRUE(has("rope:scaling=" + method, "factor=length/64")) << method;
    EXPECT_TRUE(has("rope:scaling=" + method + ":factor=2", "factor=2")) << method;
  }
  EXPECT_TRUE(has("rope:scaling=yarn", "magnitude=0.1*ln(factor)+1"));
  EXPECT_TRUE(has("rope:scaling=yarn:magnitude=1.5", "magnitude=1.5"));
}

// ---- options ----

// What a lively model with this scheme says about a text of 2.5 times the trained length, and the
// options in use.
std::pair<std::vector<float>, std::string> lively_logits(const std::string& spec) {
  constexpr int kLength = 40;
  const Transformer model({.vocabulary = 11,
                           .width = kWidth,
                           .heads = kHeads,
                           .layers = 1,
                           .trained_length = kTrained,
                           .scheme = spec},
                          1);
  enlarge_weights(model);
  Random random(3);
  std::vector<int> tokens;
  for (int i = 0; i < kLength; ++i) tokens.push_back(static_cast<int>(random.below(11)));
  const NoGrad no_grad;
  return {numbers_of(model.logits(tokens, 1, Positions::whole(kLength))), model.scheme_options()};
}

// An option that is accepted and does nothing is worse than none. The second scheme of each row is
// the first with the last option changed; the rows together change every option there is.
TEST(Options, EachChangesTheResult) {
  const std::vector<std::pair<std::string, std::string>> rows = {
      {"sinusoidal", "sinusoidal:base=500"},
      {"learned:beyond=clamp", "learned:beyond=wrap"},
      {"learned:beyond=clamp", "learned:beyond=interpolate"},
      {"rope", "rope:base=500"},
      {"rope", "rope:layout=half"},
      {"rope", "rope:partial=0.5"},
      {"rope", "rope:scaling=pi"},
      {"rope", "rope:scaling=ntk"},
      {"rope", "rope:scaling=dynamic-ntk"},
      {"rope", "rope:scaling=yarn"},
      {"rope:scaling=pi", "rope:scaling=pi:factor=4"},
      {"rope:scaling=dynamic-ntk", "rope:scaling=dynamic-ntk:factor=4"},
      {"rope:scaling=yarn", "rope:scaling=yarn:magnitude=1"},
      {"rope:scaling=yarn:fast-turns=4", "rope:scaling=yarn:fast-turns=4:ramp=turns"},
      {"rope:scaling=yarn:ramp=turns", "rope:scaling=yarn:ramp=turns:fast-turns=4"},
      {"rope:scaling=yarn:ramp=turns", "rope:scaling=yarn:ramp=turns:slow-turns=0.1"},
      {"p-rope", "p-rope:p=0.5"},
      {"p-rope", "p-rope:base=500"},
      {"clamped-rope", "clamped-rope:distance=3"},
      {"clamped-rope:distance=3", "clamped-rope:distance=3:pair=0"},
      {"clamped-rope", "clamped-rope:base=500"},
      {"clamped-rope", "clamped-rope:layout=half"},
      {"clamped-rope", "clamped-rope:partial=0.5"},
      {"clamped-rope", "clamped-rope:scaling=pi"},
      {"clamped-rope:scaling=pi", "clamped-rope:scaling=pi:factor=4"},
      {"mapped-rope", "mapped-rope:map=rerope"},
      {"mapped-rope", "mapped-rope:map=leaky"},
      {"mapped-rope", "mapped-rope:map=dual-chunk"},
      {"mapped-rope", "mapped-rope:map=lm-infinite"},
      {"mapped-rope", "mapped-rope:map=streaming"},
      {"mapped-rope", "mapped-rope:window=4"},
      {"mapped-rope", "mapped-rope:group=7"},
      {"mapped-rope:map=leaky", "mapped-rope:map=leaky:group=4"},
      {"mapped-rope:map=dual-chunk", "mapped-rope:map=dual-chunk:chunk=5"},
      {"mapped-rope:map=streaming", "mapped-rope:map=streaming:sinks=1"},
      {"mapped-rope", "mapped-rope:base=500"},
      {"mapped-rope", "mapped-rope:layout=half"},
      {"mapped-rope", "mapped-rope:partial=0.5"},
      {"mapped-rope", "mapped-rope:scaling=pi"},
      {"mapped-rope:scaling=pi", "mapped-rope:scaling=pi:factor=4"},
      {"t5", "t5:buckets=8"},
      {"t5", "t5:max-distance=12"},
      {"shaw", "shaw:clip=3"},
      {"shaw", "shaw:values=yes"},
      {"transformer-xl", "transformer-xl:clamp=5"},
      {"deberta", "deberta:span=3"},
      {"deberta", "deberta:c2p=no"},
      {"deberta", "deberta:p2c=no"},
      {"fire", "fire:hidden=8"},
      {"sandwich", "sandwich:dim=8"},
      {"xpos", "xpos:base=500"},
      {"xpos", "xpos:scale-base=64"},
      {"cope", "cope:positions=4"},
      {"hard-alibi", "hard-alibi:free=3"},
      {"hard-alibi", "hard-alibi:windows=1+2+8"},
      {"fox", "fox:over=alibi"},
      {"rope:scaling=yarn", "rope:scaling=llama3"},
      {"rope", "rope:scaling=floor"},
      {"rope", "rope:scaling=longrope:factors=1+1+2+4:factor=2"},
      {"rope:scaling=longrope:factors=1+1+2+4", "rope:scaling=longrope:factors=1+1+3+4"},
      {"rope:scaling=longrope:factors=1+1+2+4",
       "rope:scaling=longrope:factors=1+1+2+4:magnitude=1"},
      {"pose", "pose:base=500"},
      {"pose", "pose:over=alibi"},
      {"coupled", "coupled:digits=3"},
      {"coupled:digits=100", "coupled:digits=100:limit=8"},
      {"abacus:digits=100", "abacus:digits=100:limit=8"},
      {"coupled", "coupled:over=rope"},
      {"abacus", "abacus:digits=3"},
      {"abacus", "abacus:over=rope"},
      {"log-n", "log-n:over=alibi"},
      {"ssmax", "ssmax:over=alibi"},
      {"randomized", "randomized:limit=100"},
      {"randomized", "randomized:over=alibi"},
      {"randomized", "randomized:base=500"},
      {"window", "window:size=4"},
      {"window", "window:over=alibi"},
      {"window", "window:base=500"},
  };
  std::set<std::string> in_use, changed;
  for (const auto& [plain, other] : rows) {
    const auto [before, options] = lively_logits(plain);
    const auto [after, other_options] = lively_logits(other);
    EXPECT_GT(largest_difference(before, after), 1e-4f) << other;
    const std::string name = plain.substr(0, plain.find(':')) + ":";
    std::istringstream words(options + " " + other_options);
    for (std::string word; words >> word;) in_use.insert(name + word.substr(0, word.find('=')));
    const std::string last = other.substr(other.rfind(':') + 1);
    changed.insert(name + last.substr(0, last.find('=')));
  }
  in_use.erase("pose:limit");  // which training alone asks for
  EXPECT_EQ(in_use, changed);
  for (const SchemeEntry& e : schemes()) {
    if (Scheme(e.name).options.empty()) continue;
    EXPECT_TRUE(std::ranges::any_of(rows, [&](const auto& r) {
      return r.second.starts_with(std::string(e.name) + ":");
    })) << e.name;
  }
}

// ---- by distance ----

TEST(Alibi, SlopesOfTheAuthors) {
  EXPECT_EQ(alibi_slopes(1), std::vector<double>({1.0 / 256}));
  EXPECT_EQ(alibi_slopes(8).front(), 0.5);
  EXPECT_EQ(alibi_slopes(8).back(), 1.0 / 256);
  EXPECT_EQ(alibi_slopes(6), std::vector<double>({0.25, 0.0625, 0.015625, 0.00390625, 0.5, 0.125}));
}

TEST(Alibi, NearKeysWeighMoreInEveryHead) {
  const Scheme alibi("alibi");
  const Tensor bias = alibi->relative_terms(Positions::whole(20)).distance;  // [H, 20]
  for (int h = 0; h < kHeads; ++h) {
    EXPECT_EQ(bias.data()[h * 20], 0);
    for (int n = 1; n < 20; ++n) EXPECT_LT(bias.data()[h * 20 + n], bias.data()[h * 20 + n - 1]);
  }
}

TEST(Alibi, SymmetricWhereAQuerySeesBothSides) {
  Positions at = Positions::whole(5);
  at.causal = false;
  const Tensor bias = Scheme("alibi")->relative_terms(at).distance;  // distances -4 .. 4
  for (int n = 1; n < 5; ++n) EXPECT_EQ(bias.data()[4 - n], bias.data()[4 + n]);
}

TEST(Alibi, TheColumnFormIsTheSameAfterSoftmax) {
  const Scheme alibi("alibi");
  const Positions at = Positions::whole(9);
  const Tensor q = random_tensor({1, kHeads, 9, kHeadDim}, "q"),
               k = random_tensor({1, kHeads, 9, kHeadDim}, "k"),
               v = random_tensor({1, kHeads, 9, kHeadDim}, "v");
  Tensor column = Tensor::uninitialised(
      {kHeads, 9, 9});  // +m j for key j: differs from -m (i - j) by the same number in a whole row
  const std::vector<double> slopes = alibi_slopes(kHeads);
  for (int i = 0; i < kHeads * 81; ++i)
    column.data()[i] = static_cast<float>(slopes[i / 81] * (i % 9));
  const Tensor a = attention(q, k, v, at, alibi->relative_terms(at)),
               b = attention(q, k, v, at, {}, column);
  for (int i = 0; i < a.size(); ++i) EXPECT_NEAR(a.data()[i], b.data()[i], 1e-5);
}

TEST(Alibi, TwoModelsWithDifferentHeadsDoNotDisturbEachOther) {
  const Scheme four("alibi", 4), eight("alibi", 8);
  for (const int length : {16, 64, 16}) {
    for (const auto& [scheme, heads] : {std::pair(&four, 4), {&eight, 8}}) {
      const Tensor bias = (*scheme)->relative_terms(Positions::whole(length)).distance;
      ASSERT_EQ(bias.shape(), (Shape{heads, length}));
      const std::vector<double> slopes = alibi_slopes(heads);
      for (int i = 0; i < heads * length; ++i)
        EXPECT_FLOAT_EQ(bias.data()[i], static_cast<float>(-slopes[i / length] * (i % length)));
    }
  }
}

TEST(T5Buckets, FirstDistanceOfEachBucketAndExactEdges) {
  const auto firsts = [](int buckets, int most) {
    std::vector<int> first;
    for (int n = 0; n < 400; ++n) {
      if (t5_bucket(n, buckets, most, true) == static_cast<int>(first.size())) first.push_back(n);
    }
    return first;
  };
  EXPECT_EQ(firsts(32, 128),
            (std::vector<int>{0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15,
                              16, 19, 21, 24, 27, 31, 35, 40, 46, 52, 59, 67, 77, 87, 99, 113}));
  EXPECT_EQ(firsts(16, 64),
            (std::vector<int>{0, 1, 2, 3, 4, 5, 6, 7, 8, 11, 14, 18, 23, 30, 39, 50}));
  EXPECT_EQ(t5_bucket(32, 32, 256, true), 20);
  EXPECT_EQ(t5_bucket(64, 32, 256, true), 24);
  EXPECT_EQ(t5_bucket(128, 32, 256, true), 28);
  EXPECT_EQ(t5_bucket(256, 32, 256, true), 31);
}

TEST(T5, InAnEncoderEachSideNeedsTwoBuckets) {
  const auto encoder = [](const char* spec) { Scheme(spec, kHeads, kWidth, kTrained, false); };
  EXPECT_NO_THROW(encoder("t5:buckets=4"));
  EXPECT_NO_THROW(Scheme("t5:buckets=2"));
  for (const char* few : {"t5:buckets=2", "t5:buckets=3"})
    expect_error<UserError>([&] { encoder(few); }, "there must be at least 4");
  const Scheme four("t5:buckets=4", kHeads, kWidth, kTrained, false);
  for (int i = 0; i < 4 * kHeads; ++i)
    four.parameters.at("position.bias").data()[i] = static_cast<float>(i / kHeads);
  Positions at = Positions::whole(100);
  at.causal = false;
  const Tensor bias = four->relative_terms(at).distance;  // distances -99 .. 99
  EXPECT_EQ(bias.data()[99], 0);
  EXPECT_EQ(bias.data()[99 + 1], 1);
  EXPECT_EQ(bias.data()[99 + 99], 1);
  EXPECT_EQ(bias.data()[99 - 1], 3);
  EXPECT_EQ(bias.data()[0], 3);
}

// With v . R_n made to be n, the weights of a row tell which distance each of its pairs was given.
TEST(TransformerXl, EachPairMeetsTheRowOfItsDistance) {
  const Scheme xl("transformer-xl");
  // The slowest wave is a straight line as far as this: sin(n theta) / theta = n.
  const double theta = std::pow(10000.0, -30.0 / kWidth);
  std::ranges::fill(xl.parameters.at("position.projection").numbers(), 0.0f);
  for (int h = 0; h < kHeads; ++h) {
    xl.parameters.at("position.projection").data()[30 * kWidth + h * kHeadDim] =
        static_cast<float>(1 / theta);
    xl.parameters.at("position.position_bias").data()[h * kHeadDim] = std::sqrt(float{kHeadDim});
  }
  for (const auto& [queries, keys] : {std::pair(1, 1), {3, 3}, {4, 8}}) {
    Positions at = Positions::whole(keys);
    at.queries.erase(at.queries.begin(), at.queries.end() - queries);
    const Tensor q({1, kHeads, queries, kHeadDim}), k({1, kHeads, keys, kHeadDim}),
        v({1, kHeads, keys, kHeadDim});
    for (int h = 0; h < kHeads; ++h)
      for (int j = 0; j < keys; ++j) v.data()[(h * keys + j) * kHeadDim + j] = 1;
    const Tensor weights = attention(q, k, v, at, xl->relative_terms(at));  // channel j: of key j
    for (int row = 0; row < queries; ++row) {
      const int i = at.queries[row];
      for (int h = 0; h < kHeads; ++h) {
        const float* w = weights.data() + row * kWidth + h * kHeadDim;
        for (int j = 0; j <= i; ++j)
          EXPECT_NEAR(std::log(w[j] / w[i]), i - j, 1e-4) << keys << " keys: " << i << ", " << j;
      }
    }
  }
}

TEST(Deberta, DeltaAndWhichRowsAreUsed) {
  const Scheme deberta("deberta:span=3");
  Positions at = Positions::whole(6);
  at.causal = false;
  const ScoreTerms terms = deberta->relative_terms(at);
  const auto delta = [&](int i, int j) { return terms.keys.row_of[i - j - at.nearest()]; };
  const std::vector<int> row0 = {3, 2, 1, 0, 0, 0}, row1 = {4, 3, 2, 1, 0, 0},
                         row5 = {5, 5, 5, 5, 4, 3};
  for (int j = 0; j < 6; ++j) {
    EXPECT_EQ(delta(0, j), row0[j]);
    EXPECT_EQ(delta(1, j), row1[j]);
    EXPECT_EQ(delta(5, j), row5[j]);
    EXPECT_EQ(terms.queries.row_of[0 - j - at.nearest()], delta(j, 0));
  }
  // In causal attention content meets the upper half of the rows, and position the lower one.
  for (const int row : deberta->relative_terms(Positions::whole(9)).keys.row_of) EXPECT_GE(row, 3);
  for (const int row : deberta->relative_terms(Positions::whole(9)).queries.row_of)
    EXPECT_LE(row, 3);
}

TEST(Deberta, EachTermChangesTheResultAndTheScale) {
  EXPECT_FLOAT_EQ(Scheme("deberta")->relative_terms(Positions::whole(4)).scale,
                  1 / std::sqrt(3.0f * kHeadDim));
  EXPECT_FLOAT_EQ(Scheme("deberta:p2c=no")->relative_terms(Positions::whole(4)).scale,
                  1 / std::sqrt(2.0f * kHeadDim));
  EXPECT_FLOAT_EQ(Scheme("deberta:p2c=no:c2p=no")->relative_terms(Positions::whole(4)).scale,
                  1 / std::sqrt(1.0f * kHeadDim));
  EXPECT_FALSE(Scheme("deberta:p2c=no")->relative_terms(Positions::whole(4)).queries);
  EXPECT_FALSE(Scheme("deberta:c2p=no")->relative_terms(Positions::whole(4)).keys);
}

TEST(Kerple, NothingAtDistanceZeroAndFallingBeyond) {
  for (const char* spec : {"kerple-log", "kerple-power"}) {
    const Tensor bias = Scheme(spec)->relative_terms(Positions::whole(400)).distance;
    for (int h = 0; h < kHeads; ++h) {
      EXPECT_EQ(bias.data()[h * 400], 0) << spec;
      for (int n = 1; n < 400; ++n)
        EXPECT_LT(bias.data()[h * 400 + n], bias.data()[h * 400 + n - 1]) << spec;
    }
  }
  // r1 goes from 0.1 to 1 over the heads, and r2 is 1.
  const Tensor log = Scheme("kerple-log")->relative_terms(Positions::whole(400)).distance;
  EXPECT_NEAR(log.data()[100], -0.1 * std::log(101), 1e-5);
  EXPECT_NEAR(log.data()[3 * 400 + 100], -1.0 * std::log(101), 1e-4);
}

TEST(Fire, ItsInputStaysWithinOneHoweverLongTheText) {
  // With f the identity (one hidden unit), the bias is the input itself.
  Scheme fire("fire:hidden=1");
  fire.parameters.at("position.w1").data()[0] = 1;
  fire.parameters.at("position.b1").data()[0] = 0;
  std::ranges::fill(fire.parameters.at("position.w2").numbers(), 1.0f);
  for (const int first : {0, 10 * kTrained - 1}) {
    Positions at;
    at.queries = {first};
    for (int j = 0; j <= first; ++j) at.keys.push_back(j);
    const Tensor none = Tensor({1, kHeads, 1, kHeadDim});
    const Tensor bias = fire->pair_bias(none, none, none, at);
    for (const float x : bias.numbers()) {
      EXPECT_GE(x, 0);
      EXPECT_LE(x, 1.000001f);
    }
  }
  // c = 0.1: ln(0.1 * 5 + 1) / ln(0.1 * 16 + 1) at i = 10, j = 5, since the threshold of 16 is more
  // than 10.
  Positions at;
  at.queries = {10};
  at.keys = {5, 10};
  const Tensor none = Tensor({1, kHeads, 1, kHeadDim});
  EXPECT_NEAR(fire->pair_bias(none, none, none, at).data()[0], std::log(1.5) / std::log(2.6), 1e-5);
}

TEST(Fire, ItsInputStaysWithinOneWhateverItLearns) {
  for (const float learned : {-10.0f, 10.0f}) {
    Scheme fire("fire:hidden=1");
    fire.parameters.at("position.c").data()[0] = learned;
    fire.parameters.at("position.threshold").data()[0] = learned;
    fire.parameters.at("position.w1").data()[0] = 1;
    fire.parameters.at("position.b1").data()[0] = 0;
    std::ranges::fill(fire.parameters.at("position.w2").numbers(), 1.0f);
    const Tensor none = Tensor({1, kHeads, 160, kHeadDim});
    for (const float x : fire->pair_bias(none, none, none, Positions::whole(160)).numbers()) {
      ASSERT_GE(x, 0) << learned;
      ASSERT_LE(x, 1.000001f) << learned;
    }
  }
}

TEST(Fire, EvaluationByLinesGivesTheBiasesOfTheNetwork) {
  Scheme fire("fire");
  for (const float bias : {-0.3f, 0.0f, 0.3f}) {  // kinks at other places
    std::ranges::fill(fire.parameters.at("position.b1").numbers().first(16), bias);
    const Tensor none = Tensor({1, kHeads, 160, kHeadDim});
    const Tensor trained = fire->pair_bias(none, none, none, Positions::whole(160));
    clear_tape();
    Tensor lines({kHeads, 160, 160});
    const Positions at = Positions::whole(160);
    const NoGrad evaluation;
    const ChangeScores add_biases = fire->change_scores(none, none, none, at);
    for (int h = 0; h < kHeads; ++h) add_biases({0, h, 0, 160, 160, lines.data() + h * 160 * 160});
    for (int row = 0; row < kHeads * 160; ++row)
      for (int j = 0; j <= row % 160; ++j)
        ASSERT_NEAR(trained.data()[row * 160 + j], lines.data()[row * 160 + j], 1e-6);
  }
}

TEST(Cope, HalfAStepForEachKeyWhileGatesAreEven) {
  Scheme cope("cope:positions=5");
  for (int p = 0; p < 5; ++p)
    cope.parameters.at("position.rows").data()[p * kHeadDim] =
        static_cast<float>(p) * std::sqrt(8.0f);
  Tensor q({1, kHeads, 4, kHeadDim}), k({1, kHeads, 4, kHeadDim});
  for (int i = 0; i < kHeads * 4; ++i)
    q.data()[i * kHeadDim] = 1;  // q . k = 0, so gates are 1/2; q . e[p] / sqrt(8) = p
  const Tensor scores = cope->pair_bias(q, k, {}, Positions::whole(4));
  const std::vector<float> expected = {2.0f, 1.5f, 1.0f, 0.5f};
  for (int j = 0; j < 4; ++j) EXPECT_NEAR(scores.data()[3 * 4 + j], expected[j], 1e-6);
}

TEST(Window, HidesWhatIsFartherThanItsSize) {
  const Scheme window("window:over=none:size=3");
  const Tensor q = random_tensor({1, kHeads, 8, kHeadDim}, "q"),
               k = random_tensor({1, kHeads, 8, kHeadDim}, "k"),
               v = random_tensor({1, kHeads, 8, kHeadDim}, "v");
  const Positions at = Positions::whole(8);
  const Tensor all = attention(q, k, v, at, window->relative_terms(at));
  Positions last = at;
  last.queries = {7};
  last.keys = {5, 6, 7};
  const Tensor near =
      attention(slice_positions(q, 7, 1), slice_positions(k, 5, 3), slice_positions(v, 5, 3), last);
  for (int c = 0; c < kWidth; ++c) EXPECT_NEAR(all.data()[7 * kWidth + c], near.data()[c], 1e-6);
}

TEST(Randomized, DrawsDistinctOrderedPlacesAndSpreadsThemEvenlyInEvaluation) {
  const Scheme randomized("randomized:over=alibi:limit=100");
  Positions at = Positions::whole(16);
  EXPECT_EQ(randomized->remap_positions(at, {}).queries[8], 50);
  at.draw = 5;
  const Positions drawn = randomized->remap_positions(at, {});
  EXPECT_TRUE(std::is_sorted(drawn.keys.begin(), drawn.keys.end()));
  EXPECT_EQ(std::adjacent_find(drawn.keys.begin(), drawn.keys.end()), drawn.keys.end());
  EXPECT_EQ(drawn.keys, drawn.queries);
  EXPECT_LT(drawn.keys.back(), 100);
  EXPECT_EQ(randomized->remap_positions(at, {}).keys,
            drawn.keys);  // the same draw, the same places
  at.draw = 6;
  EXPECT_NE(randomized->remap_positions(at, {}).keys, drawn.keys);
  // Over many draws every place is as likely as any other.
  std::vector<int> count(100);
  for (at.draw = 1; at.draw <= 2000; ++at.draw) {
    for (const int p : randomized->remap_positions(at, {}).keys) ++count[p];
  }
  for (const int c : count) EXPECT_NEAR(c, 2000 * 16 / 100, 90);
  // Longer than the limit: one place a character.
  EXPECT_EQ(randomized->remap_positions(Positions::whole(150), {}).keys,
            Positions::whole(150).keys);
}

TEST(Sinusoidal, RowsByTheFormula) {
  const Tensor pe = sinusoid({0, 1, 7}, 4);
  const std::vector<double> expected = {0,
                                        1,
                                        0,
                                        1,
                                        0.84147098,
                                        0.54030231,
                                        0.00999983,
                                        0.99995000,
                                        std::sin(7.0),
                                        std::cos(7.0),
                                        std::sin(0.07),
                                        std::cos(0.07)};
  for (int i = 0; i < 12; ++i) EXPECT_NEAR(pe.data()[i], expected[i], 1e-7);
}

TEST(Sinusoidal, IsExactAtLargePositions) {
  std::vector<int> positions(100'001);
  for (int i = 0; i <= 100'000; ++i) positions[i] = i;
  const Tensor run = sinusoid(positions, 16), one = sinusoid({100'000}, 16);
  for (int c = 0; c < 16; ++c) {
    const double angle = 100'000 * std::pow(10000.0, -(c - c % 2) / 16.0);
    const double expected = c % 2 ? std::cos(angle) : std::sin(angle);
    EXPECT_NEAR(run.data()[100'000 * 16 + c], expected, 1e-6);
    EXPECT_NEAR(one.data()[c], expected, 1e-6);
  }
}

TEST(Learned, BeyondItsTable) {
  const auto message = [] {
    const Scheme learned("learned");
    try {
      learned->embed(Tensor({1, 1, kWidth}), Positions::whole(1, 64));
    } catch (const UserError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_EQ(message(),
            "the learned table has 16 rows and the text has a position 64; choose what to do "
            "beyond the table: "
            "learned:beyond=clamp, wrap or interpolate");
  const auto row_at = [](const char* policy, int position, int length) {
    const Scheme learned(std::string("learned:beyond=") + policy);
    const Tensor& table = learned.parameters.at("position.table");
    for (int r = 0; r < 16; ++r)
      std::fill_n(table.data() + r * kWidth, kWidth, static_cast<float>(r));
    Positions at = Positions::whole(1, position);
    at.length = length;
    return learned->embed(Tensor({1, 1, kWidth}), at).data()[0];
  };
  EXPECT_EQ(row_at("clamp", 40, 64), 15);
  EXPECT_EQ(row_at("wrap", 40, 64), 8);
  EXPECT_NEAR(row_at("interpolate", 63, 64), 15, 1e-5);  // the last position falls on the last row
  EXPECT_NEAR(row_at("interpolate", 21, 64), 15 * 21 / 63.0, 1e-5);
  EXPECT_EQ(row_at("interpolate", 7, 16), 7);  // and a text of the trained length is read as it is
}

// ---- scaling that depends on the length, with a cache ----

// What a character sees must depend only on the text up to it. So for row i everything is done with
// length i + 1: its query and all its keys. One pass over the whole text, which is what papers
// evaluate, is another thing: there all rows use the final length.
TEST(DynamicScaling, CachedGenerationEqualsTheRowByRowPass) {
  for (const char* spec : {"rope:scaling=dynamic-ntk", "rope:scaling=yarn", "rope:scaling=pi",
                           "mapped-rope", "mapped-rope:map=leaky", "rope"}) {
    constexpr int kLength = 40, kLayers = 2;
    const ModelConfig config{.vocabulary = 11,
                             .width = kWidth,
                             .heads = kHeads,
                             .layers = kLayers,
                             .trained_length = kTrained,
                             .scheme = spec};
    Parameters parameters(5);
    std::vector<Block> layers;
    for (int l = 0; l < kLayers; ++l) layers.emplace_back(parameters, std::to_string(l), config);
    for (const auto& e : parameters.entries()) {
      if (e.weight_decay) {
        for (float& w : e.tensor.numbers()) w *= 12;
      }
    }
    const auto scheme = make_scheme(spec, kWidth, kHeads, kTrained, parameters);
    const Tensor input = random_tensor({1, kLength, kWidth}, "input");
    const NoGrad no_grad;

    // Row by row: layer by layer, row i is the last row of a pass over rows 0 .. i with the scaling
    // of length i + 1.
    Tensor rows = input;
    for (const Block& layer : layers) {
      Tensor next = slice_positions(
          layer(slice_positions(rows, 0, 1), *scheme, {Positions::whole(1), {}}), 0, 1);
      for (int i = 1; i < kLength; ++i) {
        const Tensor pass =
            layer(slice_positions(rows, 0, i + 1), *scheme, {Positions::whole(i + 1), {}});
        next = concatenate_positions(next, slice_positions(pass, i, 1));
      }
      rows = next;
    }

    // With a cache, one character after another.
    std::vector<KeyValueCache::Layer> cache(kLayers);
    for (int i = 0; i < kLength; ++i) {
      Positions at = Positions::whole(i + 1);
      at.queries = {i};
      Tensor x = slice_positions(input, i, 1);
      for (int l = 0; l < kLayers; ++l) x = layers[l](x, *scheme, {at, {}}, &cache[l]);
      EXPECT_LT(largest_difference(x.numbers(), rows.numbers().subspan(i * kWidth, kWidth)), 1e-4)
          << spec << " at " << i;
    }

    Tensor pass = input;
    for (const Block& layer : layers) pass = layer(pass, *scheme, {Positions::whole(kLength), {}});
    const float from_one_pass = largest_difference(pass.numbers(), rows.numbers());
    if (std::string(spec) == "rope") {
      EXPECT_LT(from_one_pass, 1e-4);
    } else {
      EXPECT_GT(from_one_pass, 1e-2)
          << spec << ": the row-by-row pass must differ from one pass, or this test shows nothing";
    }
  }
}

TEST(Table, EverySchemeHasANameADescriptionAndAPaper) {
  for (const SchemeEntry& e : schemes()) {
    EXPECT_GT(std::string(e.description).size(), 10u) << e.name;
    EXPECT_LT(std::string(e.description).size(), 90u) << e.name;
    EXPECT_NE(std::string(e.paper).find(" 20"), std::string::npos) << e.name;
  }
}

}  // namespace
}  // namespace whereabouts
