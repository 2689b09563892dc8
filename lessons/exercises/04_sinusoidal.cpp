// Exercise 04. Write the sinusoidal encoding, and its shift.
//
//   make exercise-04
//
// builds this file and examines what you wrote. Lesson 04 has the formulas.
#include <cmath>
#include <vector>

#include "04_sinusoidal_check.h"

using namespace whereabouts;

// PE(position): `channels` numbers, an even count.
//
//   PE(p, 2i) = sin(p / 10000^(2i/channels))      PE(p, 2i+1) = cos(p / 10000^(2i/channels))
std::vector<double> encoding(int position, int channels) {
  not_written();  // put your code in the place of this line
}

// `address` is PE(p), but p is not told. Returns PE(p + k), which has as many channels; k may be
// negative. Each pair (sin, cos) is turned by the same angle wherever it stands.
std::vector<double> moved_on(const std::vector<double>& address, int k) {
  not_written();  // put your code in the place of this line
}

int main() {
  return examine(
      "04_sinusoidal", [](Examiner& e) { check_sinusoidal(e, encoding, moved_on); },
      "The turning of pairs that you just wrote is nearly all of rope: lesson 06. Next: make 05");
}
