// Values that can be worked out by hand, ends of the number range, broadcasting, and misuse.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "helpers.h"
#include "ops.h"

namespace whereabouts {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

Tensor learned(Shape shape, std::initializer_list<float> numbers) {
  return tensor(shape, numbers).set_requires_grad();
}

using Numbers = std::vector<float>;

// ---- elementwise ----

TEST(Elementwise, OneNumberAtATime) {
  const Tensor x = tensor({4}, {-2, -0.5f, 0, 3}), y = tensor({4}, {1, -0.5f, 2, 2});
  EXPECT_EQ(numbers_of(add(x, y)), (Numbers{-1, -1, 2, 5}));
  EXPECT_EQ(numbers_of(subtract(x, y)), (Numbers{-3, 0, -2, 1}));
  EXPECT_EQ(numbers_of(multiply(x, y)), (Numbers{-2, 0.25f, 0, 6}));
  EXPECT_EQ(numbers_of(divide(x, y)), (Numbers{-2, 1, 0, 1.5f}));
  EXPECT_EQ(numbers_of(maximum(x, y)), (Numbers{1, -0.5f, 2, 3}));
  EXPECT_EQ(numbers_of(scale(x, 2)), (Numbers{-4, -1, 0, 6}));
  EXPECT_EQ(numbers_of(relu(x)), (Numbers{0, 0, 0, 3}));
  EXPECT_EQ(sum(x).item(), 0.5f);
  EXPECT_NEAR(exp(x).data()[3], std::exp(3.0), 1e-5);
  EXPECT_NEAR(log1p(x).data()[3], std::log(4.0), 1e-6);
  EXPECT_EQ(numbers_of(cosine(tensor({2}, {0, 1}))), (Numbers{1, std::cos(1.0f)}));
  EXPECT_EQ(numbers_of(sine(tensor({2}, {0, 1}))), (Numbers{0, std::sin(1.0f)}));
  EXPECT_EQ(numbers_of(rsqrt(tensor({3}, {0.25f, 1, 16}))), (Numbers{2, 1, 0.25f}));
  EXPECT_NEAR(sigmoid(x).data()[0], 1 / (1 + std::exp(2.0)), 1e-6);
  EXPECT_NEAR(softplus(x).data()[3], std::log(1 + std::exp(3.0)), 1e-6);
}

TEST(Elementwise, WhereBothAreEqualEachHasHalfOfTheGradientOfMaximum) {
  const Tensor x = learned({3}, {1, 2, 3}), y = learned({3}, {1, 3, 2});
  backward(sum(maximum(x, y)));
  EXPECT_EQ(gradient_of(x), (Numbers{0.5f, 0, 1}));
  EXPECT_EQ(gradient_of(y), (Numbers{0.5f, 1, 0}));
}

TEST(Counting, BackFromTheLastKeyThatIsSeen) {
  const Tensor x = tensor({2, 3}, {1, 2, 4, 8, 16, 32});
  Positions at;
  at.queries = {1, 2};
  at.keys = {0, 1, 2};
  EXPECT_EQ(numbers_of(reverse_cumsum(x, at)), (Numbers{3, 2, 0, 56, 48, 32}));
}

TEST(Counting, WhatLiesBetweenAKeyAndTheQuery) {
  Positions at;
  at.queries = {1, 2};
  at.keys = {0, 1, 2};
  EXPECT_EQ(numbers_of(sums_after(tensor({1, 1, 3}, {1, 2, 4}), at)), (Numbers{2, 0, 0, 6, 4, 0}));
}

TEST(Counting, PlacesAreReadBetweenNumbersAndHeldAtTheLast) {
  const Tensor x = tensor({1, 3}, {10, 20, 40}), places = tensor({1, 4}, {0, 0.5f, 1.25f, 9});
  Positions at;
  at.queries = {3};
  at.keys = {0, 1, 2, 3};
  EXPECT_EQ(numbers_of(interpolate_rows(x, places, at)), (Numbers{10, 15, 25, 40}));
}

TEST(Elementwise, SoftplusAndLog1pAreExactWhereTheFormulaIsNot) {
  const Tensor x = tensor({4}, {100, -100, 1e30f, -1e30f});
  EXPECT_EQ(numbers_of(softplus(x)), (Numbers{100, 0, 1e30f, 0}));
  for (float a = -87; a < 20; a += 0.173f) {
    const double exact = std::log1p(std::exp(static_cast<double>(a)));
    EXPECT_NEAR(softplus(tensor({1}, {a})).item() / exact, 1, 4e-7) << a;
  }
  EXPECT_EQ(log1p(tensor({1}, {1e-20f})).item(), 1e-20f);
}

TEST(Gelu, IsFiniteForwardAndBackwardHoweverLargeTheInput) {
  for (const float size : {5.0f, 12.0f, 50.0f, 1e10f, 1e20f, 3e38f}) {
    const Tensor x = learned({2}, {size, -size});
    const Tensor y = gelu(x);
    backward(sum(y));
    EXPECT_NEAR(y.data()[0] / size, 1, 1e-6) << size;
    EXPECT_NEAR(y.data()[1], 0, 2e-6) << size;
    EXPECT_NEAR(x.grad()[0], 1, 1e-4) << size;
    EXPECT_NEAR(x.grad()[1], 0, 1e-4) << size;
  }
}

TEST(Gelu, HasTheValuesOfTheTanhForm) {
  for (float v = -4; v <= 4; v += 0.25f) {
    const double x = v;
    const double expected =
        0.5 * x * (1 + std::tanh(std::sqrt(2 / std::acos(-1.0)) * (x + 0.044715 * x * x * x)));
    EXPECT_NEAR(gelu(tensor({1}, {v})).item(), expected, 1e-6) << v;
  }
  EXPECT_NEAR(gelu(tensor({1}, {1})).item(), 0.841192, 1e-6);
}

// ---- broadcasting ----

TEST(Broadcasting, AVectorIsUsedForEveryRowAndGetsTheSumOfTheirGradients) {
  const Tensor x = learned({3, 4}, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12});
  const Tensor y = learned({4}, {10, 20, 30, 40});
  EXPECT_EQ(numbers_of(add(x, y)), (Numbers{11, 22, 33, 44, 15, 26, 37, 48, 19, 30, 41, 52}));
  clear_tape();
  backward(sum(multiply(x, y)));
  EXPECT_EQ(gradient_of(y), (Numbers{15, 18, 21, 24}));
  EXPECT_EQ(gradient_of(x), (Numbers{10, 20, 30, 40, 10, 20, 30, 40, 10, 20, 30, 40}));
}

