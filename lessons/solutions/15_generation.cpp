// Exercise 15, solved: one step of attention with a cache.
#include <algorithm>
#include <cmath>
#include <vector>

#include "../exercises/15_generation_check.h"

using namespace whereabouts;

double attend(Kept& kept, Pair query, Pair key, double value, double theta) {
  const auto i = static_cast<double>(kept.keys.size());
  kept.keys.push_back(key);
  kept.values.push_back(value);
  std::vector<double> scores;
  for (std::size_t j = 0; j < kept.keys.size(); ++j) {
    const Pair now = turned(kept.keys[j], static_cast<double>(j) * theta);
    scores.push_back(dot(turned(query, i * theta), now) / std::sqrt(2.0));
  }
  const double largest = *std::max_element(scores.begin(), scores.end());
  double sum = 0, mixed = 0;
  for (std::size_t j = 0; j < scores.size(); ++j) {
    const double weight = std::exp(scores[j] - largest);
    sum += weight;
    mixed += weight * kept.values[j];
  }
  return mixed / sum;
}

int main() {
  return examine(
      "15_generation", [](Examiner& e) { check_generation(e, attend); }, "Next: make 16");
}
