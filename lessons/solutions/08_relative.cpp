// Exercise 08, solved: scores by key from scores by distance, twice.
#include <vector>

#include "../exercises/08_relative_check.h"

using namespace whereabouts;

std::vector<double> by_index(const std::vector<double>& scores, int length) {
  std::vector<double> result(scores.size());
  for (int i = 0; i < length; ++i) {
    for (int j = 0; j <= i; ++j) {
      const int n = i - j;
      result[static_cast<std::size_t>(i * length + j)] =
          scores[static_cast<std::size_t>(i * length + length - 1 - n)];
    }
  }
  return result;
}

std::vector<double> by_shift(const std::vector<double>& scores, int length) {
  std::vector<double> padded;  // [length, 1 + length], which is [1 + length, length] as well
  for (int i = 0; i < length; ++i) {
    padded.push_back(0);
    for (int c = 0; c < length; ++c)
      padded.push_back(scores[static_cast<std::size_t>(i * length + c)]);
  }
  return {padded.begin() + length, padded.end()};
}

int main() {
  return examine(
      "08_relative", [](Examiner& e) { check_relative(e, by_index, by_shift); }, "Next: make 09");
}
