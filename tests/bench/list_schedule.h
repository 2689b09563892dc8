// What more cores would do, worked out from the time of each piece of work.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

namespace whereabouts {

/// Seconds until the last of these jobs is done, when each core that is free takes the next one in
/// their order, as parallel_for() hands them out.
inline double list_schedule(std::span<const double> seconds, int cores) {
  std::vector<double> free_at(static_cast<std::size_t>(cores), 0.0);
  for (const double job : seconds) *std::ranges::min_element(free_at) += job;
  return std::ranges::max(free_at);
}

}  // namespace whereabouts
