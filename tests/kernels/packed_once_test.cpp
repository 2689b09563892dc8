#include "kernels/packed_once.h"

#include <gtest/gtest.h>

#include <vector>

#include "util/random.h"

namespace whereabouts {
namespace {

constexpr int kRows = 40, kIn = 300, kOut = 270;

std::vector<float> normal_numbers(int count, const std::string& name) {
  Random random(0, name);
  std::vector<float> numbers(static_cast<std::size_t>(count));
  for (float& x : numbers) x = static_cast<float>(random.normal());
  return numbers;
}

class PackedOnceTest : public testing::Test {
 protected:
  std::vector<float> weight = normal_numbers(kIn * kOut, "weight"),
                     other = normal_numbers(kIn * kOut, "other"),
                     x = normal_numbers(kRows * kIn, "x"), dy = normal_numbers(kRows * kOut, "dy"),
                     bias = normal_numbers(kOut, "bias");

  std::vector<float> forward(const std::vector<float>& w) const {
    std::vector<float> y(kRows * kOut);
    matmul_fast(kRows, kOut, kIn, rows_of(x.data(), kIn), rows_of(w.data(), kOut), y.data(), kOut,
                Start::kZero, bias.data());
    return y;
  }
  std::vector<float> backward(const std::vector<float>& w) const {
    std::vector<float> dx(kRows * kIn);
    matmul_fast(kRows, kIn, kOut, rows_of(dy.data(), kOut), rows_of(w.data(), kOut).transposed(),
                dx.data(), kIn, Start::kZero);
    return dx;
  }
};

TEST_F(PackedOnceTest, ProductsHaveTheSameBitsWithCopies) {
  const auto y = forward(weight), dx = backward(weight), of_other = forward(other);
  PackedOnce copies({weight.data()});
  const PackedOnce::Use use(copies);
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(forward(weight), y);
    EXPECT_EQ(backward(weight), dx);
    EXPECT_EQ(forward(other), of_other);
  }
  EXPECT_EQ(copies.panels(kIn, kOut, rows_of(other.data(), kOut)).data, nullptr);
}

TEST_F(PackedOnceTest, CopiesAreMadeAnewWhenTheNumbersHaveChangedAndOnlyThen) {
  const auto before = forward(weight);
  PackedOnce copies({weight.data()});
  const PackedOnce::Use use(copies);
  EXPECT_EQ(forward(weight), before);
  weight.assign(other.begin(), other.end());
  EXPECT_EQ(forward(weight), before);
  copies.renew();
  EXPECT_NE(forward(weight), before);
  EXPECT_EQ(forward(weight), forward(other));
}

TEST_F(PackedOnceTest, AMatrixMayBeMultipliedInPart) {
  PackedOnce copies({weight.data()});
  std::vector<float> part(kRows * kOut), with_copies(kRows * kOut);
  const auto half = [&](std::vector<float>& y) {
    matmul_fast(kRows, kOut, kIn / 2, rows_of(x.data(), kIn), rows_of(weight.data(), kOut),
                y.data(), kOut, Start::kZero);
  };
  half(part);
  const PackedOnce::Use use(copies);
  forward(weight);
  half(with_copies);
  EXPECT_EQ(with_copies, part);
}

TEST_F(PackedOnceTest, UsesNestAndEnd) {
  PackedOnce outer({weight.data()}), inner({weight.data()});
  EXPECT_EQ(PackedOnce::in_use(), nullptr);
  {
    const PackedOnce::Use use(outer);
    {
      const PackedOnce::Use within(inner);
      EXPECT_EQ(PackedOnce::in_use(), &inner);
    }
    EXPECT_EQ(PackedOnce::in_use(), &outer);
  }
  EXPECT_EQ(PackedOnce::in_use(), nullptr);
}

}  // namespace
}  // namespace whereabouts
