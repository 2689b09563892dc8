// Exercise 03, solved: the measure and the protocol.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "../exercises/03_train_short_test_long_check.h"

using namespace whereabouts;

double bits_per_char(const Logits& logits, const std::vector<int>& targets) {
  double nats = 0;
  for (std::size_t r = 0; r < targets.size(); ++r) {
    const std::vector<double>& x = logits[r];
    const double largest = *std::max_element(x.begin(), x.end());
    double sum = 0;
    for (const double score : x) sum += std::exp(score - largest);
    nats += largest + std::log(sum) - x[static_cast<std::size_t>(targets[r])];
  }
  return nats / static_cast<double>(targets.size()) / std::numbers::ln2;
}

double fixed_score(const Losses& losses, const std::vector<int>& ends, int length) {
  double bits = 0;
  for (const int end : ends) {
    const std::vector<double> window = losses(end - length, length);
    for (auto i = window.size() - kScored; i < window.size(); ++i) bits += window[i];
  }
  return bits / (static_cast<double>(ends.size()) * kScored);
}

int main() {
  return examine(
      "03_train_short_test_long",
      [](Examiner& e) { check_train_short_test_long(e, bits_per_char, fixed_score); },
      "Next: make 04");
}
