#include "evaluate/inside.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "evaluate/ridge.h"
#include "helpers.h"
#include "small_run.h"

namespace whereabouts {
namespace {

TEST(Ridge, FindsTheWeightsOfASum) {
  Random random(1, "ridge");
  std::vector<float> x;
  std::vector<double> y;
  for (int i = 0; i < 200; ++i) {
    const double a = random.normal(), b = random.normal(), c = random.normal();
    for (const double value : {a, b, c}) x.push_back(static_cast<float>(value));
    y.push_back(3 * a - 0.5 * b + 7);
  }
  const LinearProbe probe = ridge(x, y, 1e-6);
  EXPECT_NEAR(probe.weights[0], 3, 1e-4);
  EXPECT_NEAR(probe.weights[1], -0.5, 1e-4);
  EXPECT_NEAR(probe.weights[2], 0, 1e-4);
  EXPECT_NEAR(probe.offset, 7, 1e-4);
  EXPECT_NEAR(r_squared(probe, x, y), 1, 1e-6);
}

// One column: w = sum x y / (sum x^2 + lambda).
TEST(Ridge, LambdaMakesTheWeightsSmaller) {
  const std::vector<float> x = {-1, 1};
  const std::vector<double> y = {-4, 4};
  EXPECT_DOUBLE_EQ(ridge(x, y, 2).weights[0], 8.0 / (2 + 2));
  EXPECT_DOUBLE_EQ(r_squared(ridge(x, y, 2), x, y), 0.75);
  expect_misuse([&] { ridge(x, y, 0); }, "lambda 0");
  expect_misuse([&] { ridge(x, std::vector<double>{1, 2, 3}, 1); }, "2 numbers for 3 rows");
}

struct Inside {
  Text text;
  std::vector<ResultRow> rows;
  explicit Inside(const std::string& scheme,
                  const std::function<void(const Transformer&)>& change = {}) {
    text.vocabulary = {U'a', U'b', U'c', U'd', U'e', U'f', U'g', U'h', U'i', U'j', U'k', U'l'};
    text.tokens = small_text(20'000);
    const Transformer model(small_model(scheme), 0);
    if (change) change(model);
    const RepeatedNames none;
    rows = inside_rows(
        {.model = model, .text = text, .repeated = none, .lengths = {32, 64, 128, 256}});
  }
  const ResultRow& at(const std::string& kind, int length, int from, int to = 0) const {
    const auto found = std::ranges::find_if(rows, [&](const ResultRow& r) {
      return r.kind == kind && r.length == length && r.from == from && r.to == to;
    });
    EXPECT_NE(found, rows.end()) << kind << " " << length;
    return *found;
  }
};

// With queries of 0 every key that is seen gets the same weight.
TEST(Inside, EvenAttentionHasTheEntropyOfItsKeys) {
  const Inside inside("none", [](const Transformer& model) {
    for (const char* name : {"blocks.0.attention.qkv.weight", "blocks.0.attention.qkv.bias"})
      std::ranges::fill(model.parameters().at(name).numbers(), 0.0f);
  });
  for (const int length : {32, 64, 128}) {
    double entropy = 0, far = 0, first = 0;
    for (int keys = length - 31; keys <= length; ++keys) {  // of the last 32 queries
      entropy += std::log2(keys) / 32;
      far += std::max(keys - 32, 0) / static_cast<double>(keys) / 32;
      first += 1.0 / keys / 32;
    }
    EXPECT_NEAR(inside.at("entropy", length, 1, 2).bits_per_char, entropy, 1e-4);
    EXPECT_NEAR(inside.at("far", length, 1, 1).accuracy, far, 1e-5);
    EXPECT_NEAR(inside.at("first", length, 1, 1).accuracy, first, 1e-5);
  }
  // At 32 the last 32 queries have 1 to 32 keys, each of which gets the same.
  double own = 0, two_to_three = 0, sum = 0;
  for (int keys = 1; keys <= 32; ++keys) {
    own += 1.0 / keys / 32;
    two_to_three += std::clamp(keys - 2, 0, 2) / static_cast<double>(keys) / 32;
  }
  std::vector<double> shares;
  for (const ResultRow& r : inside.rows) {
    if (r.kind != "octave" || r.length != 32 || r.from != 1 || r.to != 2) continue;
    EXPECT_EQ(r.items, shares.empty() ? 0 : 1 << (shares.size() - 1));
    shares.push_back(r.accuracy), sum += r.accuracy;
  }
  ASSERT_EQ(shares.size(), 6u) << "0, 1, 2, 4, 8 and 16 to 31";
  EXPECT_NEAR(shares[0], own, 1e-5);
  EXPECT_NEAR(shares[2], two_to_three, 1e-5);
  EXPECT_NEAR(sum, 1, 1e-5);
  EXPECT_TRUE(std::ranges::none_of(inside.rows, [](const ResultRow& r) { return r.length > 128; }))
      << "no more than four training lengths";
}

// A channel that holds the place, and nothing else has it; read by a straight line also beyond.
TEST(Inside, TheProbeFindsAPlantedPlaceAndNothingInTheControl) {
  const Inside inside("learned:beyond=interpolate", [](const Transformer& model) {
    const Tensor table = model.parameters().at("position.table");
    std::ranges::fill(table.numbers(), 0.0f);
    for (int p = 0; p < table.dim(0); ++p)
      table.data()[p * table.dim(1) + 3] = static_cast<float>(p);
  });
  EXPECT_GT(inside.at("place", 32, 0).accuracy, 0.98);
  EXPECT_LT(std::abs(inside.at("shuffled", 32, 0).accuracy), 0.1);
  EXPECT_NEAR(static_cast<double>(inside.at("read", 128, 0, 64).items), 16, 2)
      << "at 64 of 128 the stretched table has row 16 of 32";
}

TEST(Inside, TheEmbeddingsOfNoneDoNotTellThePlace) {
  const Inside inside("none");
  EXPECT_LT(inside.at("place", 32, 0).accuracy, 0.05);
}

}  // namespace
}  // namespace whereabouts
