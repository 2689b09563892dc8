// A random number generator of our own, so that a seed means the same with every compiler.
//
// xoshiro256** (Blackman and Vigna, 2018), started by splitmix64. A stream is named by (seed,
// name): two streams with different names are independent, which is why evaluation, sampling and
// logging cannot disturb training.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>

namespace whereabouts {

class Random {
 public:
  using State = std::array<std::uint64_t, 4>;

  explicit Random(std::uint64_t seed, std::string_view stream = "");

  std::uint64_t next();                      ///< 64 random bits
  double uniform();                          ///< in [0, 1), 53 bits
  double normal();                           ///< mean 0, variance 1 (Box and Muller, 1958)
  std::uint64_t below(std::uint64_t bound);  ///< 0 .. bound - 1, equally likely; throws for 0
  int between(int low, int high);            ///< low .. high, both included; throws when high < low

  /// Puts the items into a random order, each order equally likely (Fisher and Yates).
  template <class T>
  void shuffle(std::span<T> items) {
    for (std::size_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[below(i)]);
  }

  /// Everything a stream remembers, for checkpoints.
  const State& state() const { return state_; }
  void restore(const State& state) { state_ = state; }

 private:
  State state_;
};

}  // namespace whereabouts
