#include <cmath>
#include <vector>

#include "kernels/reduce.h"
#include "kernels/vector_math.h"
#include "ops.h"
#include "util/buffer.h"
#include "util/check.h"

namespace whereabouts {

// For a row of logits x with target t:   loss = log(sum over j of e^x_j) - x_t, taken as
//   max + log(sum over j of e^(x_j - max)) - x_t,
// since a probability that has become 0 has no logarithm.
// dx_j += (softmax(x)_j - [j = t]) dloss / rows
Tensor cross_entropy(const Tensor& logits, std::span<const int> targets) {
  const int V = logits.shape().rank() ? logits.dim(-1) : 0;
  const auto rows = static_cast<std::int64_t>(targets.size());
  check_argument(V > 0 && rows > 0 && logits.size() == rows * V, "cross_entropy", "logits ",
                 logits.shape(), " do not fit ", rows, " targets");
  for (const int target : targets) {
    check_argument(target >= 0 && target < V, "cross_entropy", "target ", target,
                   " is outside 0 .. ", V - 1);
  }
  Tensor log_sums = Tensor::uninitialised({rows});
  const Buffer powers(V);
  double total = 0;
  for (std::int64_t r = 0; r < rows; ++r) {
    const float* x = logits.data() + r * V;
    const float largest = largest_of(x, V);
    exp_of_differences(x, V, largest, powers.data());
    const float log_sum = largest + std::log(sum_of(powers.data(), V));
    log_sums.data()[r] = log_sum;
    total += static_cast<double>(log_sum) - x[targets[r]];
  }
  Tensor loss = Tensor::uninitialised({1});
  *loss.data() = static_cast<float>(total / static_cast<double>(rows));
  return record("cross_entropy", {logits}, loss,
                [=, kept = std::vector<int>(targets.begin(), targets.end())] {
                  const float share = *loss.grad() / static_cast<float>(rows);
                  float* dlogits = logits.grad();
                  for (std::int64_t r = 0; r < rows; ++r) {
                    const float *x = logits.data() + r * V, log_sum = log_sums.data()[r];
                    float* dx = dlogits + r * V;
#pragma omp simd
                    for (int j = 0; j < V; ++j) dx[j] += share * exp_of_difference(x[j] - log_sum);
                    dx[kept[r]] -= share;
                  }
                });
}

}  // namespace whereabouts
