// Operations that only move numbers to other places; their derivatives move them back.
#include <algorithm>

#include "kernels/lanes.h"
#include "ops.h"
#include "util/check.h"

namespace whereabouts {
namespace {

// Calls move(packed offset, head offset) for each run of D numbers: packed [B, T, row], split [B,
// H, T, D].
template <class Move>
void for_each_head_row(int B, int T, int H, int D, std::int64_t row, std::int64_t column,
                       Move move) {
  for (int b = 0; b < B; ++b) {
    for (int h = 0; h < H; ++h) {
      for (int t = 0; t < T; ++t) {
        move((std::int64_t{b} * T + t) * row + column + std::int64_t{h} * D,
             ((std::int64_t{b} * H + h) * T + t) * D);
      }
    }
  }
}

}  // namespace

Tensor split_heads(const Tensor& x, int heads, int part, int parts) {
  check_argument(x.shape().rank() == 3 && heads > 0 && parts > 0 && x.dim(2) % (heads * parts) == 0,
                 "split_heads", "x ", x.shape(), " can not be cut into ", parts, " parts of ",
                 heads, " heads");
  check_argument(part >= 0 && part < parts, "split_heads", "there is no part ", part, " of ",
                 parts);
  const int B = x.dim(0), T = x.dim(1), row = x.dim(2), C = row / parts, D = C / heads;
  Tensor y = Tensor::uninitialised({B, heads, T, D});
  for_each_head_row(
      B, T, heads, D, row, std::int64_t{part} * C,
      [from = x.data(), to = y.data(), D](auto i, auto j) { copy_few(from + i, D, to + j); });
  return record("split_heads", {x}, y, [=] {
    // The parts together write all of dx, so only the first of them has to clear it.
    for_each_head_row(B, T, heads, D, row, std::int64_t{part} * C,
                      [dx = x.grad(), dy = y.grad(), D](auto i, auto j) {
                        for (int d = 0; d < D; ++d) dx[i + d] += dy[j + d];
                      });
  });
}

Tensor merge_heads(const Tensor& x) {
  check_argument(x.shape().rank() == 4, "merge_heads", "wants [B, H, T, D], got ", x.shape());
  const int B = x.dim(0), H = x.dim(1), T = x.dim(2), D = x.dim(3);
  Tensor y = Tensor::uninitialised({B, T, std::int64_t{H} * D});
  for_each_head_row(
      B, T, H, D, std::int64_t{H} * D, 0,
      [from = x.data(), to = y.data(), D](auto i, auto j) { copy_few(from + j, D, to + i); });
  return record("merge_heads", {x}, y, [=] {
    for_each_head_row(B, T, H, D, std::int64_t{H} * D, 0,
                      [dx = x.grad(), dy = y.grad(), D](auto i, auto j) {
                        for (int d = 0; d < D; ++d) dx[j + d] += dy[i + d];
                      });
  });
}

Tensor transpose(const Tensor& x) {
  check_argument(x.shape().rank() == 2, "transpose", "wants a matrix, got ", x.shape());
  const int M = x.dim(0), N = x.dim(1);
  Tensor y = Tensor::uninitialised({N, M});
  for (int m = 0; m < M; ++m) {
    for (int n = 0; n < N; ++n)
      y.data()[std::int64_t{n} * M + m] = x.data()[std::int64_t{m} * N + n];
  }
  return record("transpose", {x}, y, [=] {
    float* dx = x.grad();
    for (int m = 0; m < M; ++m) {
      for (int n = 0; n < N; ++n) dx[std::int64_t{m} * N + n] += y.grad()[std::int64_t{n} * M + m];
    }
  });
}

}  // namespace whereabouts
