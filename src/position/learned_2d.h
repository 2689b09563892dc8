// Learned positions of pictures: a vector for each row and one for each column, as in many models
// of images.   x_p + R[p / columns] + C[p % columns]
//
// A table with a vector for each place (`learned`) has to meet a thing at every place; here it is
// enough to meet every row and every column. This scheme is not in the table of schemes, since a
// text has no columns; lesson 16 adds it.
#pragma once

#include <algorithm>
#include <cmath>

#include "ops.h"
#include "position/scheme.h"
#include "util/check.h"

namespace whereabouts {

class Learned2d : public PositionScheme {
 public:
  static constexpr const char* kDescription =
      "a learned vector for each row and each column of a picture";
  static constexpr const char* kPaper = "Dosovitskiy et al. 2021";

  explicit Learned2d(Setup& setup)
      : columns_(setup.options.integer(
            "columns", static_cast<int>(std::ceil(std::sqrt(setup.trained_length))), 1, 1 << 16)),
        rows_((setup.trained_length + columns_ - 1) / columns_),
        clamped_(setup.options.choice("beyond", "error", {"error", "clamp"}) == "clamp"),
        row_(setup.parameters.normal("row", {rows_, setup.width}, 0.02)),
        column_(setup.parameters.normal("column", {columns_, setup.width}, 0.02)) {}
  Traits traits() const override {
    return {.absolute = true,
            .any_length = clamped_,
            .past_trained = "beyond=clamp",
            .causal_only = false};
  }
  Tensor embed(const Tensor& x, const Positions& at) const override {
    std::vector<int> row, column;
    for (const int p : at.queries) {
      check_user(clamped_ || p < rows_ * columns_, "the learned rows and columns have ",
                 rows_ * columns_, " places and the picture has a place ", p);
      row.push_back(std::min(p / columns_, rows_ - 1));
      column.push_back(p % columns_);
    }
    return add(x, add(gather_rows(row_, row), gather_rows(column_, column)));
  }

 private:
  int columns_, rows_;
  bool clamped_;
  Tensor row_, column_;
};

/// A table [rows * columns, C] of one vector for each place of a grid, for a finer grid over the
/// same picture: between the old places, linearly in both directions; corners stay corners. rows =
/// 1 is a table along a line. Throws std::invalid_argument if the table is not of that size.
inline Tensor resized_grid(const Tensor& table, int rows, int columns, int new_rows,
                           int new_columns) {
  check_argument(table.shape().rank() == 2 && table.dim(0) == rows * columns, "resized_grid",
                 "table ", table.shape(), " is not a grid of ", rows, " by ", columns);
  const std::int64_t C = table.dim(1);
  const auto place = [](int i, int count,
                        int old_count) {  // of the i-th of `count`, in the old one
    return count == 1 ? 0.0 : static_cast<double>(i) * (old_count - 1) / (count - 1);
  };
  Tensor result = Tensor::uninitialised({std::int64_t{new_rows} * new_columns, C});
  for (int r = 0; r < new_rows; ++r) {
    const double y = place(r, new_rows, rows);
    const int above = static_cast<int>(y), below = std::min(above + 1, rows - 1);
    for (int c = 0; c < new_columns; ++c) {
      const double x = place(c, new_columns, columns);
      const int left = static_cast<int>(x), right = std::min(left + 1, columns - 1);
      const auto at = [&](int row, int column, std::int64_t channel) {
        return table.data()[(row * columns + column) * C + channel];
      };
      for (std::int64_t k = 0; k < C; ++k) {
        const double top =
            at(above, left, k) + (x - left) * (at(above, right, k) - at(above, left, k));
        const double bottom =
            at(below, left, k) + (x - left) * (at(below, right, k) - at(below, left, k));
        result.data()[(std::int64_t{r} * new_columns + c) * C + k] =
            static_cast<float>(top + (y - above) * (bottom - top));
      }
    }
  }
  return result;
}

}  // namespace whereabouts
