// Exercise 18, solved: the gates of fox and the windows of hard-alibi.
#include <cmath>
#include <vector>

#include "../exercises/18_gates_and_windows_check.h"

using namespace whereabouts;

double forgotten(const std::vector<double>& gates, int i, int j) {
  double sum = 0;
  for (int k = j + 1; k <= i; ++k) sum += std::log(gates[static_cast<std::size_t>(k)]);
  return sum;
}

bool sees(int h, int heads, int free, int n) { return h > heads - free || n < h; }

int main() {
  return examine(
      "18_gates_and_windows", [](Examiner& e) { check_gates_and_windows(e, forgotten, sees); },
      "Next: make 19");
}
