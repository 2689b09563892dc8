// Exercise 07, solved: the slopes and the bias of ALiBi.
#include <cmath>
#include <cstdlib>
#include <vector>

#include "../exercises/07_alibi_check.h"

using namespace whereabouts;

std::vector<double> slopes(int heads) {
  int power = 1;
  while (2 * power <= heads) power *= 2;
  std::vector<double> result;
  for (int h = 1; h <= power; ++h) result.push_back(std::exp2(-8.0 * h / power));
  for (int h = 1; static_cast<int>(result.size()) < heads; h += 2)
    result.push_back(std::exp2(-8.0 * h / (2 * power)));
  return result;
}

double bias(int query, int key, double slope) { return -slope * std::abs(query - key); }

int main() {
  return examine(
      "07_alibi", [](Examiner& e) { check_alibi(e, slopes, bias); }, "Next: make 08");
}
