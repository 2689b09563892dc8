// Exercise 16, solved: a learned table, stretched over a larger picture.
#include <algorithm>
#include <vector>

#include "../exercises/16_encoders_and_images_check.h"

using namespace whereabouts;

// Where place i of `count` falls among `old_count`.
double place(int i, int count, int old_count) {
  return count == 1 ? 0.0 : static_cast<double>(i) * (old_count - 1) / (count - 1);
}

std::vector<double> stretched(const std::vector<double>& table, int rows, int columns, int new_rows,
                              int new_columns) {
  std::vector<double> result;
  const auto at = [&](int r, int c) {
    return table[static_cast<std::size_t>(std::min(r, rows - 1) * columns +
                                          std::min(c, columns - 1))];
  };
  for (int r = 0; r < new_rows; ++r) {
    for (int c = 0; c < new_columns; ++c) {
      const double y = place(r, new_rows, rows), x = place(c, new_columns, columns);
      const int above = static_cast<int>(y), left = static_cast<int>(x);
      const double v = y - above, u = x - left;
      const double upper = (1 - u) * at(above, left) + u * at(above, left + 1);
      const double lower = (1 - u) * at(above + 1, left) + u * at(above + 1, left + 1);
      result.push_back((1 - v) * upper + v * lower);
    }
  }
  return result;
}

int main() {
  return examine(
      "16_encoders_and_images", [](Examiner& e) { check_encoders_and_images(e, stretched); },
      "Next: make 17");
}
