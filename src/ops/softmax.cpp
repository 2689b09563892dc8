#include <algorithm>
#include <limits>

#include "kernels/reduce.h"
#include "kernels/vector_math.h"
#include "ops.h"
#include "util/check.h"

namespace whereabouts {

// y_j = e^(x_j - max) / sum over k of e^(x_k - max)
// dx_j += y_j (dy_j - sum over k of y_k dy_k)
// Without the maximum, e^x would overflow from x = 89 on.
Tensor softmax(const Tensor& x) {
  check_argument(x.shape().rank() >= 1, "softmax", "wants at least one axis, got ", x.shape());
  const int N = x.dim(-1);
  const std::int64_t rows = N ? x.size() / N : 0;
  Tensor y = Tensor::uninitialised(x.shape());
  for (std::int64_t r = 0; r < rows; ++r) {
    const float* a = x.data() + r * N;
    float* b = y.data() + r * N;
    const float largest = largest_of(a, N);
    if (largest ==
        -std::numeric_limits<float>::infinity()) {  // nothing to attend to: zeros rather than 0/0
      std::fill_n(b, N, 0.0f);
      continue;
    }
    exp_of_differences(a, N, largest, b);
    const float total = sum_of(b, N);
    for (int j = 0; j < N; ++j) b[j] /= total;
  }
  return record("softmax", {x}, y, [=] {
    float* dx = x.grad();
    for (std::int64_t r = 0; r < rows; ++r) {
      const float *b = y.data() + r * N, *db = y.grad() + r * N;
      float* da = dx + r * N;
      const float mean = sum_over(N, [=](auto each) { return each(b) * each(db); });
      for (int j = 0; j < N; ++j) da[j] += b[j] * (db[j] - mean);
    }
  });
}

}  // namespace whereabouts
