// Exercise 11, solved: Self-Extend's distance, and the group it needs.
#include <algorithm>

#include "../exercises/11_another_distance_check.h"

using namespace whereabouts;

int self_extend(int i, int j, int window, int group) {
  if (i - j < window) return i - j;
  return i / group - j / group + window - window / group;
}

int group_needed(int length, int trained, int window) {
  int group = 1;
  while (self_extend(length - 1, 0, window, group) > trained - 1) ++group;
  return group;
}

int main() {
  return examine(
      "11_another_distance",
      [](Examiner& e) { check_another_distance(e, self_extend, group_needed); }, "Next: make 12");
}
