// Exercise 04, solved: the sinusoidal encoding, and its shift.
#include <cmath>
#include <vector>

#include "../exercises/04_sinusoidal_check.h"

using namespace whereabouts;

double frequency(std::size_t even_channel, std::size_t channels) {
  return 1 / std::pow(10000.0, static_cast<double>(even_channel) / static_cast<double>(channels));
}

std::vector<double> encoding(int position, int channels) {
  const auto d = static_cast<std::size_t>(channels);
  std::vector<double> row(d);
  for (std::size_t c = 0; c < d; c += 2) {
    row[c] = std::sin(position * frequency(c, d));
    row[c + 1] = std::cos(position * frequency(c, d));
  }
  return row;
}

std::vector<double> moved_on(const std::vector<double>& address, int k) {
  std::vector<double> row(address.size());
  for (std::size_t c = 0; c < address.size(); c += 2) {
    const double angle = k * frequency(c, address.size());
    row[c] = address[c] * std::cos(angle) + address[c + 1] * std::sin(angle);
    row[c + 1] = address[c + 1] * std::cos(angle) - address[c] * std::sin(angle);
  }
  return row;
}

int main() {
  return examine(
      "04_sinusoidal", [](Examiner& e) { check_sinusoidal(e, encoding, moved_on); },
      "Next: make 05");
}