TEST(Broadcasting, AMatrixIsUsedForEveryHeadOfEverySequence) {
  Tensor scores({2, 3, 2, 2});
  scores.set_requires_grad();
  const Tensor mask = learned({2, 2}, {0, 1, 2, 3});
  const Tensor y = add(scores, mask);
  for (int i = 0; i < 24; ++i) EXPECT_EQ(y.data()[i], i % 4);
  backward(sum(y));
  EXPECT_EQ(gradient_of(mask), (Numbers{6, 6, 6, 6}));
  EXPECT_EQ(gradient_of(scores), Numbers(24, 1));
}

TEST(Broadcasting, AColumnHasANumberForEachRowAndGetsTheSumOfTheRowsGradient) {
  const Tensor x = learned({2, 3}, {1, 2, 3, 4, 5, 6}), y = learned({2, 1}, {10, 100});
  const Tensor z = multiply(x, y);
  EXPECT_EQ(numbers_of(z), (Numbers{10, 20, 30, 400, 500, 600}));
  backward(sum(z));
  EXPECT_EQ(gradient_of(x), (Numbers{10, 10, 10, 100, 100, 100}));
  EXPECT_EQ(gradient_of(y), (Numbers{6, 15}));
}

TEST(Broadcasting, AColumnIsUsedForEveryMatrix) {
  const Tensor x = learned({2, 2, 2}, {1, 2, 3, 4, 5, 6, 7, 8}), y = learned({2, 1}, {10, 20});
  const Tensor z = subtract(x, y);
  EXPECT_EQ(numbers_of(z), (Numbers{-9, -8, -17, -16, -5, -4, -13, -12}));
  backward(sum(z));
  EXPECT_EQ(gradient_of(y), (Numbers{-4, -4}));
}

