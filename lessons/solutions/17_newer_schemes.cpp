// Exercise 17, solved: KERPLE's logarithm and Sandwich.
#include <cmath>

#include "../exercises/17_newer_schemes_check.h"

using namespace whereabouts;

double kerple_log(double r1, double r2, int n) { return -r1 * std::log(1 + r2 * n); }

double sandwich(int head, int heads, int n, int dim) {
  double sum = -dim / 2.0;
  for (int k = 1; k <= dim / 2; ++k) sum += std::cos(n / std::pow(10000.0, 2.0 * k / dim));
  return sum / (8.0 * head / heads);
}

int main() {
  return examine(
      "17_newer_schemes", [](Examiner& e) { check_newer_schemes(e, kerple_log, sandwich); },
      "Next: make 18");
}
