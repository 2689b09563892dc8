// Exercise 11. Write the distance that Self-Extend tells, and find the group it needs.
//
//   make exercise-11
//
// builds this file and examines what you wrote. Lesson 11 has the formulas.
#include <algorithm>

#include "11_another_distance_check.h"

using namespace whereabouts;

// What a query at place i is told of a key at place j <= i: near ones, less than `window` back, as
// they are; of the others the difference of their groups of `group` characters, moved so that it
// goes on where the near ones end:
//
//   i/group - j/group + window - window/group        each division rounded down
int self_extend(int i, int j, int window, int group) {
  not_written();  // put your code in the place of this line
}

// The smallest group with which the last of `length` characters is told no distance beyond
// `trained` - 1 of the first.
int group_needed(int length, int trained, int window) {
  not_written();  // put your code in the place of this line
}

int main() {
  return examine(
      "11_another_distance",
      [](Examiner& e) { check_another_distance(e, self_extend, group_needed); },
      "With this a model reads a longer text than it was trained on, untouched. Next: make 12");
}
