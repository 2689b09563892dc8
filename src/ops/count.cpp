// Sums over keys by content: what CoPE and FoX are made of.
#include <algorithm>
#include <vector>

#include "autograd.h"
#include "ops.h"
#include "util/check.h"

namespace whereabouts {
namespace {

std::vector<int> seen_by_each(const Positions& at) {
  std::vector<int> seen;
  for (std::size_t i = 0; i < at.queries.size(); ++i)
    seen.push_back(at.seen_by(static_cast<int>(i)));
  return seen;
}

}  // namespace

// y_ij = sum over k = j .. last seen of x_ik          dx_ik += sum over j = 0 .. k of dy_ij
Tensor reverse_cumsum(const Tensor& x, const Positions& at) {
  const auto Tq = static_cast<std::int64_t>(at.queries.size()),
             Tk = static_cast<std::int64_t>(at.keys.size());
  check_argument(x.shape().rank() >= 2 && x.dim(-2) == Tq && x.dim(-1) == Tk, "reverse_cumsum",
                 "x ", x.shape(), " does not fit ", Tq, " queries and ", Tk, " keys");
  const std::int64_t rows = x.size() / Tk;
  const std::vector<int> seen = seen_by_each(at);
  Tensor y = Tensor::uninitialised(x.shape());
  // Each sum waits for the one before it, so four rows go side by side where all of them see keys.
  // Every row is still summed in its own order.
  constexpr int kTogether = 4;
  for (std::int64_t first = 0; first < rows; first += kTogether) {
    const int count = static_cast<int>(std::min<std::int64_t>(kTogether, rows - first));
    int shared = static_cast<int>(Tk);
    for (int g = 0; g < count; ++g) shared = std::min(shared, seen[(first + g) % Tq]);
    if (count < kTogether) shared = 0;
    float totals[kTogether] = {};
    const float* const from = x.data() + first * Tk;
    float* const to = y.data() + first * Tk;
    for (int g = 0; g < count; ++g) {
      const int own = seen[(first + g) % Tq];
      std::fill(to + g * Tk + own, to + (g + 1) * Tk, 0.0f);
      for (int j = own - 1; j >= shared; --j) to[g * Tk + j] = totals[g] += from[g * Tk + j];
    }
    for (int j = shared - 1; j >= 0; --j)
      for (int g = 0; g < kTogether; ++g) to[g * Tk + j] = totals[g] += from[g * Tk + j];
  }
  return record("reverse_cumsum", {x}, y, [=] {
    float* dx = x.grad();
    for (std::int64_t r = 0; r < rows; ++r) {
      const float* dy = y.grad() + r * Tk;
      float total = 0;
      for (int k = 0; k < seen[r % Tq]; ++k) dx[r * Tk + k] += total += dy[k];
    }
  });
}

// y_ij = sum over k = j+1 .. last seen of x_k          dx_k += sum over i, j = 0 .. k-1 of dy_ij
Tensor sums_after(const Tensor& x, const Positions& at) {
  const auto Tq = static_cast<std::int64_t>(at.queries.size()),
             Tk = static_cast<std::int64_t>(at.keys.size());
  check_argument(x.shape().rank() == 3 && x.dim(-1) == Tk, "sums_after", "x ", x.shape(),
                 " does not fit ", Tk, " keys");
  const std::int64_t rows = x.size() / Tk;
  const std::vector<int> seen = seen_by_each(at);
  Tensor y = Tensor::uninitialised({x.dim(0), x.dim(1), Tq, Tk});
  for (std::int64_t r = 0; r < rows; ++r) {
    const float* from = x.data() + r * Tk;
    for (std::int64_t i = 0; i < Tq; ++i) {
      float *to = y.data() + (r * Tq + i) * Tk, total = 0;
      std::fill(to + seen[i], to + Tk, 0.0f);
      for (int j = seen[i] - 1; j >= 0; --j) to[j] = total, total += from[j];
    }
  }
  return record("sums_after", {x}, y, [=] {
    float* dx = x.grad();
    for (std::int64_t r = 0; r < rows; ++r) {
      for (std::int64_t i = 0; i < Tq; ++i) {
        const float* dy = y.grad() + (r * Tq + i) * Tk;
        float total = 0;
        for (int k = 0; k < seen[i]; ++k) dx[r * Tk + k] += total, total += dy[k];
      }
    }
  });
}

// y_ij = (1 - w) x_i[floor p] + w x_i[floor p + 1],  w = p - floor p,  p = p_ij held at N - 1 at
// most dx_i[floor p] += (1 - w) dy      dx_i[floor p + 1] += w dy      dp += (x_i[floor p + 1] -
// x_i[floor p]) dy, and 0 where held
Tensor interpolate_rows(const Tensor& x, const Tensor& places, const Positions& at) {
  const int rank = x.shape().rank();
  bool fits = rank >= 2 && places.shape().rank() == rank && x.dim(-1) >= 2 &&
              places.dim(-2) == static_cast<int>(at.queries.size()) &&
              places.dim(-1) == static_cast<int>(at.keys.size());
  for (int axis = 0; fits && axis < rank - 1; ++axis) fits = x.dim(axis) == places.dim(axis);
  check_argument(fits, "interpolate_rows", "places ", places.shape(), " do not fit x ", x.shape(),
                 " or ", at.queries.size(), " queries and ", at.keys.size(), " keys");
  const int N = x.dim(-1), Tq = x.dim(-2), Tk = places.dim(-1);
  const std::int64_t rows = x.size() / N;
  const std::vector<int> seen = seen_by_each(at);
  const float last = static_cast<float>(N - 1);
  // The number below a place; the place lies w beyond it.
  const auto below = [=](float place) {
    return std::min(static_cast<int>(place > 0 ? std::min(place, last) : 0.0f), N - 2);
  };
  Tensor y = Tensor::uninitialised(places.shape());
  for (std::int64_t r = 0; r < rows; ++r) {
    const float *row = x.data() + r * N, *p = places.data() + r * Tk;
    float* to = y.data() + r * Tk;
    for (int j = 0; j < seen[r % Tq]; ++j) {
      const int k = below(p[j]);
      const float w = std::min(p[j], last) - static_cast<float>(k);
      to[j] = row[k] + w * (row[k + 1] - row[k]);
    }
    std::fill(to + seen[r % Tq], to + Tk, 0.0f);
  }
  return record("interpolate_rows", {x, places}, y, [=] {
    float* const dx = x.grad();
    float* const dplaces = places.grad();
    for (std::int64_t r = 0; r < rows; ++r) {
      const float *row = x.data() + r * N, *p = places.data() + r * Tk, *dy = y.grad() + r * Tk;
      for (int j = 0; j < seen[r % Tq]; ++j) {
        const int k = below(p[j]);
        const float w = std::min(p[j], last) - static_cast<float>(k);
        dx[r * N + k] += (1 - w) * dy[j];
        dx[r * N + k + 1] += w * dy[j];
        dplaces[r * Tk + j] += p[j] < last ? (row[k + 1] - row[k]) * dy[j] : 0.0f;
      }
    }
  });
}

}  // namespace whereabouts
