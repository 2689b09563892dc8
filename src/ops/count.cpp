// Counting by content: what CoPE is made of.
#include <algorithm>
#include <utility>
#include <vector>

#include "ops.h"
#include "util/check.h"

namespace whereabouts {

// y_ij = sum over k = j .. last seen of x_ik          dx_ik += sum over j = 0 .. k of dy_ij
Tensor count_back(const Tensor& x, const Positions& at) {
  const auto Tq = static_cast<std::int64_t>(at.queries.size()),
             Tk = static_cast<std::int64_t>(at.keys.size());
  check(x.shape().rank() >= 2 && x.dim(-2) == Tq && x.dim(-1) == Tk, "count_back", "x ", x.shape(),
        " does not fit ", Tq, " queries and ", Tk, " keys");
  const std::int64_t rows = x.size() / Tk;
  std::vector<int> seen;
  for (int i = 0; i < Tq; ++i) seen.push_back(at.seen_by(i));
  Tensor y = Tensor::uninitialised(x.shape());
  for (std::int64_t r = 0; r < rows; ++r) {
    const float* from = x.data() + r * Tk;
    float *to = y.data() + r * Tk, total = 0;
    std::fill(to + seen[r % Tq], to + Tk, 0.0f);
    for (int j = seen[r % Tq] - 1; j >= 0; --j) to[j] = total += from[j];
  }
  return record("count_back", {x}, y, [=] {
    float* dx = x.grad();
    for (std::int64_t r = 0; r < rows; ++r) {
      const float* dy = y.grad() + r * Tk;
      float total = 0;
      for (int k = 0; k < seen[r % Tq]; ++k) dx[r * Tk + k] += total += dy[k];
    }
  });
}

// y_ij = (1 - w) x_i[floor p] + w x_i[floor p + 1],  w = p - floor p,  p = p_ij held at N - 1 at
// most dx_i[floor p] += (1 - w) dy      dx_i[floor p + 1] += w dy      dp += (x_i[floor p + 1] -
// x_i[floor p]) dy, and 0 where held
Tensor read_between(const Tensor& x, const Tensor& places) {
  const int rank = x.shape().rank();
  bool fits = rank >= 2 && places.shape().rank() == rank && x.dim(-1) >= 2;
  for (int axis = 0; fits && axis < rank - 1; ++axis) fits = x.dim(axis) == places.dim(axis);
  check(fits, "read_between", "places ", places.shape(), " do not fit x ", x.shape());
  const std::int64_t N = x.dim(-1), Tk = places.dim(-1), rows = x.size() / N;
  // The number below a place, and how far the place lies beyond it.
  const auto split = [N](float place) {
    const float held = place > 0 ? std::min(place, static_cast<float>(N - 1)) : 0.0f;
    const int below = std::min(static_cast<int>(held), static_cast<int>(N) - 2);
    return std::pair(below, held - static_cast<float>(below));
  };
  Tensor y = Tensor::uninitialised(places.shape());
  for (std::int64_t r = 0; r < rows; ++r) {
    const float *row = x.data() + r * N, *p = places.data() + r * Tk;
    for (std::int64_t j = 0; j < Tk; ++j) {
      const auto [below, w] = split(p[j]);
      y.data()[r * Tk + j] = (1 - w) * row[below] + w * row[below + 1];
    }
  }
  return record("read_between", {x, places}, y, [=] {
    float* const dx = x.requires_grad() ? x.grad() : nullptr;
    float* const dplaces = places.requires_grad() ? places.grad() : nullptr;
    for (std::int64_t r = 0; r < rows; ++r) {
      const float *row = x.data() + r * N, *p = places.data() + r * Tk, *dy = y.grad() + r * Tk;
      for (std::int64_t j = 0; j < Tk; ++j) {
        const auto [below, w] = split(p[j]);
        if (dx) {
          dx[r * N + below] += (1 - w) * dy[j];
          dx[r * N + below + 1] += w * dy[j];
        }
        if (dplaces && p[j] < static_cast<float>(N - 1))
          dplaces[r * Tk + j] += (row[below + 1] - row[below]) * dy[j];
      }
    }
  });
}

}  // namespace whereabouts
