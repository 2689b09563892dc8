#include "tensor.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <sstream>

#include "helpers.h"
#include "ops.h"

namespace whereabouts {
namespace {

TEST(Shape, KnowsItsAxesAndItsSize) {
  const Shape s{2, 3, 4};
  EXPECT_EQ(s.rank(), 3);
  EXPECT_EQ(s[0], 2);
  EXPECT_EQ(s[-1], 4);
  EXPECT_EQ(s[-3], 2);
  EXPECT_EQ(s.size(), 24);
  EXPECT_EQ(Shape{}.size(), 1);
  EXPECT_EQ((Shape{5, 0}).size(), 0);
  EXPECT_EQ((Shape{2, 3}), (Shape{2, 3}));
  EXPECT_NE((Shape{2, 3}), (Shape{3, 2}));
  EXPECT_NE((Shape{2}), (Shape{2, 1}));
}

TEST(Shape, WithAnotherLastAxis) {
  EXPECT_EQ((Shape{5}).with_last(2), (Shape{2}));
  EXPECT_EQ((Shape{4, 5}).with_last(2), (Shape{4, 2}));
  EXPECT_EQ((Shape{3, 4, 5}).with_last(2), (Shape{3, 4, 2}));
  EXPECT_EQ((Shape{2, 3, 4, 5}).with_last(2), (Shape{2, 3, 4, 2}));
  expect_misuse([] { Shape{}.with_last(2); }, "[] has no last axis");
  expect_misuse([] { (Shape{1 << 20, 1}).with_last(1 << 20); }, "more than 2147483647 numbers");
}

TEST(Shape, IsPrintedInBrackets) {
  std::ostringstream out;
  out << Shape{2, 3} << Shape{} << Shape{7};
  EXPECT_EQ(out.str(), "[2, 3][][7]");
}

TEST(Shape, RefusesWhatNoTensorCanHave) {
  expect_misuse([] { Shape{1, 1, 1, 1, 1}; }, "[Shape] 5 axes, but a tensor has at most 4");
  expect_misuse([] { Shape{3, -1}; }, "axis 1 has length -1, which is negative");
  expect_misuse([] { (Shape{2, 3})[2]; }, "[2, 3] has no axis 2");
  expect_misuse([] { (Shape{2, 3})[-3]; }, "[2, 3] has no axis -3");
}

TEST(Shape, NeverOverflows) {
  expect_misuse([] { Shape{65536, 32768}; }, "more than 2147483647 numbers");
  expect_misuse([] { Shape{std::int64_t{1} << 40}; }, "more than 2147483647 numbers");
  expect_misuse([] { Shape{1 << 20, 1 << 20, 1 << 20, 1 << 20}; }, "more than 2147483647 numbers");
  EXPECT_EQ((Shape{2147483647}).size(), 2147483647);
  EXPECT_EQ((Shape{0, std::int64_t{1} << 20}).size(), 0);
}

TEST(Tensor, StartsAsZerosOrAsGiven) {
  EXPECT_EQ(numbers_of(Tensor({2, 2})), (std::vector<float>{0, 0, 0, 0}));
  EXPECT_EQ(numbers_of(tensor({2}, {1, 2})), (std::vector<float>{1, 2}));
  EXPECT_EQ(Tensor(Shape{}).size(), 1);
  expect_misuse([] { tensor({2, 2}, {1, 2, 3}); }, "shape [2, 2] needs 4 numbers, got 3");
}

TEST(Tensor, ADefaultOneIsNothing) {
  const Tensor nothing;
  EXPECT_FALSE(nothing);
  EXPECT_FALSE(nothing.requires_grad());
  EXPECT_FALSE(nothing.has_grad());
  EXPECT_TRUE(Tensor({1}));
}

TEST(Tensor, ItemWantsExactlyOneNumber) {
  EXPECT_EQ(tensor({1, 1}, {3}).item(), 3);
  expect_misuse(
      [] {
        Tensor({2, 3}).item();
      },
      "[item] wants a tensor with one number, got shape [2, 3]");
  expect_misuse([] { Tensor({0}).item(); }, "got shape [0]");
  expect_misuse([] { Tensor().item(); }, "[item]");
}

TEST(Tensor, ACopyIsTheSameTensor) {
  const Tensor x({2});
  const Tensor copy = x;
  copy.data()[0] = 5;
  copy.grad()[1] = 7;
  EXPECT_EQ(x.data()[0], 5);
  EXPECT_EQ(x.grad()[1], 7);
}

TEST(Tensor, ReshapeSharesNumbersAndGradient) {
  Tensor x = tensor({2, 3}, {1, 2, 3, 4, 5, 6});
  x.set_requires_grad();
  const Tensor y = x.reshape({3, 2});
  EXPECT_EQ(y.shape(), (Shape{3, 2}));
  EXPECT_TRUE(y.requires_grad());
  y.data()[0] = 10;
  EXPECT_EQ(x.data()[0], 10);
  backward(sum(multiply(y, y)));
  EXPECT_EQ(gradient_of(x), (std::vector<float>{20, 4, 6, 8, 10, 12}));
  EXPECT_EQ(x.grad(), y.grad());
  expect_misuse([&] { x.reshape({4}); }, "[reshape] [2, 3] has 6 numbers, [4] has 4");
}

TEST(Tensor, WithOwnGradientSharesOnlyTheNumbers) {
  Tensor x = tensor({2}, {1, 2});
  x.set_requires_grad();
  const Tensor replica = x.with_own_gradient();
  EXPECT_TRUE(replica.requires_grad());
  EXPECT_EQ(replica.data(), x.data());
  backward(sum(multiply(replica, replica)));
  EXPECT_EQ(gradient_of(replica), (std::vector<float>{2, 4}));
  EXPECT_FALSE(x.has_grad());
  x.data()[0] = 9;
  EXPECT_EQ(replica.data()[0], 9);
}

TEST(Tensor, AGradientStartsAtZeroAndCanBeCleared) {
  const Tensor x({3});
  EXPECT_FALSE(x.has_grad());
  EXPECT_EQ(gradient_of(x), (std::vector<float>{0, 0, 0}));
  x.grad()[0] = 4;
  EXPECT_TRUE(x.has_grad());
  x.clear_grad();
  EXPECT_FALSE(x.has_grad());
  EXPECT_EQ(gradient_of(x), (std::vector<float>{0, 0, 0}));
}

TEST(Tensor, GradTargetSaysWhetherSomethingIsThereAlready) {
  const Tensor x({3});
  EXPECT_TRUE(x.grad_target().first);
  EXPECT_FALSE(x.grad_target().first);
}

}  // namespace
}  // namespace whereabouts
