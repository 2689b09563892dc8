// Products of matrices. With Y = X W:  dX = dY W^T,  dW = X^T dY.
#include "kernels/matmul.h"

#include "ops.h"
#include "util/check.h"

namespace whereabouts {
namespace {

Start start_for(bool first) { return first ? Start::kZero : Start::kKeep; }

// How many rows, or matrices, there are along the first `axes` axes.
std::int64_t count_of(const Shape& x, int axes) {
  std::int64_t count = 1;
  for (int axis = 0; axis < axes; ++axis) count *= x[axis];
  return count;
}

// A product for each of the leading axes: X [..., M, K], Y [..., K, N], or [..., N, K] when
// transposed.
Tensor batched(const char* name, const Tensor& x, const Tensor& y, bool y_transposed) {
  const int rank = x.shape().rank();
  bool fits = rank >= 2 && y.shape().rank() == rank && x.dim(-1) == y.dim(y_transposed ? -1 : -2);
  for (int axis = 0; fits && axis < rank - 2; ++axis) fits = x.dim(axis) == y.dim(axis);
  check_argument(fits, name, "x ", x.shape(), " does not fit y ", y.shape());
  const int M = x.dim(-2), K = x.dim(-1), N = y.dim(y_transposed ? -2 : -1);
  const std::int64_t count = count_of(x.shape(), rank - 2);
  const auto view = [=](const float* data) {  // Y as [K, N]
    return y_transposed ? rows_of(data, K).transposed() : rows_of(data, N);
  };
  Tensor z = Tensor::uninitialised(x.shape().with_last(N));
  for (std::int64_t i = 0; i < count; ++i) {
    matmul_fast(M, N, K, rows_of(x.data() + i * M * K, K), view(y.data() + i * K * N),
                z.data() + i * M * N, N, Start::kZero);
  }
  return record(name, {x, y}, z, [=] {
    const float* dz = z.grad();
    if (x.requires_grad()) {  // dX = dZ Y^T
      const auto [dx, first] = x.grad_target();
      for (std::int64_t i = 0; i < count; ++i) {
        matmul_fast(M, K, N, rows_of(dz + i * M * N, N), view(y.data() + i * K * N).transposed(),
                    dx + i * M * K, K, start_for(first));
      }
    }
    if (y.requires_grad()) {  // dY = X^T dZ, or its transpose dZ^T X
      const auto [dy, first] = y.grad_target();
      for (std::int64_t i = 0; i < count; ++i) {
        const MatrixView X = rows_of(x.data() + i * M * K, K), dZ = rows_of(dz + i * M * N, N);
        if (y_transposed) {
          matmul_fast(N, K, M, dZ.transposed(), X, dy + i * K * N, K, start_for(first));
        } else {
          matmul_fast(K, N, M, X.transposed(), dZ, dy + i * K * N, N, start_for(first));
        }
      }
    }
  });
}

}  // namespace

Tensor matmul(const Tensor& x, const Tensor& y) {
  if (y.shape().rank() != 2 || x.shape().rank() == 2) return batched("matmul", x, y, false);
  // One matrix for all of x: its leading axes are only more rows.
  check_argument(x.shape().rank() >= 1 && x.dim(-1) == y.dim(0), "matmul", "x ", x.shape(),
                 " does not fit y ", y.shape());
  const std::int64_t rows = count_of(x.shape(), x.shape().rank() - 1);
  return batched("matmul", x.reshape({rows, x.dim(-1)}), y, false)
      .reshape(x.shape().with_last(y.dim(1)));
}

Tensor matmul_transposed(const Tensor& x, const Tensor& y) {
  return batched("matmul_transposed", x, y, true);
}

// Y = X W + b          db = column sums of dY
Tensor linear(const Tensor& x, const Tensor& weight, const Tensor& bias) {
  check_argument(x.shape().rank() >= 1 && weight.shape().rank() == 2 && x.dim(-1) == weight.dim(0),
                 "linear", "x ", x.shape(), " does not fit weight ", weight.shape());
  check_argument(bias.shape() == Shape{weight.dim(1)}, "linear", "bias ", bias.shape(),
                 " does not fit weight ", weight.shape());
  const int K = weight.dim(0), N = weight.dim(1);
  const int M = static_cast<int>(count_of(x.shape(), x.shape().rank() - 1));
  Tensor y = Tensor::uninitialised(x.shape().with_last(N));
  matmul_fast(M, N, K, rows_of(x.data(), K), rows_of(weight.data(), N), y.data(), N, Start::kZero,
              bias.data());
  return record("linear", {x, weight, bias}, y, [=] {
    const MatrixView dY = rows_of(y.grad(), N), X = rows_of(x.data(), K),
                     W = rows_of(weight.data(), N);
    if (x.requires_grad()) {
      const auto [dx, first] = x.grad_target();
      matmul_fast(M, K, N, dY, W.transposed(), dx, K, start_for(first));
    }
    if (weight.requires_grad()) {
      const auto [dw, first] = weight.grad_target();
      matmul_fast(K, N, M, X.transposed(), dY, dw, N, start_for(first));
    }
    if (bias.requires_grad()) {
      float* db = bias.grad();
      for (int m = 0; m < M; ++m) {
        const float* dy = dY.data + std::int64_t{m} * N;
        for (int n = 0; n < N; ++n) db[n] += dy[n];
      }
    }
  });
}

}  // namespace whereabouts
