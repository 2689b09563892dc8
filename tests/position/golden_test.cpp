// Every scheme against an independent implementation in float64: the output of one attention, the
// gradients of query, key, value and of everything learned, the last three queries against all keys
// (as with a cache), and the same at positions 1000 and up.
#include <gtest/gtest.h>

#include <functional>

#include "golden_file.h"
#include "kernels/vector_math.h"
#include "ops.h"
#include "position/alibi.h"
#include "position/kerple.h"
#include "position/rope.h"
#include "position/sandwich.h"
#include "position/schemes.h"
#include "position/sinusoidal.h"
#include "position/t5.h"

namespace whereabouts {
namespace {

constexpr int kHeads = 4, kLength = 7, kHeadDim = 8, kWidth = kHeads * kHeadDim;

// How one of our weights relates to the golden's: the same number, one kept positive by a softplus,
// an exponent between 0 and 2, or a matrix whose rows and columns the golden stores by head.
enum class As { kSame, kSoftplus, kTwiceSigmoid, kByHead };

struct Weight {
  std::string ours, golden;
  As as = As::kSame;
};

struct Case {
  std::string golden, spec;
  int trained_length = 64;
  std::vector<Weight> weights = {};
};

void PrintTo(const Case& c, std::ostream* out) { *out << c.spec; }

std::vector<Case> cases() {
  return {
      {"none", "none"},
      {"rope", "rope"},
      {"rope-half", "rope:layout=half"},
      {"rope-pi", "rope:scaling=pi:factor=2"},
      {"rope-ntk", "rope:scaling=ntk:factor=2"},
      {"rope-yarn", "rope:scaling=yarn:factor=4:fast-turns=32"},
      {"xpos", "xpos:scale-base=16"},
      {"alibi", "alibi"},
      {"sandwich", "sandwich:dim=8"},
      {"t5", "t5:buckets=6:max-distance=6", 64, {{"position.bias", "table"}}},
      {"shaw", "shaw:clip=4", 64, {{"position.keys", "key_table"}}},
      {"shaw-values",
       "shaw:clip=4:values=yes",
       64,
       {{"position.keys", "key_table"}, {"position.values", "value_table"}}},
      {"transformer-xl",
       "transformer-xl:clamp=0",
       64,
       {{"position.projection", "w_r", As::kByHead},
        {"position.content_bias", "u"},
        {"position.position_bias", "v_bias"}}},
      {"deberta", "deberta:span=3", 64, {{"position.keys", "k_r"}, {"position.queries", "q_r"}}},
      {"kerple-log",
       "kerple-log",
       64,
       {{"position.r1", "r1", As::kSoftplus}, {"position.r2", "r2", As::kSoftplus}}},
      {"kerple-power",
       "kerple-power",
       64,
       {{"position.r1", "r1", As::kSoftplus}, {"position.r2", "r2", As::kTwiceSigmoid}}},
      {"fire",
       "fire:hidden=5",
       64,
       {{"position.c", "c", As::kSoftplus},
        {"position.threshold", "L", As::kSoftplus},
        {"position.w1", "w1"},
        {"position.b1", "b1"},
        {"position.w2", "w2", As::kByHead},
        {"position.b2", "b2"}}},
      {"cope", "cope:positions=5", 64, {{"position.rows", "table"}}},
  };
}

// The golden's numbers in the order of our weight. kByHead: ours is [in, out], the golden's [..,
// out, in] with out = (head, channel).
std::vector<double> in_our_order(const std::vector<double>& theirs, As as, const Shape& ours) {
  if (as != As::kByHead) return theirs;
  const int in = ours[0], out = ours[1];
  std::vector<double> result(theirs.size());
  for (int i = 0; i < in; ++i) {
    for (int o = 0; o < out; ++o) result[i * out + o] = theirs[o * in + i];
  }
  return result;
}

float our_value(double theirs, As as) {
  switch (as) {
    case As::kSoftplus: {
      // The neighbour that gives exactly the golden's number: FIRE's threshold of 4 ties with
      // position 4, where the maximum has two derivatives and the golden takes their mean.
      float p = inverse_softplus(theirs);
      for (int i = 0; i < 8; ++i) p = std::nextafter(p, -INFINITY);
      for (int i = 0; i < 16; ++i, p = std::nextafter(p, INFINITY)) {
        if (softplus(Tensor({1}, std::span(&p, 1))).item() == static_cast<float>(theirs)) return p;
      }
      return inverse_softplus(theirs);
    }
    case As::kTwiceSigmoid:
      return static_cast<float>(std::log(theirs / (2 - theirs)));
    default:
      return static_cast<float>(theirs);
  }
}

// d loss / d ours = d loss / d theirs * d theirs / d ours
double chain(double theirs, As as) {
  switch (as) {
    case As::kSoftplus:
      return 1 - std::exp(-theirs);
    case As::kTwiceSigmoid:
      return theirs * (1 - theirs / 2);
    default:
      return 1;
  }
}

class SchemeGolden : public testing::TestWithParam<Case> {
 protected:
  void SetUp() override {
    scheme = make_scheme(GetParam().spec, kWidth, kHeads, GetParam().trained_length, parameters);
    for (const Weight& w : GetParam().weights) {
      const Tensor& t = parameters.at(w.ours);
      const std::vector<double> values = in_our_order(golden.at(w.golden).values, w.as, t.shape());
      ASSERT_EQ(static_cast<std::int64_t>(values.size()), t.size()) << w.ours;
      for (std::size_t i = 0; i < values.size(); ++i) t.data()[i] = our_value(values[i], w.as);
    }
    for (const char* name : {"q", "k", "v"}) {
      leaves.push_back(golden.at(name).tensor().reshape({1, kHeads, kLength, kHeadDim}));
      leaves.back().set_requires_grad();
    }
  }

