#include "bench/operation_work.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "ops.h"

namespace whereabouts {
namespace {

Tensor ones(Shape shape) {
  Tensor x(shape);
  std::ranges::fill(x.numbers(), 1.0f);
  return x.set_requires_grad();
}

TEST(OperationWork, OfALinearLayerIsTwoProductsBackwardAndOneForward) {
  (void)linear(ones({5, 3}), ones({3, 2}), ones({2}));
  const BothWays work = work_of(tape().back());
  clear_tape();
  EXPECT_EQ(work.forward.operations, 2 * 5 * 3 * 2 + 5 * 2);
  EXPECT_EQ(work.forward.bytes, 4 * (15 + 6 + 2 + 10));
  EXPECT_EQ(work.backward.operations, 2 * 2 * 5 * 3 * 2 + 5 * 2);
  EXPECT_EQ(work.backward.bytes, 4 * (2 * (15 + 6 + 2) + 10));
}

TEST(OperationWork, WhatOnlyMovesNumbersCalculatesNothing) {
  (void)split_heads(ones({1, 2, 12}), 2, 0, 3);
  const BothWays work = work_of(tape().back());
  clear_tape();
  EXPECT_EQ(work.forward.operations, 0);
  EXPECT_EQ(work.forward.bytes, 4 * 2 * 8);
}

}  // namespace
}  // namespace whereabouts
