// How long something takes on a machine that also does other things.
#pragma once

#include <algorithm>
#include <chrono>

namespace whereabouts {

/// Seconds of the fastest of so many runs: whatever else the machine does can only add to a time,
/// never take from it.
template <class Work>
double fastest(int runs, const Work& work) {
  double best = 1e9;
  for (int run = 0; run < runs; ++run) {
    const auto start = std::chrono::steady_clock::now();
    work();
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    best = std::min(best, took.count());
  }
  return best;
}

}  // namespace whereabouts
