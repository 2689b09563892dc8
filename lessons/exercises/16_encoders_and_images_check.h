// What exercise 16 is examined by.
#pragma once

#include <functional>
#include <limits>
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
  const auto of = [&](const Row& table, int rows, int columns, int new_rows, int new_columns) {
    return [=, &stretched] { return stretched(table, rows, columns, new_rows, new_columns); };
  };
  const double nan = std::numeric_limits<double>::quiet_NaN();
  examiner.expect(
      "the same size: nothing changes", {1, 2, 3, 4, 5, 6}, of({1, 2, 3, 4, 5, 6}, 2, 3, 2, 3),
      "each new place falls on an old one",
      {{{1, 2, 3, 3, 4, 5}, "place (r, c) of the old grid is number r * columns + c"},
       {{1, 4, 2, 5, 3, 6}, "the result goes row by row: the columns are the inner loop"},
       {{}, "return new_rows * new_columns numbers"}});
  examiner.expect(
      "a line of 2 places, for 5", {0, 1, 2, 3, 4}, of({0, 4}, 1, 2, 1, 5),
      "the first and the last stay, and between them the steps are equal",
      {{{nan, nan, nan, nan, nan},
        "0 / 0: along a direction with a single place, everything falls on it"},
       {{0, 1.6, 3.2, 4, 4}, "there is 1 step between 2 old places, and 4 between 5 new ones"},
       {{0, 0.4, 2, 3.6, 4},
        "corners must stay corners: here the edges of the places meet, and not their middles"},
       {{0, 0, 0, 0, 4},
        "places are rounded down, or divided as whole numbers: in C++ 1 / 4 is 0, but 1.0 / 4 is "
        "not"},
       {{0, 0, 4, 4, 4}, "the nearest old place is taken: mix the two on either side"},
       {{4, 3, 2, 1, 4}, "the shares are exchanged: a quarter of the way is three quarters left"}});
  examiner.expect(
      "a column of 2 places, for 3", {0, 2, 4}, of({0, 4}, 2, 1, 3, 1),
      "rows are stretched as columns are, and a single column stays",
      {{{nan, nan, nan}, "0 / 0: along a direction with a single place, everything falls on it"},
       {{0, 0, 4}, "rows are not mixed: take the share between above and below too"}});
  examiner.expect("2 by 2, for 3 by 3", {0, 1, 2, 2, 3, 4, 4, 5, 6}, of({0, 2, 4, 6}, 2, 2, 3, 3),
                  "the middle is the mean of all four: between left and right first, then between "
                  "above and below",
                  {{{0, 0.75, 1.5, 2.25, 3, 3.75, 4.5, 5.25, 6},
                    "the table is stretched as one line of 4 places: rows and columns are "
                    "stretched each by itself"},
                   {{0, 2, 4, 1, 3, 5, 2, 4, 6},
                    "rows and columns of the result are exchanged: it goes row by row"}});
  examiner.expect("2 by 3, for 3 by 5", {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14},
                  of({0, 2, 4, 10, 12, 14}, 2, 3, 3, 5),
                  "place (r, c) of the old grid is number r * columns + c");
  examiner.expect("2 by 2, for 3 by 3, with a twist", {0, 0.5, 1, 0.5, 0.5, 0.5, 1, 0.5, 0},
                  of({0, 1, 1, 0}, 2, 2, 3, 3),
                  "take the share in both directions: bilinear, not the nearest",
                  {{{0, 0.5, 1, 0.5, 0, 0.5, 1, 0.5, 0},
                    "the middle is mixed of two corners only: mix all four"},
                   {{0, 0.5, 1, 0.5, 1, 0.5, 1, 0.5, 0},
                    "the middle is mixed of two corners only: mix all four"}});
}

}  // namespace whereabouts
