// Exercise 16. Stretch a learned table over a larger picture.
//
//   make exercise-16
//
// builds this file and examines what you wrote.
#include <algorithm>
#include <vector>

#include "16_encoders_and_images_check.h"

using namespace whereabouts;

// `table` has one number for each place of a grid (a model has one vector, each channel of which is
// treated so), row by row. Returns the table of a grid of new_rows by new_columns over the same
// picture: its corners are the old corners, and what falls between four old places is mixed from
// them, linearly in both directions. Along a direction with a single place, everything falls on it.
std::vector<double> stretched(const std::vector<double>& table, int rows, int columns, int new_rows,
                              int new_columns) {
  not_written();  // put your code in the place of this line
}

int main() {
  return examine(
      "16_encoders_and_images", [](Examiner& e) { check_encoders_and_images(e, stretched); },
      "Every image model that met a larger picture did this. Next: make 17");
}
