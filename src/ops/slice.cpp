// Pieces of a text: used where no gradient is wanted, in evaluation by blocks and in generation
// with a cache.
#include <algorithm>
#include <tuple>

#include "ops.h"
#include "util/check.h"

namespace whereabouts {
namespace {

Shape with_positions(const Shape& x, int count) {
  switch (x.rank()) {
    case 2:
      return {count, x[1]};
    case 3:
      return {x[0], count, x[2]};
    default:
      return {x[0], x[1], count, x[3]};
  }
}

}  // namespace

// y[t] = x[first + t]          dx[first + t] += dy[t]
Tensor slice_positions(const Tensor& x, int first, int count) {
  check_argument(x.shape().rank() >= 2 && first >= 0 && count >= 0 && first + count <= x.dim(-2),
                 "slice_positions", "positions ", first, " .. ", first + count - 1,
                 " are not all in x ", x.shape());
  const std::int64_t T = x.dim(-2), D = x.dim(-1), outer = T * D == 0 ? 0 : x.size() / (T * D),
                     run = count * D;
  Tensor y = Tensor::uninitialised(with_positions(x.shape(), count));
  for (std::int64_t i = 0; i < outer; ++i)
    std::copy_n(x.data() + (i * T + first) * D, run, y.data() + i * run);
  return record("slice_positions", {x}, y, [=] {
    float* dx = x.grad();
    for (std::int64_t i = 0; i < outer; ++i) {
      for (std::int64_t j = 0; j < run; ++j) dx[(i * T + first) * D + j] += y.grad()[i * run + j];
    }
  });
}

Tensor concatenate_positions(const Tensor& x, const Tensor& y) {
  const int rank = x.shape().rank();
  check_argument(
      rank >= 2 && y.shape() == with_positions(x.shape(), y.shape().rank() == rank ? y.dim(-2) : 0),
      "concatenate_positions", "y ", y.shape(), " does not continue x ", x.shape());
  const std::int64_t D = x.dim(-1), first = x.dim(-2) * D, second = y.dim(-2) * D,
                     outer = D == 0 ? 0 : (x.size() + y.size()) / (first + second);
  Tensor z = Tensor::uninitialised(with_positions(x.shape(), x.dim(-2) + y.dim(-2)));
  for (std::int64_t i = 0; i < outer; ++i) {
    float* to = z.data() + i * (first + second);
    std::copy_n(x.data() + i * first, first, to);
    std::copy_n(y.data() + i * second, second, to + first);
  }
  return record("concatenate_positions", {x, y}, z, [=] {
    for (const auto& [part, offset, run] :
         {std::tuple(x, std::int64_t{0}, first), std::tuple(y, first, second)}) {
      if (!part.requires_grad()) continue;
      float* d = part.grad();
      for (std::int64_t i = 0; i < outer; ++i) {
        for (std::int64_t j = 0; j < run; ++j)
          d[i * run + j] += z.grad()[i * (first + second) + offset + j];
      }
    }
  });
}

}  // namespace whereabouts
