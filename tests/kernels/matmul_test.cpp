#include "kernels/matmul.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include "program/banner.h"
#include "util/random.h"

namespace whereabouts {
namespace {

std::vector<float> normal_numbers(std::int64_t count, const std::string& name) {
  Random random(0, name);
  std::vector<float> numbers(static_cast<std::size_t>(count));
  for (float& x : numbers) x = static_cast<float>(random.normal());
  return numbers;
}

// A [rows, columns] matrix in memory, seen as itself or, if it is stored transposed, as its
// transpose.
MatrixView view(const std::vector<float>& numbers, int rows, int columns, bool stored_transposed) {
  if (stored_transposed) return MatrixView{numbers.data(), rows}.transposed();
  return {numbers.data(), columns};
}

// Computes one product both ways; C has gaps between its rows, which must stay as they are.
void compare(int M, int N, int K, bool a_transposed, bool b_transposed, Start start,
             bool with_row) {
  constexpr int kGap = 3;
  constexpr float kUntouched = 12345.0f;
  SCOPED_TRACE("M " + std::to_string(M) + " N " + std::to_string(N) + " K " + std::to_string(K) +
               (a_transposed ? " A^T" : "") + (b_transposed ? " B^T" : "") +
               (start == Start::kKeep ? " keep" : "") + (with_row ? " row" : ""));
  const auto a = normal_numbers(std::int64_t{M} * K, "a"),
             b = normal_numbers(std::int64_t{K} * N, "b"), row = normal_numbers(N, "row");
  const MatrixView A = view(a, M, K, a_transposed), B = view(b, K, N, b_transposed);
  std::vector<float> fast = normal_numbers(std::int64_t{M} * (N + kGap), "c");
  for (int m = 0; m < M; ++m) {
    for (int gap = 0; gap < kGap; ++gap) fast[m * (N + kGap) + N + gap] = kUntouched;
  }
  std::vector<float> naive = fast;
  matmul_fast(M, N, K, A, B, fast.data(), N + kGap, start, with_row ? row.data() : nullptr);
  matmul_naive(M, N, K, A, B, naive.data(), N + kGap, start);
  if (with_row && start == Start::kZero) {
    for (int m = 0; m < M; ++m) {
      for (int n = 0; n < N; ++n) naive[m * (N + kGap) + n] += row[n];
    }
  }
  for (int m = 0; m < M; ++m) {
    for (int n = 0; n < N; ++n) {
      ASSERT_NEAR(fast[m * (N + kGap) + n], naive[m * (N + kGap) + n], 1e-6 * (K + 5))
          << "at " << m << ", " << n;
    }
    for (int gap = 0; gap < kGap; ++gap) {
      ASSERT_EQ(fast[m * (N + kGap) + N + gap], kUntouched) << "written beyond row " << m;
    }
  }
}

constexpr int kAwkward[] = {1, 2, 3, 5, 7, 31, 33, 65};

class Orientation : public testing::TestWithParam<std::pair<bool, bool>> {};

TEST_P(Orientation, FastEqualsNaiveForAwkwardShapes) {
  const auto [a_transposed, b_transposed] = GetParam();
  for (const int M : kAwkward) {
    for (const int N : kAwkward) {
      for (const int K : kAwkward) {
        compare(M, N, K, a_transposed, b_transposed, Start::kZero, false);
        compare(M, N, K, a_transposed, b_transposed, Start::kKeep, false);
        compare(M, N, K, a_transposed, b_transposed, Start::kZero, true);
        if (HasFatalFailure()) return;
      }
    }
  }
}

TEST_P(Orientation, FastEqualsNaiveAroundPanelWidthsAndDepthBlocks) {
  const auto [a_transposed, b_transposed] = GetParam();
  for (const int N : {4, 8, 9, 15, 16, 17, 32, 34}) {  // panels are 8, 16 or 32 columns wide
    for (const int K : {255, 256, 257, 300, 600}) {    // depth blocks are 256
      compare(13, N, K, a_transposed, b_transposed, Start::kZero, false);
      compare(13, N, K, a_transposed, b_transposed, Start::kKeep, false);
      compare(13, N, K, a_transposed, b_transposed, Start::kZero, true);
      if (HasFatalFailure()) return;
    }
  }
}

TEST_P(Orientation, FastEqualsNaiveForSoManyColumnsThatATransposedOneIsCopied) {
  const auto [a_transposed, b_transposed] = GetParam();
  for (const int M : {1, 7, 13, 239, 250}) {  // rows pass in blocks of 240
    for (const int N : {255, 256, 260}) {
      for (const int K : {5, 257}) {
        compare(M, N, K, a_transposed, b_transposed, Start::kZero, true);
        compare(M, N, K, a_transposed, b_transposed, Start::kKeep, false);
        if (HasFatalFailure()) return;
      }
    }
  }
}

TEST_P(Orientation, ProductsLargeEnoughForSeveralThreads) {
  const auto [a_transposed, b_transposed] = GetParam();
  compare(131, 97, 301, a_transposed, b_transposed, Start::kZero, true);
  compare(131, 97, 301, a_transposed, b_transposed, Start::kKeep, false);
}

INSTANTIATE_TEST_SUITE_P(All, Orientation,
                         testing::Values(std::pair(false, false), std::pair(true, false),
                                         std::pair(false, true), std::pair(true, true)),
                         [](const auto& chosen) {
                           return std::string(chosen.param.first ? "ATransposed" : "APlain") +
                                  (chosen.param.second ? "BTransposed" : "BPlain");
                         });

TEST(Matmul, AnEmptySumIsZeroOrTheRow) {
  std::vector<float> c = {9, 9, 9, 9};
  const float row[] = {1, 2};
  const MatrixView nothing{nullptr, 0};
  matmul_fast(2, 2, 0, nothing, {nullptr, 2}, c.data(), 2, Start::kZero);
  EXPECT_EQ(c, (std::vector<float>{0, 0, 0, 0}));
  matmul_fast(2, 2, 0, nothing, {nullptr, 2}, c.data(), 2, Start::kZero, row);
  EXPECT_EQ(c, (std::vector<float>{1, 2, 1, 2}));
}

TEST(Matmul, TheFirstRowsAndColumnsOfPanelsCanBeHadAlone) {
  const int M = 5, K = 300;
  const auto a = normal_numbers(M * K, "a");
  for (const int N : {70, 80}) {  // more than two panels of the widest kind, copied and in place
    const auto b = normal_numbers(K * N, "b");
    std::vector<float> room(static_cast<std::size_t>(packed_size(K, N)));
    const Panels panels = panels_of(K, N, {b.data(), N}, room.data());
    EXPECT_EQ(panels.data == b.data(), N == 80);
    for (const int columns : {1, 7, 16, 25, 70}) {
      for (const int rows : {1, 19, 257, 300}) {
        std::vector<float> part(static_cast<std::size_t>(M) * columns), expected(M * N);
        multiply_panels(M, columns, rows, {a.data(), K}, panels, part.data(), columns,
                        Start::kZero);
        matmul_naive(M, columns, rows, {a.data(), K}, {b.data(), N}, expected.data(), columns,
                     Start::kZero);
        for (int i = 0; i < M * columns; ++i)
          ASSERT_NEAR(part[i], expected[i], 1e-6 * (rows + 5)) << rows << " rows, number " << i;
      }
    }
  }
}

TEST(Matmul, TheSameBitsForAnyNumberOfThreads) {
  const int M = 301, N = 203, K = 307;
  const auto a = normal_numbers(M * K, "a"), b = normal_numbers(K * N, "b");
  for (const bool b_transposed : {false, true}) {
    std::vector<float> one(M * N), more(M * N);
    set_threads(1);
    matmul_fast(M, N, K, {a.data(), K}, view(b, K, N, b_transposed), one.data(), N, Start::kZero);
    for (const int threads : {2, 4}) {
      set_threads(threads);
      matmul_fast(M, N, K, {a.data(), K}, view(b, K, N, b_transposed), more.data(), N,
                  Start::kZero);
      EXPECT_EQ(std::memcmp(one.data(), more.data(), one.size() * sizeof(float)), 0)
          << threads << " threads";
    }
  }
  set_threads(0);
}

TEST(Matmul, ARowHasTheSameBitsHoweverManyRowsAreMultipliedWithIt) {
  const int M = 37, N = 45, K = 70;
  const auto a = normal_numbers(M * K, "a"), b = normal_numbers(K * N, "b");
  std::vector<float> together(M * N), alone(N);
  matmul_fast(M, N, K, {a.data(), K}, {b.data(), N}, together.data(), N, Start::kZero);
  for (int m = 0; m < M; ++m) {
    matmul_fast(1, N, K, {a.data() + m * K, K}, {b.data(), N}, alone.data(), N, Start::kZero);
    EXPECT_EQ(std::memcmp(alone.data(), together.data() + m * N, N * sizeof(float)), 0)
        << "row " << m;
  }
}

class Unusual : public testing::Test {
 protected:
  static constexpr int M = 9, N = 21, K = 11;
  std::vector<float> product() const {
    std::vector<float> c(M * N);
    matmul_fast(M, N, K, {a.data(), K}, {b.data(), N}, c.data(), N, Start::kZero);
    return c;
  }
  std::vector<float> a = normal_numbers(M * K, "a"), b = normal_numbers(K * N, "b");
};

TEST_F(Unusual, NaNInAReachesExactlyItsRow) {
  a[4 * K + 2] = NAN;
  const auto c = product();
  for (int m = 0; m < M; ++m) {
    for (int n = 0; n < N; ++n) EXPECT_EQ(std::isnan(c[m * N + n]), m == 4) << m << ", " << n;
  }
}

TEST_F(Unusual, NaNInBReachesExactlyItsColumn) {
  for (const int column : {0, 8, 16, 20}) {
    b[3 * N + column] = NAN;
    const auto c = product();
    for (int m = 0; m < M; ++m) {
      for (int n = 0; n < N; ++n)
        EXPECT_EQ(std::isnan(c[m * N + n]), n == column) << m << ", " << n;
    }
    b[3 * N + column] = 1;
  }
}

TEST_F(Unusual, InfinityIsInfinityUnlessItMeetsZero) {
  a[4 * K + 2] = std::numeric_limits<float>::infinity();
  b[2 * N + 0] = 0;
  b[2 * N + 1] = 2;
  b[2 * N + 2] = -2;
  const auto c = product();
  EXPECT_TRUE(std::isnan(c[4 * N + 0]));
  EXPECT_EQ(c[4 * N + 1], std::numeric_limits<float>::infinity());
  EXPECT_EQ(c[4 * N + 2], -std::numeric_limits<float>::infinity());
  EXPECT_TRUE(std::isfinite(c[3 * N + 0]));
}

TEST_F(Unusual, DenormalsAreKept) {
  std::fill(a.begin(), a.end(), 0.0f);
  std::fill(b.begin(), b.end(), 0.0f);
  a[0] = 1e-40f;
  b[0] = 1;
  a[1 * K] = 1e-30f;
  b[1] = 1e-30f;
  const auto c = product();
  EXPECT_EQ(c[0], 1e-40f);
  EXPECT_EQ(c[N + 1], 0.0f);  // 1e-60 is below the smallest of all
  EXPECT_EQ(c[N + 0], 1e-30f);
}

}  // namespace
}  // namespace whereabouts