TEST(Broadcasting, OneNumberIsUsedEverywhereWhateverItsShape) {
  for (const Shape& shape : {Shape{1}, Shape{}, Shape{1, 1, 1}}) {
    const Tensor x = learned({2, 2}, {1, 2, 3, 4});
    Tensor y(shape);
    y.data()[0] = 5;
    y.set_requires_grad();
    const Tensor z = multiply(x, y);
    EXPECT_EQ(z.shape(), (Shape{2, 2}));
    EXPECT_EQ(numbers_of(z), (Numbers{5, 10, 15, 20}));
    backward(sum(z));
    EXPECT_EQ(y.grad()[0], 10);
  }
}

TEST(Broadcasting, OnlyTheSecondMayBeSmaller) {
  const Tensor x({3, 4});
  for (auto* operation : {add, subtract, multiply, divide, maximum}) {
    expect_misuse([&] { operation(x, Tensor({3})); },
                  "y [3] is neither a tail of x [3, 4] nor a column, nor one number");
    expect_misuse([&] { operation(Tensor({4}), x); }, "y [3, 4] is neither a tail of x [4]");
    expect_misuse([&] { operation(x, Tensor({4, 1})); }, "y [4, 1] is neither a tail of x [3, 4]");
    expect_misuse([&] { operation(x, Tensor({3, 1, 1})); }, "y [3, 1, 1] is neither a tail");
    expect_misuse([&] { operation(x, Tensor({4, 3})); }, "y [4, 3] is neither a tail of x [3, 4]");
  }
  expect_misuse([&] { add(x, Tensor({3})); }, "[add] ");
  expect_misuse([&] { maximum(x, Tensor({3})); }, "[maximum] ");
}

// ---- products ----

TEST(Products, SmallOnesByHand) {
  const Tensor x = tensor({2, 3}, {1, 2, 3, 4, 5, 6});
  const Tensor y = tensor({3, 2}, {7, 8, 9, 10, 11, 12});
  EXPECT_EQ(numbers_of(matmul(x, y)), (Numbers{58, 64, 139, 154}));
  EXPECT_EQ(numbers_of(matmul_transposed(x, x)), (Numbers{14, 32, 32, 77}));
  EXPECT_EQ(numbers_of(linear(x, y, tensor({2}, {100, 200}))), (Numbers{158, 264, 239, 354}));
  EXPECT_EQ(numbers_of(transpose(x)), (Numbers{1, 4, 2, 5, 3, 6}));
  // One matrix for all sequences, and a matrix for each.
  const Tensor both = matmul(tensor({2, 1, 2}, {1, 2, 3, 4}), tensor({2, 2}, {1, 1, 0, 1}));
  EXPECT_EQ(numbers_of(both), (Numbers{1, 3, 3, 7}));
  const Tensor each = matmul(tensor({2, 1, 2}, {1, 2, 3, 4}), tensor({2, 2, 1}, {1, 1, 10, 100}));
  EXPECT_EQ(each.shape(), (Shape{2, 1, 1}));
  EXPECT_EQ(numbers_of(each), (Numbers{3, 430}));
}

TEST(Products, AnInnerSizeOfNothingGivesZerosOrTheBias) {
  EXPECT_EQ(numbers_of(matmul(Tensor({2, 0}), Tensor({0, 2}))), (Numbers{0, 0, 0, 0}));
  EXPECT_EQ(numbers_of(linear(Tensor({2, 0}), Tensor({0, 2}), tensor({2}, {5, 6}))),
            (Numbers{5, 6, 5, 6}));
}

TEST(Products, MisuseIsRefusedWithBothShapes) {
  const Tensor x({2, 3});
  expect_misuse([&] { matmul(x, Tensor({4, 5})); }, "[matmul] x [2, 3] does not fit y [4, 5]");
  expect_misuse(
      [&] {
        matmul(Tensor({2, 2, 3}), Tensor({4, 5}));
      },
      "[matmul] x [2, 2, 3] does not fit y [4, 5]");
  expect_misuse(
      [&] {
        matmul(Tensor({2, 2, 3}), Tensor({3, 3, 5}));
      },
      "[matmul] x [2, 2, 3] does not fit y [3, 3, 5]");
  expect_misuse([&] { matmul(Tensor({3}), Tensor({3})); }, "[matmul] x [3] does not fit y [3]");
  expect_misuse(
      [&] {
        matmul_transposed(x, Tensor({3, 2}));
      },
      "[matmul_transposed] x [2, 3] does not fit y [3, 2]");
  expect_misuse(
      [&] {
        linear(x, Tensor({4, 5}), Tensor({5}));
      },
      "[linear] x [2, 3] does not fit weight [4, 5]");
  expect_misuse(
      [&] {
        linear(x, Tensor({3, 5}), Tensor({4}));
      },
      "[linear] bias [4] does not fit weight [3, 5]");
  expect_misuse([&] { transpose(Tensor({2, 3, 4})); }, "[transpose] wants a matrix, got [2, 3, 4]");
}

