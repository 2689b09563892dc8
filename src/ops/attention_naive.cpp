#include <cmath>

#include "ops/attention.h"

namespace whereabouts {

Tensor attention_naive(const Tensor& query, const Tensor& key, const Tensor& value,
                       const Positions& at, const ScoreTerms& terms, const Tensor& pairs) {
  const int B = query.dim(0), H = query.dim(1), Tq = query.dim(2), Tk = key.dim(2),
            D = query.dim(3);
  const double scale = terms.scale != 0 ? terms.scale : 1 / std::sqrt(static_cast<double>(D));
  Tensor output({B, Tq, std::int64_t{H} * D});
  for (int b = 0; b < B; ++b) {
    for (int h = 0; h < H; ++h) {
      const auto row = [&](const Tensor& x, int t) {
        return x.data() + ((std::int64_t{b} * H + h) * x.dim(2) + t) * D;
      };
      const auto relative = [&](const RelativeTable& r, int n) {
        return r.table.data() +
               ((r.table.dim(0) == 1 ? 0 : h) * r.table.dim(1) + r.row_of[n - at.nearest()]) * D;
      };
      const auto dot = [D](const float* x, const float* y) {
        double sum = 0;
        for (int d = 0; d < D; ++d) sum += static_cast<double>(x[d]) * y[d];
        return sum;
      };
      for (int i = 0; i < Tq; ++i) {
        const int seen = at.seen_by(i);
        std::vector<double> weight(seen);
        double largest = -INFINITY, total = 0;
        for (int j = 0; j < seen; ++j) {
          const int n = at.queries[i] - at.keys[j];
          double product = dot(row(query, i), row(key, j));
          if (terms.keys) product += dot(row(query, i), relative(terms.keys, n));
          if (terms.queries) product += dot(row(key, j), relative(terms.queries, n));
          weight[j] = product * scale;
          if (terms.distance)
            weight[j] += terms.distance.data()[h * at.distances() + n - at.nearest()];
          if (pairs)
            weight[j] +=
                pairs.data()[((pairs.shape().rank() == 3 ? h : b * H + h) * std::int64_t{Tq} + i) *
                                 Tk +
                             j];
          largest = std::max(largest, weight[j]);
        }
        for (double& w : weight) total += w = std::exp(w - largest);
        float* out = output.data() + (std::int64_t{b} * Tq + i) * H * D + std::int64_t{h} * D;
        for (int d = 0; d < D; ++d) {
          double sum = 0;
          for (int j = 0; j < seen; ++j) {
            double v = row(value, j)[d];
            if (terms.values) v += relative(terms.values, at.queries[i] - at.keys[j])[d];
            sum += weight[j] / total * v;
          }
          out[d] = static_cast<float>(sum);
        }
      }
    }
  }
  return output;
}

}  // namespace whereabouts
