// Exercise 07. Write the slopes and the bias of ALiBi.
//
//   make exercise-07
//
// builds this file and examines what you wrote. Lesson 07 has the formulas.
#include <cmath>
#include <vector>

#include "07_alibi_check.h"

using namespace whereabouts;

// The slope of each head: `heads` numbers.
//
//   H a power of two:  m_h = 2^(-8h/H), h = 1 .. H
//   any other H:       the slopes of the largest power of two P below H, and then the first, third,
//                      fifth, ... of the slopes of 2P, until there are H
std::vector<double> slopes(int heads) {
  not_written();  // put your code in the place of this line
}

// What is added to the score of a query and a key at these positions.
double bias(int query, int key, double slope) {
  not_written();  // put your code in the place of this line
}

int main() {
  return examine(
      "07_alibi", [](Examiner& e) { check_alibi(e, slopes, bias); },
      "These are the slopes that BLOOM and MPT were trained with. Next: make 08");
}
