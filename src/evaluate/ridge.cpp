#include "evaluate/ridge.h"

#include <cmath>
#include <cstddef>

#include "util/check.h"

namespace whereabouts {

double LinearProbe::operator()(std::span<const float> x) const {
  double sum = offset;
  for (std::size_t c = 0; c < weights.size(); ++c) sum += weights[c] * x[c];
  return sum;
}

LinearProbe ridge(std::span<const float> x, std::span<const double> y, double lambda) {
  const std::size_t n = y.size();
  check_argument(n > 0 && !x.empty() && x.size() % n == 0 && lambda > 0, "ridge", x.size(),
                 " numbers for ", n, " rows, lambda ", lambda);
  const std::size_t C = x.size() / n;
  std::vector<double> mean(C);
  double mean_y = 0;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t c = 0; c < C; ++c) mean[c] += x[i * C + c] / static_cast<double>(n);
    mean_y += y[i] / static_cast<double>(n);
  }
  // A = X^T X + lambda, r = X^T y, with the means taken away; only the lower half of A is used.
  std::vector<double> A(C * C), w(C);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t a = 0; a < C; ++a) {
      const double xa = x[i * C + a] - mean[a];
      for (std::size_t b = 0; b <= a; ++b) A[a * C + b] += xa * (x[i * C + b] - mean[b]);
      w[a] += xa * (y[i] - mean_y);
    }
  }
  for (std::size_t c = 0; c < C; ++c) A[c * C + c] += lambda;
  // Cholesky, A = L L^T, in place; then L u = r and L^T w = u.
  for (std::size_t a = 0; a < C; ++a) {
    for (std::size_t b = 0; b <= a; ++b) {
      double sum = A[a * C + b];
      for (std::size_t k = 0; k < b; ++k) sum -= A[a * C + k] * A[b * C + k];
      A[a * C + b] = a == b ? std::sqrt(sum) : sum / A[b * C + b];
    }
  }
  for (std::size_t a = 0; a < C; ++a) {
    for (std::size_t k = 0; k < a; ++k) w[a] -= A[a * C + k] * w[k];
    w[a] /= A[a * C + a];
  }
  for (std::size_t a = C; a-- > 0;) {
    for (std::size_t k = a + 1; k < C; ++k) w[a] -= A[k * C + a] * w[k];
    w[a] /= A[a * C + a];
  }
  LinearProbe probe{w, mean_y};
  for (std::size_t c = 0; c < C; ++c) probe.offset -= w[c] * mean[c];
  return probe;
}

double r_squared(const LinearProbe& probe, std::span<const float> x, std::span<const double> y) {
  const std::size_t C = probe.weights.size();
  check_argument(!y.empty() && x.size() == y.size() * C, "r_squared", x.size(), " numbers for ",
                 y.size(), " rows of ", C);
  double mean = 0, wrong = 0, all = 0;
  for (const double value : y) mean += value / static_cast<double>(y.size());
  for (std::size_t i = 0; i < y.size(); ++i) {
    const double off = probe(x.subspan(i * C, C)) - y[i];
    wrong += off * off;
    all += (y[i] - mean) * (y[i] - mean);
  }
  return 1 - wrong / all;
}

}  // namespace whereabouts
