#include "ops.h"
#include "util/check.h"

namespace whereabouts {
namespace {

// Which two channels of a row make a pair.
struct Pairs {
  std::int64_t rows;
  int T, D, count;
  bool half_split;
  int a(int p) const { return half_split ? p : 2 * p; }
  int b(int p) const { return half_split ? p + count : 2 * p + 1; }
};

}  // namespace

// y_a = c x_a - s x_b            y_b = s x_a + c x_b
// dx_a += c dy_a + s dy_b        dx_b += c dy_b - s dy_a
Tensor rotate_pairs(const Tensor& x, const Tensor& cosine, const Tensor& sine, bool half_split) {
  check(x.shape().rank() >= 2 && cosine.shape().rank() == 2 && cosine.shape() == sine.shape() &&
            cosine.dim(0) == x.dim(-2) && 2 * cosine.dim(1) <= x.dim(-1),
        "rotate_pairs", "cosine ", cosine.shape(), " and sine ", sine.shape(), " do not fit x ",
        x.shape());
  const int T = x.dim(-2), D = x.dim(-1);
  const Pairs pairs{D ? x.size() / D : 0, T, D, cosine.dim(1), half_split};
  Tensor y = Tensor::uninitialised(x.shape());
  for (std::int64_t r = 0; r < pairs.rows; ++r) {
    const float *from = x.data() + r * D, *c = cosine.data() + r % T * pairs.count,
                *s = sine.data() + r % T * pairs.count;
    float* to = y.data() + r * D;
    for (int p = 0; p < pairs.count; ++p) {
      const float a = from[pairs.a(p)], b = from[pairs.b(p)];
      to[pairs.a(p)] = c[p] * a - s[p] * b;
      to[pairs.b(p)] = s[p] * a + c[p] * b;
    }
    for (int d = 2 * pairs.count; d < D; ++d) to[d] = from[d];
  }
  return record("rotate_pairs", {x}, y, [=] {
    float* dx = x.grad();
    for (std::int64_t r = 0; r < pairs.rows; ++r) {
      const float *from = y.grad() + r * D, *c = cosine.data() + r % T * pairs.count,
                  *s = sine.data() + r % T * pairs.count;
      float* to = dx + r * D;
      for (int p = 0; p < pairs.count; ++p) {
        const float a = from[pairs.a(p)], b = from[pairs.b(p)];
        to[pairs.a(p)] += c[p] * a + s[p] * b;
        to[pairs.b(p)] += c[p] * b - s[p] * a;
      }
      for (int d = 2 * pairs.count; d < D; ++d) to[d] += from[d];
    }
  });
}

}  // namespace whereabouts