// ---- softmax and cross entropy ----

TEST(Softmax, RowsAddUpToOneHoweverLargeTheScores) {
  const Tensor y = softmax(tensor({3, 2}, {1, 1, 1000, -1000, -2000, -2000 + std::log(3.0f)}));
  EXPECT_EQ(y.data()[0], 0.5f);
  EXPECT_EQ(y.data()[2], 1);
  EXPECT_EQ(y.data()[3], 0);
  EXPECT_NEAR(y.data()[4], 0.25, 1e-4);
  EXPECT_NEAR(y.data()[5], 0.75, 1e-4);
}

TEST(Softmax, ARowOfMinusInfinityGivesZerosAndFiniteGradients) {
  const Tensor x = learned({2, 3}, {-kInfinity, -kInfinity, -kInfinity, 0, 0, -kInfinity});
  const Tensor y = softmax(x);
  EXPECT_EQ(numbers_of(y), (Numbers{0, 0, 0, 0.5f, 0.5f, 0}));
  backward(sum(multiply(y, tensor({2, 3}, {1, 2, 3, 1, 2, 3}))));
  EXPECT_EQ(gradient_of(x), (Numbers{0, 0, 0, -0.25f, 0.25f, 0}));
}

TEST(Softmax, NaNStaysNaN) {
  for (int place = 0; place < 3; ++place) {
    Tensor x({2, 3});
    x.data()[place] = NAN;
    const Tensor y = softmax(x);
    for (int j = 0; j < 3; ++j) {
      EXPECT_TRUE(std::isnan(y.data()[j])) << place;
      EXPECT_FALSE(std::isnan(y.data()[3 + j])) << place;
    }
  }
}

TEST(CrossEntropy, IsExactWhereProbabilitiesHaveBecomeZero) {
  const Tensor logits = tensor({1, 2}, {1000, -1000});
  EXPECT_EQ(cross_entropy(logits, std::vector{0}).item(), 0);
  EXPECT_EQ(cross_entropy(logits, std::vector{1}).item(), 2000);
  Tensor x = tensor({1, 2}, {1000, -1000});
  x.set_requires_grad();
  backward(cross_entropy(x, std::vector{1}));
  EXPECT_EQ(gradient_of(x), (Numbers{1, -1}));
}

TEST(CrossEntropy, OfEqualLogitsIsTheLogarithmOfTheirNumber) {
  for (const int V : {1, 2, 63, 256}) {
    for (const float level : {0.0f, -300.0f, 5000.0f}) {
      Tensor logits({2, V});
      std::ranges::fill(logits.numbers(), level);
      EXPECT_NEAR(cross_entropy(logits, std::vector{0, V - 1}).item(), std::log(V), 1e-3);
    }
  }
}

TEST(CrossEntropy, IsTheMeanOverTheRows) {
  const Tensor x = learned({2, 2}, {0, 0, std::log(3.0f), 0});
  const Tensor loss = cross_entropy(x, std::vector{0, 1});
  EXPECT_NEAR(loss.item(), (std::log(2.0) + std::log(4.0)) / 2, 1e-6);
  backward(loss);
  const Numbers expected = {-0.25f, 0.25f, 0.375f, -0.375f};
  EXPECT_LT(largest_difference(gradient_of(x), expected), 1e-6f);
}

TEST(CrossEntropy, MisuseIsRefused) {
  const Tensor logits({2, 3});
  expect_misuse(
      [&] {
        cross_entropy(logits, std::vector{0, 3});
      },
      "[cross_entropy] target 3 is outside 0 .. 2");
  expect_misuse([&] { cross_entropy(logits, std::vector{-1, 0}); }, "target -1 is outside 0 .. 2");
  expect_misuse([&] { cross_entropy(logits, std::vector{0}); },
                "logits [2, 3] do not fit 1 targets");
  expect_misuse([&] { cross_entropy(logits, std::vector<int>{}); }, "do not fit 0 targets");
}

