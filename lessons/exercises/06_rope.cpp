// Exercise 06. Write the rotation of RoPE.
//
//   make exercise-06
//
// builds this file and examines what you wrote. Lesson 06 has the formulas.
#include <cmath>
#include <vector>

#include "06_rope_check.h"

using namespace whereabouts;

// x, a query or key of d channels (an even count), as it is at this position: d numbers.
//
//   theta_i = 10000^(-2i/d)        the angle of pair i is position * theta_i
//   (x[2i], x[2i+1])  becomes  (x[2i] cos - x[2i+1] sin,  x[2i] sin + x[2i+1] cos)
std::vector<double> turned(const std::vector<double>& x, int position) {
  not_written();  // put your code in the place of this line
}

int main() {
  return examine(
      "06_rope", [](Examiner& e) { check_rope(e, turned); },
      "You have written what LLaMA, Qwen, Mistral and Gemma use. Next: make 07");
}
