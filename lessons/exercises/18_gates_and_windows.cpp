// Exercise 18. Write the gates of fox and the windows of hard-alibi.
//
//   make exercise-18
//
// builds this file and examines what you wrote. Lesson 18 has the formulas.
#include <cmath>
#include <vector>

#include "18_gates_and_windows_check.h"

using namespace whereabouts;

// What fox adds to the score of a query at i and a key at j <= i: the logarithms of all gates that
// were closed since, ln f_k for k = j+1 .. i. gates[k] is f_k, between 0 and 1.
double forgotten(const std::vector<double>& gates, int i, int j) {
  not_written();  // put your code in the place of this line
}

// Whether head h = 1 .. heads of hard-alibi sees a key n characters back. The last `free` heads see
// everything; of the others head h sees the last h characters, its own among them.
bool sees(int h, int heads, int free, int n) {
  not_written();  // put your code in the place of this line
}

int main() {
  return examine(
      "18_gates_and_windows", [](Examiner& e) { check_gates_and_windows(e, forgotten, sees); },
      "Next: make 19, and then your own in 20");
}