// ---- layer norm ----

TEST(LayerNorm, RowsHaveMeanZeroAndVarianceOne) {
  const int C = 64;
  Tensor gain({C}), bias({C});
  std::ranges::fill(gain.numbers(), 1.0f);
  const Tensor x = add(random_tensor({5, C}, "x", 3), tensor({1}, {100}));
  const Tensor y = layer_norm(x, gain, bias);
  for (int r = 0; r < 5; ++r) {
    double mean = 0, square = 0;
    for (int c = 0; c < C; ++c) {
      mean += y.data()[r * C + c] / C;
      square += std::pow(y.data()[r * C + c], 2) / C;
    }
    EXPECT_NEAR(mean, 0, 1e-5);
    EXPECT_NEAR(square, 1, 1e-4);
  }
}

TEST(LayerNorm, DividesByCNotByCMinusOneAndAppliesGainAndBias) {
  const Tensor y = layer_norm(tensor({2}, {1, 3}), tensor({2}, {2, 5}), tensor({2}, {10, 20}));
  EXPECT_NEAR(y.data()[0], 10 - 2, 2e-5);  // (1 - 2) / 1, with a variance of 1
  EXPECT_NEAR(y.data()[1], 20 + 5, 4e-5);
}

TEST(LayerNorm, ARowOfEqualNumbersGivesTheBias) {
  const Tensor x = learned({1, 3}, {7, 7, 7});
  const Tensor y = layer_norm(x, tensor({3}, {1, 1, 1}), tensor({3}, {1, 2, 3}));
  EXPECT_EQ(numbers_of(y), (Numbers{1, 2, 3}));
  backward(sum(y));
  for (const float g : gradient_of(x)) EXPECT_TRUE(std::isfinite(g));
}

TEST(LayerNorm, MisuseIsRefused) {
  expect_misuse(
      [] {
        layer_norm(Tensor({2, 3}), Tensor({4}), Tensor({3}));
      },
      "[layer_norm] gain [4] and bias [3] do not fit x [2, 3]");
}

TEST(MeanLast, IsTheMeanOfEachRow) {
  const Tensor x = learned({2, 2, 3}, {1, 2, 3, 4, 5, 9, -1, 0, 1, 7, 7, 7});
  const Tensor y = mean_last(x);
  EXPECT_EQ(y.shape(), (Shape{2, 2, 1}));
  EXPECT_LT(largest_difference(numbers_of(y), Numbers{2, 6, 0, 7}), 1e-6f);
  backward(sum(multiply(y, tensor({2, 1}, {3, 6}))));
  EXPECT_LT(largest_difference(gradient_of(x), Numbers{1, 1, 1, 2, 2, 2, 1, 1, 1, 2, 2, 2}), 1e-6f);
  expect_misuse([] { mean_last(Tensor({3, 0})); }, "[mean_last] wants at least one number");
}

// Expected is what the formula and its derivative give in double, as torch.nn.RMSNorm(3, eps=1e-5)
// does.
TEST(MeanLast, RmsNormIsMadeOfSmallOperations) {
  const Tensor x = learned({2, 3}, {1, -2, 3, 0.5f, 0.25f, -4}), gain = learned({3}, {1, 2, 0.5f});
  const Tensor mean_square = mean_last(multiply(x, x));
  const Tensor y = multiply(multiply(x, rsqrt(add(mean_square, tensor({1}, {1e-5f})))), gain);
  backward(sum(multiply(y, tensor({2, 3}, {1, 1, 2, -1, 3, 1}))));
  const Numbers expected = {0.46290955f, -1.85163822f, 0.69436433f,
                            0.21442231f, 0.21442231f,  -0.85768924f};
  const Numbers slopes = {0.46290955f,  0.92581911f, 0.46290955f,
                          -0.41569998f, 2.57964004f, 0.10926520f};
  EXPECT_LT(largest_difference(numbers_of(y), expected), 1e-6f);
  EXPECT_LT(largest_difference(gradient_of(x), slopes), 1e-6f);
}

// ---- moving numbers ----

