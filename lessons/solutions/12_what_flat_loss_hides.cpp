// Exercise 12, solved: how far a model can look, how far it does, and what short windows hide.
#include <numeric>
#include <vector>

#include "../exercises/12_what_flat_loss_hides_check.h"

using namespace whereabouts;

int farthest(int layers, int window) { return layers * (window - 1); }

int reach_of(const std::vector<double>& field, double share) {
  const int last = static_cast<int>(field.size()) - 1;
  int n = 0;
  double within = field[0];
  while (within < share && n < last) within += field[++n];
  return n;
}

double windows_bits(const std::vector<double>& bits_at, int length) {
  return std::accumulate(bits_at.begin(), bits_at.begin() + length, 0.0) / length;
}

int main() {
  return examine(
      "12_what_flat_loss_hides",
      [](Examiner& e) { check_flat_loss(e, farthest, reach_of, windows_bits); }, "Next: make 13");
}
