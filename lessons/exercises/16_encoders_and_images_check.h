// What exercise 16 is examined by.
#pragma once

#include <functional>
#include <vector>

#include "check/exercise.h"

namespace whereabouts {

/// `stretched(table, rows, columns, new_rows, new_columns)`: one number for each place of a grid,
/// for a larger grid over the same picture; corners stay corners.
inline void check_encoders_and_images(
    Examiner& examiner,
    const std::function<std::vector<double>(const std::vector<double>&, int, int, int, int)>&
        stretched) {
  using Row = std::vector<double>;
  examiner.expect("the same size: nothing changes", Row{1, 2, 3, 4, 5, 6},
                  stretched({1, 2, 3, 4, 5, 6}, 2, 3, 2, 3), "each new place falls on an old one");
  examiner.expect("a line of 2 places, for 5", Row{0, 1, 2, 3, 4}, stretched({0, 4}, 1, 2, 1, 5),
                  "the first and the last stay; column c of 5 falls on c (2 - 1) / (5 - 1)");
  examiner.expect("a column of 2 places, for 3", Row{0, 2, 4}, stretched({0, 4}, 2, 1, 3, 1),
                  "rows are stretched as columns are, and a single column stays");
  examiner.expect("2 by 2, for 3 by 3", Row{0, 1, 2, 2, 3, 4, 4, 5, 6},
                  stretched({0, 2, 4, 6}, 2, 2, 3, 3),
                  "the middle is the mean of all four: between left and right first, then between "
                  "above and below");
  examiner.expect("2 by 3, for 3 by 5", Row{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14},
                  stretched({0, 2, 4, 10, 12, 14}, 2, 3, 3, 5),
                  "place (r, c) of the old grid is number r * columns + c");
  examiner.expect("2 by 2, for 3 by 3, with a twist", Row{0, 0.5, 1, 0.5, 0.5, 0.5, 1, 0.5, 0},
                  stretched({0, 1, 1, 0}, 2, 2, 3, 3),
                  "take the fraction in both directions: bilinear, not the nearest");
}

}  // namespace whereabouts
