#include "autograd.h"

#include <gtest/gtest.h>

#include <string>
#include <thread>

#include "helpers.h"
#include "ops.h"
#include "util/check.h"

namespace whereabouts {
namespace {

class Autograd : public testing::Test {
 protected:
  void SetUp() override { x.set_requires_grad(); }
  void TearDown() override { clear_tape(); }
  Tensor x = tensor({3}, {1, -2, 3});
};

std::vector<std::string> operations() {
  std::vector<std::string> names;
  for (const TapeEntry& entry : tape()) names.emplace_back(entry.operation);
  return names;
}

TEST_F(Autograd, XTimesXHasTheDerivativeTwoX) {
  backward(sum(multiply(x, x)));
  EXPECT_EQ(gradient_of(x), (std::vector<float>{2, -4, 6}));
}

TEST_F(Autograd, WhatIsUsedTwiceGetsBothGradients) {
  const Tensor y = scale(x, 3);
  backward(sum(add(multiply(y, y), y)));  // d/dx (9 x^2 + 3 x)
  EXPECT_EQ(gradient_of(x), (std::vector<float>{21, -33, 57}));
}

TEST_F(Autograd, EveryPathFromAValueToTheResultCountsOnce) {
  Tensor a = tensor({1}, {5});
  a.set_requires_grad();
  const Tensor twice = add(a, a);
  backward(add(twice, twice));
  EXPECT_EQ(gradient_of(a), std::vector<float>{4});

  Tensor p = tensor({1}, {2}), q = tensor({1}, {3});
  p.set_requires_grad();
  q.set_requires_grad();
  const Tensor total = add(p, q), product = multiply(p, q);
  backward(add(add(total, product), multiply(total, product)));
  EXPECT_EQ(gradient_of(p), std::vector<float>{25});
  EXPECT_EQ(gradient_of(q), std::vector<float>{19});
}

TEST_F(Autograd, ANumberThatIsSharedByARowSendsItsGradientBackToAllOfIt) {
  Tensor row = tensor({1, 4}, {1, 2, 3, 4});
  const Tensor first = tensor({1, 4}, {1, 0, 0, 0});
  row.set_requires_grad();
  backward(sum(multiply(subtract(row, mean_last(row)), first)));
  EXPECT_EQ(gradient_of(row), (std::vector<float>{0.75f, -0.25f, -0.25f, -0.25f}));

  Tensor parts = tensor({1, 3}, {1, 2, 5});
  const Tensor of_first = tensor({1, 3}, {1, 0, 0});
  parts.set_requires_grad();
  backward(sum(multiply(divide(parts, sum(parts)), of_first)));
  EXPECT_EQ(gradient_of(parts), (std::vector<float>{0.109375f, -0.015625f, -0.015625f}));
}

TEST_F(Autograd, LeavesAccumulateExactlyUntilCleared) {
  const auto run = [&] { backward(sum(gelu(multiply(x, x)))); };
  run();
  const std::vector<float> once = gradient_of(x);
  run();
  for (int i = 0; i < 3; ++i) EXPECT_EQ(x.grad()[i], 2 * once[i]);
  x.clear_grad();
  run();
  EXPECT_EQ(gradient_of(x), once);
}

TEST_F(Autograd, TheSeedScalesEverything) {
  backward(sum(x), 0.25f);
  EXPECT_EQ(gradient_of(x), (std::vector<float>{0.25f, 0.25f, 0.25f}));
}

TEST_F(Autograd, TheTapeHoldsTheOperationsInOrderAndIsEmptyAfterwards) {
  EXPECT_TRUE(tape().empty());
  const Tensor loss = sum(relu(scale(x, 2)));
  EXPECT_EQ(operations(), (std::vector<std::string>{"scale", "relu", "sum"}));
  EXPECT_EQ(tape()[0].inputs.at(0).data(), x.data());
  EXPECT_EQ(tape()[2].output.data(), loss.data());
  backward(loss);
  EXPECT_TRUE(tape().empty());
}

TEST_F(Autograd, WhatNeedsNoGradientIsNotRecorded) {
  const Tensor constant = tensor({3}, {4, 5, 6});
  const Tensor y = multiply(constant, constant);
  EXPECT_FALSE(y.requires_grad());
  EXPECT_TRUE(tape().empty());
  const Tensor z = multiply(x, y);
  EXPECT_TRUE(z.requires_grad());
  backward(sum(z));
  EXPECT_FALSE(constant.has_grad());
  EXPECT_EQ(gradient_of(x), (std::vector<float>{16, 25, 36}));
}

TEST_F(Autograd, ABranchThatDoesNotReachTheLossIsSkipped) {
  const Tensor aside = exp(x);
  const Tensor loss = sum(x);
  const Tensor later = scale(x, 100);
  backward(loss);
  EXPECT_FALSE(aside.has_grad());
  EXPECT_FALSE(later.has_grad());
  EXPECT_EQ(gradient_of(x), (std::vector<float>{1, 1, 1}));
}

TEST_F(Autograd, NoGradLeavesNoTraceAndEndsWithItsScope) {
  {
    const NoGrad outer;
    {
      const NoGrad inner;
      EXPECT_FALSE(recording());
    }
    EXPECT_FALSE(recording());
    const Tensor y = multiply(x, x);
    EXPECT_FALSE(y.requires_grad());
    EXPECT_TRUE(tape().empty());
  }
  EXPECT_TRUE(recording());
  EXPECT_TRUE(multiply(x, x).requires_grad());
}

TEST_F(Autograd, BackwardWantsOneNumber) {
  const Tensor y = multiply(x, x);
  expect_misuse([&] { backward(y); }, "[backward] wants a loss that is one number, got shape [3]");
  expect_misuse([] { backward(Tensor()); }, "[backward]");
  backward(sum(y));  // the refusal has not spoilt the tape
  EXPECT_EQ(gradient_of(x), (std::vector<float>{2, -4, 6}));
}

TEST_F(Autograd, BackwardTwiceIsRefused) {
  const Tensor loss = sum(multiply(x, x));
  backward(loss);
  expect_misuse([&] { backward(loss); }, "backward() was called already");
  const Tensor other = sum(x);  // now something else is on the tape
  expect_misuse([&] { backward(loss); }, "backward() was called already");
  x.clear_grad();
  backward(other);
  EXPECT_EQ(gradient_of(x), (std::vector<float>{1, 1, 1}));
}

TEST_F(Autograd, BackwardOfSomethingComputedUnderNoGradIsRefused) {
  const auto loss = [&] {
    const NoGrad no_grad;
    return sum(x);
  }();
  expect_misuse([&] { backward(loss); }, "computed under NoGrad");
}

TEST_F(Autograd, AnEntryIsPrintedInALine) {
  sum(multiply(x, x));
  EXPECT_EQ(concat(tape()[0]), "multiply    [3] [3] -> [3]");
  EXPECT_EQ(concat(tape()[1]), "sum         [3] -> [1]");
  const TapeEntry unnamed{"a name that is long", {}, x, {}};
  EXPECT_EQ(concat(unnamed), "a name that is long -> [3]");
}

TEST_F(Autograd, EachThreadHasATapeOfItsOwn) {
  const Tensor mine = sum(x);
  std::thread([&] {
    EXPECT_TRUE(tape().empty());
    Tensor own = x.with_own_gradient();
    backward(sum(multiply(own, own)));
    EXPECT_EQ(gradient_of(own), (std::vector<float>{2, -4, 6}));
  }).join();
  EXPECT_EQ(operations(), (std::vector<std::string>{"sum"}));
  EXPECT_FALSE(x.has_grad());
  backward(mine);
  EXPECT_EQ(gradient_of(x), (std::vector<float>{1, 1, 1}));
}

TEST_F(Autograd, ADeepChainNeedsNoDeepStack) {
  Tensor y = x;
  for (int i = 0; i < 200'000; ++i) y = scale(y, 1);
  backward(sum(y));
  EXPECT_EQ(gradient_of(x), (std::vector<float>{1, 1, 1}));
}

TEST_F(Autograd, AnOperationFromOutsideIsRecordedLikeAnyOther) {
  const auto square = [](const Tensor& a) {
    Tensor y = Tensor::uninitialised(a.shape());
    for (std::int64_t i = 0; i < a.size(); ++i) y.data()[i] = a.data()[i] * a.data()[i];
    return record("square", {a}, y, [=] {
      for (std::int64_t i = 0; i < a.size(); ++i) a.grad()[i] += 2 * a.data()[i] * y.grad()[i];
    });
  };
  backward(sum(square(square(x))));
  EXPECT_EQ(gradient_of(x), (std::vector<float>{4, -32, 108}));
}

// Writes down what it is told.
class Notes : public TapeObserver {
 public:
  void recorded(const TapeEntry& entry) override { told.push_back(entry.operation); }
  void differentiated(const TapeEntry& entry) override {
    told.push_back(std::string("d ") + entry.operation);
  }
  std::vector<std::string> told;
};

TEST_F(Autograd, AnObserverIsToldOfEveryEntryTwice) {
  Notes notes;
  observe_tape(&notes);
  scale(tensor({2}, {1, 2}), 3);  // has no derivative
  const Tensor loss = sum(relu(x));
  backward(loss);
  observe_tape(nullptr);
  backward(sum(x));
  EXPECT_EQ(notes.told, (std::vector<std::string>{"relu", "sum", "d sum", "d relu"}));
}

}  // namespace
}  // namespace whereabouts
