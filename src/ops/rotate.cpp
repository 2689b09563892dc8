#include "ops.h"
#include "util/check.h"

namespace whereabouts {
namespace {

// Which two channels of a row make a pair: neighbours, or p and p + count.
struct Pairs {
  std::int64_t rows, angle_rows;  // which are used again for every angle_rows rows
  int D, count;
  bool half_split;
};

// to_a (+)= c from_a - sign s from_b          to_b (+)= sign s from_a + c from_b
// for the pairs of every row, with a sign of -1 to turn them back; the channels that belong to no
// pair stay as they are. Which channels make a pair is known to the compiler, so that it can
// vectorise.
template <bool kHalfSplit, bool kAdd>
void turn(const Pairs& pairs, float sign, const float* from, const float* cosine, const float* sine,
          float* to) {
  const int D = pairs.D, count = pairs.count;
  for (std::int64_t r = 0; r < pairs.rows; ++r, from += D, to += D) {
    const float *c = cosine + r % pairs.angle_rows * count,
                *s = sine + r % pairs.angle_rows * count;
#pragma omp simd
    for (int p = 0; p < count; ++p) {
      const int a = kHalfSplit ? p : 2 * p, b = kHalfSplit ? p + count : 2 * p + 1;
      const float x = c[p] * from[a] - sign * s[p] * from[b];
      const float y = sign * s[p] * from[a] + c[p] * from[b];
      to[a] = kAdd ? to[a] + x : x;
      to[b] = kAdd ? to[b] + y : y;
    }
    for (int d = 2 * count; d < D; ++d) to[d] = kAdd ? to[d] + from[d] : from[d];
  }
}

template <bool kAdd>
void turn(const Pairs& pairs, float sign, const float* from, const float* cosine, const float* sine,
          float* to) {
  if (pairs.half_split) {
    turn<true, kAdd>(pairs, sign, from, cosine, sine, to);
  } else {
    turn<false, kAdd>(pairs, sign, from, cosine, sine, to);
  }
}

// dc += dy_a x_a + dy_b x_b        ds += dy_b x_a - dy_a x_b
void add_gradient_of_angles(const Pairs& pairs, const float* x, const float* dy, float* dc,
                            float* ds) {
  for (std::int64_t r = 0; r < pairs.rows; ++r, x += pairs.D, dy += pairs.D) {
    const std::int64_t first = r % pairs.angle_rows * pairs.count;
    for (int p = 0; p < pairs.count; ++p) {
      const int a = pairs.half_split ? p : 2 * p, b = pairs.half_split ? p + pairs.count : a + 1;
      if (dc) dc[first + p] += dy[a] * x[a] + dy[b] * x[b];
      if (ds) ds[first + p] += dy[b] * x[a] - dy[a] * x[b];
    }
  }
}

}  // namespace

// y_a = c x_a - s x_b            y_b = s x_a + c x_b
// dx_a += c dy_a + s dy_b        dx_b += c dy_b - s dy_a
Tensor rotate_pairs(const Tensor& x, const Tensor& cosine, const Tensor& sine, bool half_split) {
  const int rank = cosine.shape().rank();
  check_argument(x.shape().rank() >= 2 && (rank == 2 || (rank == 3 && x.shape().rank() >= 3)) &&
                     cosine.shape() == sine.shape() && cosine.dim(-2) == x.dim(-2) &&
                     (rank == 2 || cosine.dim(0) == x.dim(-3)) && 2 * cosine.dim(-1) <= x.dim(-1),
                 "rotate_pairs", "cosine ", cosine.shape(), " and sine ", sine.shape(),
                 " do not fit x ", x.shape());
  const int D = x.dim(-1), count = cosine.dim(-1);
  const Pairs pairs{D ? x.size() / D : 0, x.dim(-2) * (rank == 3 ? x.dim(-3) : 1), D, count,
                    half_split};
  Tensor y = Tensor::uninitialised(x.shape());
  turn<false>(pairs, 1, x.data(), cosine.data(), sine.data(), y.data());
  return record("rotate_pairs", {x, cosine, sine}, y, [=] {
    if (cosine.requires_grad() || sine.requires_grad()) {
      add_gradient_of_angles(pairs, x.data(), y.grad(),
                             cosine.requires_grad() ? cosine.grad() : nullptr,
                             sine.requires_grad() ? sine.grad() : nullptr);
    }
    if (!x.requires_grad()) return;
    const auto [dx, first] = x.grad_target();
    if (first) {
      turn<false>(pairs, -1, y.grad(), cosine.data(), sine.data(), dx);
    } else {
      turn<true>(pairs, -1, y.grad(), cosine.data(), sine.data(), dx);
    }
  });
}

}  // namespace whereabouts
