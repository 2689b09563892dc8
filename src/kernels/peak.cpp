#include "kernels/peak.h"

#include <algorithm>
#include <chrono>

#include "kernels/lanes.h"
#include "util/buffer.h"
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

double stream_bandwidth(std::int64_t bytes) {
  using Clock = std::chrono::steady_clock;
  constexpr std::int64_t kNumbersARun = 1 << 26;  // of one array, over all its passes
  const std::int64_t count = bytes / 3 / static_cast<std::int64_t>(sizeof(float)) / kLanes * kLanes;
  const std::int64_t passes = std::max<std::int64_t>(1, kNumbersARun / count / 8);
  const Buffer a(count), b(count), y(count);
  std::fill_n(a.data(), count, 1.0f);
  std::fill_n(b.data(), count, 2.0f);
  std::fill_n(y.data(), count, 0.0f);
  double best = 0;
  for (int run = 0; run < 30; ++run) {
    const Clock::time_point start = Clock::now();
    for (std::int64_t pass = 0; pass < passes; ++pass) {
      const Lanes factor = Lanes{} + static_cast<float>(pass);
      for (std::int64_t i = 0; i < count; i += kLanes)
        store(y.data() + i, load(a.data() + i) + factor * load(b.data() + i));
      // Each pass must be seen to happen, or the compiler would keep the last one alone.
      asm volatile("" : : "r"(y.data()) : "memory");
    }
    const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
    best = std::max(best, 3.0 * sizeof(float) * static_cast<double>(count * passes) / seconds);
  }
  return best;
}

}  // namespace whereabouts
