#include <vector>

#include "kernels/lanes.h"
#include "ops.h"
#include "util/check.h"

namespace whereabouts {

// y[i] = table[rows[i]]          dtable[rows[i]] += dy[i]
Tensor gather_rows(const Tensor& table, std::span<const int> rows) {
  check_argument(table.shape().rank() == 2, "gather_rows", "wants a table [rows, columns], got ",
                 table.shape());
  const int R = table.dim(0), C = table.dim(1);
  for (const int row : rows) {
    check_argument(row >= 0 && row < R, "gather_rows", "row ", row,
                   " is outside a table with rows 0 .. ", R - 1);
  }
  const auto count = static_cast<std::int64_t>(rows.size());
  Tensor y = Tensor::uninitialised({count, C});
  for (std::int64_t i = 0; i < count; ++i) {
    copy_few(table.data() + std::int64_t{rows[i]} * C, C, y.data() + i * C);
  }
  return record("gather_rows", {table}, y, [=, kept = std::vector<int>(rows.begin(), rows.end())] {
    float* dtable = table.grad();
    for (std::int64_t i = 0; i < count; ++i) {
      float* to = dtable + std::int64_t{kept[i]} * C;
      const float* from = y.grad() + i * C;
      for (int c = 0; c < C; ++c) to[c] += from[c];
    }
  });
}

}  // namespace whereabouts
