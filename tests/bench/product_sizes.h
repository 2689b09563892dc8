// The matrix products that the bench measures.
#pragma once

#include <functional>
#include <string>
#include <tuple>
#include <vector>

#include "bench/measuring.h"
#include "kernels/matmul.h"

namespace whereabouts {

/// Y = X W with X [M, K] and W [K, N].
struct ProductSize {
  int M, N, K;
  const char* what;
  double operations() const { return 2.0 * M * N * K; }
  double numbers() const { return 1.0 * M * K + 1.0 * K * N + 1.0 * M * N; }
};

/// The layers of a model of so many channels. A shard is 4 windows of 64 characters.
inline std::vector<ProductSize> layer_products(int C) {
  return {{256, 3 * C, C, "queries, keys, values"},
          {256, C, C, "out"},
          {256, 4 * C, C, "up"},
          {256, C, 4 * C, "down"}};
}

/// Calls `measure` with the name of each of the three products that a layer of this size takes, and
/// what does it: one forward, and two backward, by W^T and by X^T.
inline void for_each_product(
    const ProductSize& s,
    const std::function<void(const std::string& product, const std::function<void()>& work)>&
        measure) {
  const int M = s.M, N = s.N, K = s.K;
  const auto x = random_floats(std::int64_t{M} * K), w = random_floats(std::int64_t{K} * N),
             dy = random_floats(std::int64_t{M} * N);
  std::vector<float> y(dy.size()), dx(x.size()), dw(w.size());
  const MatrixView X{x.data(), K}, W{w.data(), N}, dY{dy.data(), N};
  measure("Y = X W", [&] { matmul_fast(M, N, K, X, W, y.data(), N, Start::kZero); });
  measure("dX = dY W^T",
          [&] { matmul_fast(M, K, N, dY, W.transposed(), dx.data(), K, Start::kZero); });
  measure("dW = X^T dY",
          [&] { matmul_fast(K, N, M, X.transposed(), dY, dw.data(), N, Start::kZero); });
}

}  // namespace whereabouts
