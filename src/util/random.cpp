#include "util/random.h"

#include <bit>
#include <cmath>
#include <numbers>

#include "util/check.h"
#include "util/checksum.h"

namespace whereabouts {
namespace {

std::uint64_t splitmix64(std::uint64_t& x) {
  std::uint64_t z = (x += 0x9E3779B97F4A7C15ull);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
  return z ^ (z >> 31);
}

}  // namespace

Random::Random(std::uint64_t seed, std::string_view stream) {
  std::uint64_t x = seed;
  x = splitmix64(x) ^ checksum(stream);
  for (std::uint64_t& word : state_) word = splitmix64(x);
}

std::uint64_t Random::next() {
  const std::uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
  const std::uint64_t t = state_[1] << 17;
  state_[2] ^= state_[0];
  state_[3] ^= state_[1];
  state_[1] ^= state_[2];
  state_[0] ^= state_[3];
  state_[2] ^= t;
  state_[3] = std::rotl(state_[3], 45);
  return result;
}

double Random::uniform() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }

double Random::normal() {
  const double u = 1.0 - uniform();  // in (0, 1], so that the logarithm is finite
  const double angle = 2.0 * std::numbers::pi * uniform();
  return std::sqrt(-2.0 * std::log(u)) * std::cos(angle);
}

std::uint64_t Random::below(std::uint64_t bound) {
  check_argument(bound > 0, "Random::below", "the bound must be at least 1, got 0");
  // Draws from the incomplete last stretch are thrown away, or the low values would be likelier.
  const std::uint64_t first_fair = (0 - bound) % bound;
  std::uint64_t draw = next();
  while (draw < first_fair) draw = next();
  return draw % bound;
}

int Random::between(int low, int high) {
  check_argument(low <= high, "Random::between", "low ", low, " is above high ", high);
  const auto width = static_cast<std::uint64_t>(static_cast<std::int64_t>(high) - low) + 1;
  return static_cast<int>(low + static_cast<std::int64_t>(below(width)));
}

}  // namespace whereabouts
