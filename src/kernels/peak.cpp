#include "kernels/peak.h"

#include <algorithm>
#include <chrono>

#include "kernels/lanes.h"
#include "util/parallel.h"

namespace whereabouts {
namespace {

// Enough sums in flight to hide that each takes several cycles, and few enough for the registers.
constexpr int kSums = 12;
constexpr int kRounds = 1 << 18;

float multiply_and_add(float seed) {
  Lanes sums[kSums];
  for (int i = 0; i < kSums; ++i) sums[i] = Lanes{} + (seed + static_cast<float>(i));
  const Lanes factor = Lanes{} + 0.999f, term = Lanes{} + seed;
  for (int round = 0; round < kRounds; ++round) {
#pragma GCC unroll 12
    for (int i = 0; i < kSums; ++i) sums[i] = sums[i] * factor + term;
  }
  float total = 0;
  for (int i = 0; i < kSums; ++i) total += sums[i][0];
  return total;
}

}  // namespace

double multiply_add_peak(int threads) {
  using Clock = std::chrono::steady_clock;
  const ThreadCount limit(threads);
  double best = 0;
  for (int run = 0; run < 12; ++run) {
    float total = 0;
    const Clock::time_point start = Clock::now();
#pragma omp parallel reduction(+ : total)
    total += multiply_and_add(1e-3f);
    const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
    // The sum is looked at, or the compiler would leave out the loop.
    if (total > 0) best = std::max(best, 2.0 * kSums * kLanes * kRounds * threads / seconds);
  }
  return best;
}

}  // namespace whereabouts
