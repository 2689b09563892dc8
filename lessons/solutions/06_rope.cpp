// Exercise 06, solved: the rotation of RoPE.
#include <cmath>
#include <vector>

#include "../exercises/06_rope_check.h"

using namespace whereabouts;

std::vector<double> turned(const std::vector<double>& x, int position) {
  std::vector<double> result(x.size());
  for (std::size_t c = 0; c < x.size(); c += 2) {
    const double exponent = static_cast<double>(c) / static_cast<double>(x.size());
    const double angle = position * std::pow(10000.0, -exponent);
    result[c] = x[c] * std::cos(angle) - x[c + 1] * std::sin(angle);
    result[c + 1] = x[c] * std::sin(angle) + x[c + 1] * std::cos(angle);
  }
  return result;
}

int main() {
  return examine(
      "06_rope", [](Examiner& e) { check_rope(e, turned); }, "Next: make 07");
}