  // The output as the golden has it: [H, queries, d].
  Tensor output(const Positions& at) const {
    const auto queries = static_cast<int>(at.queries.size());
    Tensor q = slice_positions(leaves[0], kLength - queries, queries), k = leaves[1];
    scheme->rotate_qk(q, k, at);
    const Tensor merged = attention(q, k, leaves[2], at, scheme->relative_terms(at),
                                    scheme->pair_bias(q, k, {}, at));  // [1, queries, C]
    return split_heads(merged, kHeads, 0, 1).reshape({kHeads, queries, kHeadDim});
  }

  std::map<std::string, Golden> golden = load_goldens("attention_" + GetParam().golden);
  Parameters parameters{0};
  std::unique_ptr<PositionScheme> scheme;
  std::vector<Tensor> leaves;  // q, k, v
};

TEST_P(SchemeGolden, Output) {
  EXPECT_LT(relative_error(output(Positions::whole(kLength)), golden.at("out")), 1e-4);
}

TEST_P(SchemeGolden, TheLastThreeQueriesAgainstAllKeys) {
  Positions at = Positions::whole(kLength);
  at.queries = {kLength - 3, kLength - 2, kLength - 1};
  EXPECT_LT(relative_error(output(at), golden.at("out_last3")), 1e-4);
}

TEST_P(SchemeGolden, AtPosition1000) {
  EXPECT_LT(relative_error(output(Positions::whole(kLength, 1000)), golden.at("out_at_1000")),
            1e-4);
}

TEST_P(SchemeGolden, Gradients) {
  backward(sum(multiply(output(Positions::whole(kLength)), golden.at("dout").tensor())));
  const char* names[] = {"d_q", "d_k", "d_v"};
  for (int i = 0; i < 3; ++i)
    EXPECT_LT(gradient_relative_error(leaves[i], golden.at(names[i])), 1e-4) << names[i];
  EXPECT_EQ(parameters.entries().size(), GetParam().weights.size())
      << "every weight must be compared";
  for (const Weight& w : GetParam().weights) {
    const Tensor& t = parameters.at(w.ours);
    std::vector<double> expected = in_our_order(golden.at("d_" + w.golden).values, w.as, t.shape());
    const std::vector<double> values = in_our_order(golden.at(w.golden).values, w.as, t.shape());
    for (std::size_t i = 0; i < expected.size(); ++i) expected[i] *= chain(values[i], w.as);
    const std::span<const float> given(t.grad(), values.size());
    if (std::ranges::all_of(expected, [](double d) { return std::abs(d) < 1e-12; })) {
      // A constant added to all scores changes nothing, so the true gradient is 0.
      for (const float g : given) EXPECT_LT(std::abs(g), 1e-5) << w.ours;
    } else {
      EXPECT_LT(relative_error(given, expected), 1e-4) << w.ours;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, SchemeGolden, testing::ValuesIn(cases()), [](const auto& c) {
  std::string name = c.param.golden;
  std::ranges::replace(name, '-', '_');
  return name;
});

// ---- the tables ----

class Tables : public testing::Test {
 protected:
  const std::map<std::string, Golden> golden = load_goldens("tables");
  void expect_near(const std::vector<double>& given, const std::string& name) {
    const std::vector<double>& expected = golden.at(name).values;
    ASSERT_EQ(given.size(), expected.size()) << name;
    for (std::size_t i = 0; i < expected.size(); ++i)
      EXPECT_NEAR(given[i], expected[i], 1e-9 + 1e-9 * std::abs(expected[i])) << name << " " << i;
  }
};

TEST_F(Tables, Sinusoidal) {
  EXPECT_LT(
      relative_error(sinusoid(Positions::whole(10).queries, 16), golden.at("sinusoidal_10_16")),
      1e-6);
  EXPECT_LT(relative_error(sinusoid(Positions::whole(32).queries, 8), golden.at("sinusoidal_32_8")),
            1e-6);
  EXPECT_LT(relative_error(sinusoid({0, 1, 99, 5000}, 32),
                           golden.at("sinusoidal_rows_0_1_99_5000_of_32")),
            1e-6);
}

TEST_F(Tables, AlibiSlopesForAnyNumberOfHeads) {
  for (int heads = 1; heads <= 16; ++heads)
    expect_near(alibi_slopes(heads), "alibi_slopes_" + std::to_string(heads));
}

TEST_F(Tables, T5Buckets) {
  for (const auto& [buckets, most] : {std::pair(32, 128), {16, 64}, {8, 32}, {32, 256}}) {
    std::vector<double> causal, both;
    for (int n = 0; n < 96; ++n) causal.push_back(t5_bucket(n, buckets, most, true));
    for (int n = -48; n < 48; ++n) both.push_back(t5_bucket(n, buckets, most, false));
    const std::string size = std::to_string(buckets) + "_" + std::to_string(most);
    expect_near(causal, "t5_causal_" + size);
    expect_near(both, "t5_bidirectional_" + size);
  }
}

TEST_F(Tables, RopeFrequencies) {
  const auto expect = [&](const std::string& name, const RopeScaling& scaling) {
    const RopeFrequencies f = rope_frequencies(16, 10000, scaling);
    expect_near(f.theta, "theta_" + name);
    expect_near({f.magnitude}, "magnitude_" + name);
  };
  expect("plain", {});
  expect("pi_4", {.method = "pi", .factor = 4});
  expect("ntk_4", {.method = "ntk", .factor = 4});
  expect("dynamic_factor1_length256", {.method = "dynamic-ntk", .factor = 1, .length = 256});
  expect("dynamic_factor2_length128", {.method = "dynamic-ntk", .factor = 2, .length = 128});
  expect("yarn_4", {.method = "yarn", .factor = 4});
  expect("yarn_4_rotations", {.method = "yarn", .factor = 4, .ramp = "turns"});
  expect("yarn_2_L256", {.method = "yarn", .factor = 2, .trained_length = 256});
}

TEST_F(Tables, Rotation) {
  const std::vector<float> numbers = {1, 2, 3, 4};
  const Tensor x({1, 4}, numbers);
  const Rotation r = rotation({3}, rope_frequencies(4, 10000).theta);
  EXPECT_LT(relative_error(rotate_pairs(x, r), golden.at("rotated_interleaved")), 1e-6);
  EXPECT_LT(relative_error(rotate_pairs(x, r, true), golden.at("rotated_half")), 1e-6);
}

TEST_F(Tables, Sandwich) {
  std::vector<double> given;
  for (int h = 0; h < 4; ++h) {
    for (int n = 0; n < 10; ++n) given.push_back(sandwich_bias(h, 4, n, 8));
  }
  expect_near(given, "sandwich_8_4");
}

}  // namespace
}  // namespace whereabouts
