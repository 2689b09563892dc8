#include <cmath>

#include "kernels/reduce.h"
#include "ops.h"
#include "ops/apply.h"
#include "util/check.h"

namespace whereabouts {

// y = g h + b with h = (x - mean) / deviation, deviation = sqrt(variance + eps), over the last axis
// dg += h dy          db += dy
// dx += (dh - mean(dh) - h mean(dh h)) / deviation, with dh = g dy
Tensor layer_norm(const Tensor& x, const Tensor& gain, const Tensor& bias) {
  const int C = x.shape().rank() ? x.dim(-1) : 0;
  check_argument(C > 0 && gain.shape() == Shape{C} && bias.shape() == Shape{C}, "layer_norm",
                 "gain ", gain.shape(), " and bias ", bias.shape(), " do not fit x ", x.shape());
  const std::int64_t rows = x.size() / C;
  Tensor y = Tensor::uninitialised(x.shape());
  Tensor means = Tensor::uninitialised({rows}),
         inverses = Tensor::uninitialised({rows});  // for the derivative
  const float *g = gain.data(), *b = bias.data();
  for (std::int64_t r = 0; r < rows; ++r) {
    const float* a = x.data() + r * C;
    float* out = y.data() + r * C;
    const float mean = sum_of(a, C) / static_cast<float>(C);
    const float squares =
        sum_over(C, [=](auto each) { return (each(a) - mean) * (each(a) - mean); });
    const float inverse = 1.0f / std::sqrt(squares / static_cast<float>(C) + 1e-5f);
    for (int c = 0; c < C; ++c) out[c] = (a[c] - mean) * inverse * g[c] + b[c];
    means.data()[r] = mean;
    inverses.data()[r] = inverse;
  }
  return record("layer_norm", {x, gain, bias}, y, [=] {
    const bool wants_x = x.requires_grad();
    const Tensor::GradTarget dx = wants_x ? x.grad_target() : Tensor::GradTarget{nullptr, true};
    float* const dg = gain.requires_grad() ? gain.grad() : nullptr;
    float* const db = bias.requires_grad() ? bias.grad() : nullptr;
    const float* weight = gain.data();
    for (std::int64_t r = 0; r < rows; ++r) {
      const float *a = x.data() + r * C, *dy = y.grad() + r * C;
      const float mean = means.data()[r], inverse = inverses.data()[r];
      if (dg) {
        for (int c = 0; c < C; ++c) dg[c] += (a[c] - mean) * inverse * dy[c];
      }
      if (db) {
        for (int c = 0; c < C; ++c) db[c] += dy[c];
      }
      if (!wants_x) continue;
      const float sum_dh = sum_over(C, [=](auto each) { return each(weight) * each(dy); });
      const float sum_dh_h =
          sum_over(C, [=](auto each) { return each(weight) * each(dy) * (each(a) - mean); });
      const float mean_dh = sum_dh / static_cast<float>(C);
      const float slope = sum_dh_h * inverse * inverse / static_cast<float>(C);
      float* da = dx.numbers + r * C;
      if (dx.first) {
        for (int c = 0; c < C; ++c)
          da[c] = (weight[c] * dy[c] - mean_dh - (a[c] - mean) * slope) * inverse;
      } else {
        for (int c = 0; c < C; ++c)
          da[c] += (weight[c] * dy[c] - mean_dh - (a[c] - mean) * slope) * inverse;
      }
    }
  });
}

// y = mean of a row of x          dx += dy / C
Tensor mean_last(const Tensor& x) {
  const int C = x.shape().rank() ? x.dim(-1) : 0;
  check_argument(C > 0, "mean_last", "wants at least one number in a row, got ", x.shape());
  const std::int64_t rows = x.size() / C;
  const float share = 1.0f / static_cast<float>(C);
  Tensor y = Tensor::uninitialised(x.shape().with_last(1));
  for (std::int64_t r = 0; r < rows; ++r) y.data()[r] = sum_of(x.data() + r * C, C) * share;
  return record("mean_last", {x}, y, [=] {
    add_gradient(x, [=, dy = y.grad()](std::int64_t i) { return dy[i / C] * share; });
  });
}

}  // namespace whereabouts
