
#include "nn/attention.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "helpers.h"
#include "ops.h"
#include "ops/attention_cases.h"

namespace whereabouts {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

class AttentionTerms : public testing::TestWithParam<TermChoice> {
 protected:
  // The output, and what the random weights of a sum over it give as gradients of all inputs.
  static void compare(const Positions& at, int B = 2, int H = 3, int D = 8) {
    const AttentionCase c(GetParam(), at, B, H, D);
    const Tensor weights = random_tensor(c.fast().shape(), "weights");
    std::vector<std::vector<float>> values, gradients;
    for (const bool composed : {false, true}) {
      for (Tensor x : c.inputs()) x.set_requires_grad().clear_grad();
      const Tensor y = composed ? c.composed() : c.fast();
      values.push_back(numbers_of(y));
      backward(sum(multiply(y, weights)));
      for (const Tensor& x : c.inputs()) gradients.push_back(gradient_of(x));
    }
    const std::string where = std::to_string(at.queries.size()) + " queries, " +
                              std::to_string(at.keys.size()) + " keys, causal " +
                              std::to_string(at.causal);
    EXPECT_LT(largest_difference(values[0], values[1]), 2e-5f) << where;
    const std::size_t inputs = c.inputs().size();
    for (std::size_t i = 0; i < inputs; ++i) {
      float size = 1;  // gradients of a table row add up over many pairs
      for (const float g : gradients[i]) size = std::max(size, std::abs(g));
      EXPECT_LT(largest_difference(gradients[i], gradients[inputs + i]), 3e-5f * size)
          << where << ", input " << i;
    }
  }
};

TEST_P(AttentionTerms, EqualTheComposedOnesAndSoDoTheirGradients) {
  for (const bool causal : {true, false}) {
    for (const int length : {1, 2, 7, 31, 32, 33, 64, 100}) {
      Positions at = Positions::whole(length);
      at.causal = causal;
      compare(at, 1);
    }
    Positions later = Positions::whole(40, 1000);
    later.causal = causal;
    compare(later);
    compare(positions({7, 8}, {0, 1, 2, 3, 4, 5, 6, 7, 8}, causal));
    compare(positions({50}, {46, 47, 48, 49, 50}, causal));
    compare(positions({2, 5, 6, 11, 300}, {0, 2, 3, 5, 9, 200}, causal));
    // Positions that repeat and fall, as a scheme may make them.
    Positions own = positions({3, 1, 1, 2}, {0, 0, 3, 1, 1, 2}, causal);
    own.seen = causal ? std::vector{3, 4, 5, 6} : std::vector{6, 6, 6, 6};
    compare(own);
  }
  compare(positions({0, 1}, {0, 1, 2, 3, 4}, false));  // keys that stand after every query
}

TEST_P(AttentionTerms, EqualTheComposedOnesForEveryWidthOfAHead) {
  for (const int D : {1, 2, 3, 15, 16, 17, 33}) compare(Positions::whole(37), 1, 2, D);
}

INSTANTIATE_TEST_SUITE_P(All, AttentionTerms, testing::ValuesIn(term_choices()),
                         [](const auto& chosen) { return std::string(chosen.param.name); });

TEST(Attention, EqualsTheComposedOneAndSoDoItsGradients) {
  for (const bool causal : {true, false}) {
    // 64 is wider than a packed panel of any processor: one head of the default model. The weights
    // of a text of 260 are not kept.
    for (const auto& [length, D] :
         {std::pair(5, 8), {64, 8}, {100, 8}, {260, 8}, {5, 64}, {64, 64}, {100, 64}}) {
      Positions at = Positions::whole(length);
      at.causal = causal;
      const AttentionCase c({.name = ""}, at, 2, 2, D);
      const Tensor weights = random_tensor({2, length, 2 * D}, "weights");
      std::vector<std::vector<float>> values, gradients;
      for (const bool composed : {false, true}) {
        for (Tensor x : c.inputs()) x.set_requires_grad().clear_grad();
        const Tensor y = composed ? c.composed() : c.fast();
        values.push_back(numbers_of(y));
        backward(sum(multiply(y, weights)));
        for (const Tensor& x : c.inputs()) gradients.push_back(gradient_of(x));
      }
      EXPECT_LT(largest_difference(values[0], values[1]), 1e-5f) << length << ", width " << D;
      for (int i = 0; i < 3; ++i)
        EXPECT_LT(largest_difference(gradients[i], gradients[3 + i]), 3e-5f)
            << length << ", width " << D;
    }
  }
}

// With all keys equal the weights are equal, so a value of ones at one key shows who sees it.
std::vector<int> how_many_are_seen(const Positions& at) {
  const auto Tq = static_cast<std::int64_t>(at.queries.size()),
             Tk = static_cast<std::int64_t>(at.keys.size());
  const Tensor query({1, 1, Tq, 2}), key({1, 1, Tk, 2}), value({1, 1, Tk, 2});
  std::vector<int> seen(Tq, 0);
  for (std::int64_t j = 0; j < Tk; ++j) {
    std::fill_n(value.data(), 2 * Tk, 0.0f);
    value.data()[2 * j] = 1;
    const Tensor out = attention(query, key, value, at);
    for (std::int64_t i = 0; i < Tq; ++i) seen[i] += out.data()[2 * i] != 0;
  }
  return seen;
}

TEST(Attention, AQuerySeesTheKeysUpToItsOwnPosition) {
  EXPECT_EQ(how_many_are_seen(Positions::whole(4)), (std::vector{1, 2, 3, 4}));
  EXPECT_EQ(how_many_are_seen(positions({4}, {0, 1, 2, 3, 4})), (std::vector{5}));
  EXPECT_EQ(how_many_are_seen(positions({3, 4}, {0, 1, 2, 3, 4})), (std::vector{4, 5}));
  EXPECT_EQ(how_many_are_seen(positions({3, 8}, {0, 2, 4, 6, 8})), (std::vector{2, 5}));
  EXPECT_EQ(how_many_are_seen(positions({0, 1}, {0, 1, 2, 3, 4}, false)), (std::vector{5, 5}));
}

// With heads of width 16 inside a model of width 64 the factor is 1/4, not 1/8.
TEST(Attention, ScoresAreDividedByTheRootOfTheWidthOfAHead) {
  const int H = 4, D = 16;
  Tensor query({1, H, 1, D}), key({1, H, 2, D}), value({1, H, 2, D});
  for (int h = 0; h < H; ++h) {
    query.data()[h * D] = 1;
    key.data()[h * 2 * D] = 1;    // score 1/4
    value.data()[h * 2 * D] = 1;  // the other key has score 0
  }
  const Tensor out = attention(query, key, value, positions({1}, {0, 1}));
  const double expected = 1 / (1 + std::exp(-0.25));
  for (int h = 0; h < H; ++h) EXPECT_NEAR(out.data()[h * D], expected, 1e-6);
}

TEST(Attention, ALaterKeyCannotMoveAnEarlierRowByASingleBit) {
  const int length = 70;
  AttentionCase c({.name = ""}, Positions::whole(length), 1, 2, 8);
  const std::vector<float> before = numbers_of(c.fast());
  for (const int changed : {1, 31, 32, 33, 69}) {
    AttentionCase other({.name = ""}, Positions::whole(length), 1, 2, 8);
    for (int h = 0; h < 2; ++h) {
      for (int d = 0; d < 8; ++d) {
        other.key.data()[(h * length + changed) * 8 + d] = 1e6f;
        other.value.data()[(h * length + changed) * 8 + d] = -1e6f;
      }
    }
    const std::vector<float> after = numbers_of(other.fast());
    const std::size_t earlier = std::size_t(changed) * 16;
    EXPECT_TRUE(std::equal(before.begin(), before.begin() + earlier, after.begin())) << changed;
    EXPECT_NE(before[earlier], after[earlier]) << changed;
  }
}

TEST(Attention, AKeyHiddenByABiasOfMinusInfinityCountsForNothing) {
  AttentionCase c({.name = "", .distance = true}, Positions::whole(5), 1, 1, 4);
  for (int n = 0; n < 5; ++n) c.terms.distance.data()[n] = n == 0 ? 0 : -kInfinity;
  const Tensor out = c.fast();  // each sees only itself
  EXPECT_LT(largest_difference(out.numbers(), c.value.numbers()), 1e-6f);
}

TEST(Attention, ARowThatSeesNothingAtAllGivesZerosAndFiniteGradients) {
  for (const bool composed : {false, true}) {
    AttentionCase c({.name = "", .pairs_rank = 3}, Positions::whole(4), 1, 1, 4);
    for (Tensor x : c.inputs()) x.set_requires_grad();
    for (int j = 0; j < 4; ++j) c.pairs.data()[2 * 4 + j] = -kInfinity;
    const Tensor out = composed ? c.composed() : c.fast();
    for (int d = 0; d < 4; ++d) EXPECT_EQ(out.data()[2 * 4 + d], 0);
    backward(sum(out));
    for (const Tensor& x : c.inputs()) {
      for (const float g : gradient_of(x)) EXPECT_TRUE(std::isfinite(g));
    }
  }
}

TEST(Attention, HugeScoresPickTheLargest) {
  AttentionCase c({.name = ""}, Positions::whole(40), 1, 1, 4);
  for (float& q : c.query.numbers()) q *= 1e15f;
  EXPECT_LT(largest_difference(c.fast().numbers(), c.composed().numbers()), 1e-5f);
}

TEST(Attention, MisuseIsRefusedWithWhatWasGiven) {
  const Positions at = Positions::whole(5);
  const Tensor q({2, 2, 5, 4});
  expect_misuse(
      [&] {
        attention(q, Tensor({2, 2, 5, 3}), Tensor({2, 2, 5, 3}), at);
      },
      "query [2, 2, 5, 4] does not fit key [2, 2, 5, 3]");
  expect_misuse([&] { attention(q, q, Tensor({2, 2, 4, 4}), at); }, "value [2, 2, 4, 4]");
  expect_misuse([&] { attention(Tensor({5, 4}), q, q, at); }, "query [5, 4]");
  expect_misuse([&] { attention(q, q, q, Positions::whole(6)); },
                "6 query and 6 key positions do not fit query [2, 2, 5, 4]");
  expect_misuse(
      [&] {
        attention(q, q, q, positions({0, 1, 2, 2, 3}, {0, 1, 2, 3, 4}));
      },
      "must be increasing and not empty");
  expect_misuse(
      [&] {
        attention(q, q, q, positions({0, 1, 2, 3, 4}, {1, 2, 3, 4, 5}));
      },
      "would see nothing");
  expect_misuse(
      [&] {
        attention(q, q, q, at, {.distance = Tensor({2, 9})});
      },
      "distance bias [2, 9] does not fit 2 heads and 5 distances");
  expect_misuse(
      [&] {
        attention(q, q, q, at, {}, Tensor({5, 5}));
      },
      "pair bias [5, 5] does not fit query [2, 2, 5, 4]");
  expect_misuse(
      [&] {
        attention(q, q, q, at, {.keys = {Tensor({3, 5, 4}), {0, 1, 2, 3, 4}}});
      },
      "relative table [3, 5, 4] does not fit query [2, 2, 5, 4]");
  expect_misuse(
      [&] {
        attention(q, q, q, at, {.values = {Tensor({1, 5, 4}), {0, 1}}});
      },
      "2 relative rows for 5 distances");
  expect_misuse(
      [&] {
        attention(q, q, q, at, {.queries = {Tensor({2, 3, 4}), {0, 1, 2, 3, 0}}});
      },
      "relative row 3 is outside the table [2, 3, 4]");
}

}  // namespace
}  // namespace whereabouts
