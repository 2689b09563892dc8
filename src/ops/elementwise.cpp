// Operations that treat each number by itself.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "kernels/vector_math.h"
#include "ops.h"
#include "ops/apply.h"
#include "util/check.h"

namespace whereabouts {
namespace {

// y = f(x)          dx += derivative(x, y) dy
template <class F, class Derivative>
Tensor unary(const char* name, const Tensor& x, F f, Derivative derivative) {
  Tensor y = Tensor::uninitialised(x.shape());
  assign(y, [f, x = x.data()](std::int64_t i) { return f(x[i]); });
  return record(name, {x}, y, [=] {
    add_gradient(x, [=, x = x.data(), y_ = y.data(), dy = y.grad()](std::int64_t i) {
      return derivative(x[i], y_[i]) * dy[i];
    });
  });
}

// A column has one number for each row of x: [..., 1] beside [..., C].
bool is_column(const Tensor& x, const Tensor& y) {
  return y.size() != 1 && y.dim(-1) == 1 && x.dim(-1) != 1;
}

// Whether y may be combined with x: the axes of y are the last axes of x, but for a column's last
// one, or y is one number.
void check_fits(const char* name, const Tensor& x, const Tensor& y) {
  bool fits = y.shape().rank() <= x.shape().rank();
  for (int axis = 1; fits && axis <= y.shape().rank(); ++axis)
    fits = y.dim(-axis) == x.dim(-axis) || (axis == 1 && y.dim(-1) == 1);
  check_argument(fits || y.size() == 1, name, "y ", y.shape(), " is neither a tail of x ",
                 x.shape(), " nor a column, nor one number");
}

// Calls work(first, count, place) for each stretch of x: x[first + i] meets y[place(i)].
template <class Work>
void for_stretches(const Tensor& x, const Tensor& y, Work work) {
  if (is_column(x, y)) {
    const std::int64_t C = x.dim(-1), rows = x.size() / C;
    for (std::int64_t r = 0; r < rows; ++r)
      work(r * C, C, [place = r % y.size()](std::int64_t) { return place; });
  } else {
    const std::int64_t count = std::max<std::int64_t>(y.size(), 1), repetitions = x.size() / count;
    for (std::int64_t r = 0; r < repetitions; ++r)
      work(r * count, count, [](std::int64_t i) { return i; });
  }
}

// z = f(x, y), where y is repeated as often as needed
// dx += by_x(x, y) dz          dy += by_y(x, y) dz, summed over the repetitions
template <class F, class ByX, class ByY>
Tensor binary(const char* name, const Tensor& x, const Tensor& y, F f, ByX by_x, ByY by_y) {
  check_fits(name, x, y);
  Tensor z = Tensor::uninitialised(x.shape());
  for_stretches(x, y,
                [=, x = x.data(), b = y.data(), z = z.data()](auto first, auto count, auto place) {
                  const float* a = x + first;
                  float* c = z + first;
                  for (std::int64_t i = 0; i < count; ++i) c[i] = f(a[i], b[place(i)]);
                });
  return record(name, {x, y}, z, [=] {
    if (x.requires_grad()) {
      const auto [to, fresh] = x.grad_target();
      for_stretches(x, y,
                    [=, x = x.data(), b = y.data(), dz = z.grad(), dx = to, write = fresh](
                        auto first, auto count, auto place) {
                      const float *a = x + first, *dc = dz + first;
                      float* da = dx + first;
                      if (write) {
                        for (std::int64_t i = 0; i < count; ++i)
                          da[i] = by_x(a[i], b[place(i)]) * dc[i];
                      } else {
                        for (std::int64_t i = 0; i < count; ++i)
                          da[i] += by_x(a[i], b[place(i)]) * dc[i];
                      }
                    });
    }
    if (y.requires_grad()) {
      for_stretches(x, y,
                    [=, x = x.data(), b = y.data(), dz = z.grad(), dy = y.grad()](
                        auto first, auto count, auto place) {
                      const float *a = x + first, *dc = dz + first;
                      for (std::int64_t i = 0; i < count; ++i)
                        dy[place(i)] += by_y(a[i], b[place(i)]) * dc[i];
                    });
    }
  });
}

}  // namespace

Tensor add(const Tensor& x, const Tensor& y) {
  return binary(
      "add", x, y, [](float a, float b) { return a + b; }, [](float, float) { return 1.0f; },
      [](float, float) { return 1.0f; });
}

Tensor subtract(const Tensor& x, const Tensor& y) {
  return binary(
      "subtract", x, y, [](float a, float b) { return a - b; }, [](float, float) { return 1.0f; },
      [](float, float) { return -1.0f; });
}

Tensor multiply(const Tensor& x, const Tensor& y) {
  return binary(
      "multiply", x, y, [](float a, float b) { return a * b; }, [](float, float b) { return b; },
      [](float a, float) { return a; });
}

Tensor divide(const Tensor& x, const Tensor& y) {
  return binary(
      "divide", x, y, [](float a, float b) { return a / b; },
      [](float, float b) { return 1.0f / b; }, [](float a, float b) { return -a / (b * b); });
}

Tensor maximum(const Tensor& x, const Tensor& y) {
  const auto share = [](float a, float b) { return a > b ? 1.0f : a == b ? 0.5f : 0.0f; };
  return binary(
      "maximum", x, y, [](float a, float b) { return a >= b ? a : b; }, share,
      [=](float a, float b) { return share(b, a); });
}

Tensor scale(const Tensor& x, float factor) {
  return unary(
      "scale", x, [=](float a) { return factor * a; }, [=](float, float) { return factor; });
}

Tensor exp(const Tensor& x) {
  return unary(
      "exp", x, [](float a) { return fast_exp(a); }, [](float, float y) { return y; });
}

Tensor log1p(const Tensor& x) {
  return unary(
      "log1p", x, [](float a) { return std::log1p(a); },
      [](float a, float) { return 1.0f / (1.0f + a); });
}

Tensor rsqrt(const Tensor& x) {
  return unary(
      "rsqrt", x, [](float a) { return 1.0f / std::sqrt(a); },
      [](float, float y) { return -0.5f * y * y * y; });
}

Tensor cosine(const Tensor& x) {
  return unary(
      "cosine", x, [](float a) { return std::cos(a); },
      [](float a, float) { return -std::sin(a); });
}

Tensor sine(const Tensor& x) {
  return unary(
      "sine", x, [](float a) { return std::sin(a); }, [](float a, float) { return std::cos(a); });
}

Tensor relu(const Tensor& x) {
  return unary(
      "relu", x, [](float a) { return a > 0.0f ? a : 0.0f; },
      [](float a, float) { return a > 0.0f ? 1.0f : 0.0f; });
}

Tensor sigmoid(const Tensor& x) {
  return unary(
      "sigmoid", x, [](float a) { return sigmoid(a); },
      [](float, float y) { return y * (1.0f - y); });
}

Tensor softplus(const Tensor& x) {
  // ln(1 + e^x) = max(x, 0) + ln(1 + e^-|x|), which cannot overflow
  return unary(
      "softplus", x,
      [](float a) { return std::max(a, 0.0f) + log1p_of_share(exp_of_difference(-std::abs(a))); },
      [](float a, float) { return sigmoid(a); });
}

// With u = sqrt(2/pi) (x + 0.044715 x^3):  (1 + tanh u) / 2 = sigmoid(2u), so
//   y = x s,  s = sigmoid(2u)
//   dx += (s + x s (1 - s) 2u') dy,  u' = sqrt(2/pi) (1 + 3 * 0.044715 x^2)
// For huge x, x^3 may be infinite, but s is then exactly 0 or 1. Its neighbour u' is bounded, or
// infinity times 0 would be NaN; the bound of 30 changes nothing, since s (1 - s) is 0 from there
// on. s is kept, because working it out again takes longer than reading it.
Tensor gelu(const Tensor& x) {
  constexpr float kScale = 2.0f * 0.797884560802865f;  // 2 sqrt(2/pi)
  Tensor y = Tensor::uninitialised(x.shape()), gate = Tensor::uninitialised(x.shape());
  const float* a = x.data();
  float *const s = gate.data(), *const out = y.data();
#pragma omp simd
  for (std::int64_t i = 0; i < x.size(); ++i) {
    s[i] = sigmoid(kScale * (a[i] + 0.044715f * a[i] * a[i] * a[i]));
    out[i] = a[i] * s[i];
  }
  return record("gelu", {x}, y, [=] {
    add_gradient(x, [a = x.data(), s = gate.data(), dy = y.grad()](std::int64_t i) {
      const float bounded = std::clamp(a[i], -30.0f, 30.0f);
      const float slope = kScale * (1.0f + 3.0f * 0.044715f * bounded * bounded);
      return (s[i] + bounded * s[i] * (1.0f - s[i]) * slope) * dy[i];
    });
  });
}

// y = sum of x          dx += dy
Tensor sum(const Tensor& x) {
  Tensor y = Tensor::uninitialised({1});
  double total = 0;
  for (const float a : x.numbers()) total += a;
  *y.data() = static_cast<float>(total);
  return record("sum", {x}, y,
                [=] { add_gradient(x, [dy = *y.grad()](std::int64_t) { return dy; }); });
}

}  // namespace whereabouts