TEST(GatherRows, PicksRowsAndRefusesThoseThatAreNotThere) {
  const Tensor table = learned({3, 2}, {1, 2, 3, 4, 5, 6});
  const Tensor y = gather_rows(table, std::vector{2, 0, 2});
  EXPECT_EQ(numbers_of(y), (Numbers{5, 6, 1, 2, 5, 6}));
  backward(sum(y));
  EXPECT_EQ(gradient_of(table), (Numbers{1, 1, 0, 0, 2, 2}));
  expect_misuse([&] { gather_rows(table, std::vector{3}); },
                "[gather_rows] row 3 is outside a table with rows 0 .. 2");
  expect_misuse([&] { gather_rows(table, std::vector{-1}); }, "row -1 is outside");
  expect_misuse([&] { gather_rows(Tensor({3}), std::vector{0}); }, "got [3]");
}

TEST(Heads, SplitAndMergeAreInverse) {
  const Tensor x = random_tensor({2, 3, 8}, "x");
  EXPECT_EQ(numbers_of(merge_heads(split_heads(x, 4, 0, 1))), numbers_of(x));
  // [B, T, 3C] with C = 4, two heads of two channels.
  Tensor qkv({1, 1, 12});
  for (int i = 0; i < 12; ++i) qkv.data()[i] = static_cast<float>(i);
  const Tensor keys = split_heads(qkv, 2, 1, 3);
  EXPECT_EQ(keys.shape(), (Shape{1, 2, 1, 2}));
  EXPECT_EQ(numbers_of(keys), (Numbers{4, 5, 6, 7}));
  expect_misuse([&] { split_heads(qkv, 5, 0, 1); },
                "[split_heads] x [1, 1, 12] can not be cut into 1 parts of 5 heads");
  expect_misuse([&] { split_heads(qkv, 2, 3, 3); }, "there is no part 3 of 3");
  expect_misuse([&] { merge_heads(qkv); }, "[merge_heads] wants [B, H, T, D], got [1, 1, 12]");
}

TEST(RotatePairs, TurnsByTheAngle) {
  const Tensor x = tensor({1, 5}, {1, 0, 0, 1, 9});
  const Tensor cosine = tensor({1, 2}, {0, -1}), sine = tensor({1, 2}, {1, 0});  // 90, 180 degrees
  EXPECT_EQ(numbers_of(rotate_pairs(x, cosine, sine)), (Numbers{0, 1, 0, -1, 9}));
  // Pairs (0, 2) and (1, 3).
  EXPECT_EQ(numbers_of(rotate_pairs(x, cosine, sine, true)), (Numbers{0, 0, 1, -1, 9}));
  expect_misuse(
      [&] {
        rotate_pairs(x, Tensor({1, 3}), Tensor({1, 3}));
      },
      "[rotate_pairs] cosine [1, 3] and sine [1, 3] do not fit x [1, 5]");
  expect_misuse([&] { rotate_pairs(x, Tensor({2, 2}), Tensor({2, 2})); }, "do not fit x [1, 5]");
  expect_misuse([&] { rotate_pairs(x, Tensor({1, 1, 2}), Tensor({1, 1, 2})); }, "do not fit x");
  expect_misuse([&] { rotate_pairs(x, Tensor({1, 2}), Tensor({1, 1})); }, "sine [1, 1]");
}

TEST(Positions, PiecesOfATextAndBackAgain) {
  const Tensor x = random_tensor({2, 5, 3}, "x");
  const Tensor left = slice_positions(x, 0, 2), right = slice_positions(x, 2, 3);
  EXPECT_EQ(left.shape(), (Shape{2, 2, 3}));
  EXPECT_EQ(numbers_of(concatenate_positions(left, right)), numbers_of(x));
  expect_misuse([&] { slice_positions(x, 3, 3); },
                "[slice_positions] positions 3 .. 5 are not all in x [2, 5, 3]");
  expect_misuse([&] { slice_positions(x, -1, 2); }, "positions -1 .. 0 are not all in x [2, 5, 3]");
  expect_misuse(
      [&] {
        concatenate_positions(x, Tensor({2, 5, 4}));
      },
      "[concatenate_positions] y [2, 5, 4] does not continue x [2, 5, 3]");
  expect_misuse([&] { concatenate_positions(x, Tensor({5, 3})); }, "y [5, 3]");
}

}  // namespace
}  // namespace whereabouts
