// Exercise 12. Write how far a model can look, how far it does, and what short windows hide.
//
//   make exercise-12
//
// builds this file and examines what you wrote. Lesson 12 tells what each of them is for.
#include <vector>

#include "12_what_flat_loss_hides_check.h"

using namespace whereabouts;

// How many characters back an output can depend on at most: 0 would be its own input alone. In each
// of the `layers` layers, attention sees `window` characters: its own and those just before it.
int farthest(int layers, int window) {
  not_written();  // put your code in the place of this line
}

// `field` has a share for each distance 0, 1, 2, ... back, and they sum to 1. Returns the smallest
// distance within which at least `share` of it lies. Distance n is within n.
int reach_of(const std::vector<double>& field, double share) {
  not_written();  // put your code in the place of this line
}

// What protocol `windows` gives at this length: windows of `length` characters that do not overlap,
// every character scored. bits_at[p] is the mean loss at place p of a window, whatever its length.
double windows_bits(const std::vector<double>& bits_at, int length) {
  not_written();  // put your code in the place of this line
}

int main() {
  return examine(
      "12_what_flat_loss_hides",
      [](Examiner& e) { check_flat_loss(e, farthest, reach_of, windows_bits); },
      "Now you can tell what a flat curve is made of. Next: make 13");
}
