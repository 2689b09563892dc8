// Exercise 10, solved: the new frequencies of NTK and YaRN.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "../exercises/10_extending_rope_check.h"

using namespace whereabouts;

double ntk_base(double base, int channels, double factor) {
  return base * std::pow(factor, channels / (channels - 2.0));
}

std::vector<double> yarn(const std::vector<double>& theta, double trained_length, double factor,
                         double slow, double fast) {
  std::vector<double> result;
  for (const double t : theta) {
    const double turns = trained_length * t / (2 * std::numbers::pi);
    const double keep = std::clamp((turns - slow) / (fast - slow), 0.0, 1.0);
    result.push_back(keep * t + (1 - keep) * t / factor);
  }
  return result;
}

int main() {
  return examine(
      "10_extending_rope", [](Examiner& e) { check_extending_rope(e, ntk_base, yarn); },
      "Next: make 11");
}
