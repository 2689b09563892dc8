// Exercise 10. Write the new frequencies of NTK and YaRN.
//
//   make exercise-10
//
// builds this file and examines what you wrote. Lesson 10 has the formulas.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "10_extending_rope_check.h"

using namespace whereabouts;

// The base that makes the slowest pair of `channels` channels `factor` times slower, and leaves
// theta_0 = 1 as it is:  base * factor^(d / (d - 2))
double ntk_base(double base, int channels, double factor) {
  not_written();  // put your code in the place of this line
}

// The frequencies for `factor` times the length, by the ramp of the paper. A pair that turns more
// than `fast` times within `trained_length` is kept, one that turns less than `slow` times becomes
// `factor` times slower, and in between its frequency is mixed, linearly in the number of turns.
std::vector<double> yarn(const std::vector<double>& theta, double trained_length, double factor,
                         double slow, double fast) {
  not_written();  // put your code in the place of this line
}

int main() {
  return examine(
      "10_extending_rope", [](Examiner& e) { check_extending_rope(e, ntk_base, yarn); },
      "This is what let Llama read 128 thousand tokens. Next: make 11");
}
