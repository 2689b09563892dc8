#include "experiment/claims.h"

#include <algorithm>

#include "experiment/block_interval.h"
#include "util/check.h"

namespace whereabouts {

const char* name_of(Verdict verdict) {
  constexpr const char* kNames[] = {"holds here", "does not hold here",
                                    "not decided by these seeds", "cannot be tested at this size",
                                    "not measured yet"};
  return kNames[static_cast<int>(verdict)];
}

Verdict Claim::verdict() const {
  if (!limit) return Verdict::kCannotBeTested;
  if (looked_at.empty()) return Verdict::kNotMeasured;
  if (!doubt.empty()) return Verdict::kUndecided;
  const auto kept = std::ranges::count_if(
      looked_at, [&](const auto& seed) { return limit->keeps(seed.second, limit->limit); });
  if (kept == std::ssize(looked_at)) return Verdict::kHolds;
  return kept == 0 ? Verdict::kDoesNotHold : Verdict::kUndecided;
}

std::string Claim::figure() const {
  if (verdict() == Verdict::kNotMeasured) return "";
  std::string text;
  if (!words.empty()) {
    const std::size_t seeds = looked_at.size();
    text = concat(words, " ", text_of(looked_at, 2), ", ",
                  seeds == 1 ? "one seed only"
                             : concat(seeds, " seeds, mean ",
                                      text_of(interval_over_seeds(without_seeds(looked_at)), 2)));
  }
  return text + more + (doubt.empty() ? "" : ". " + doubt);
}

}  // namespace whereabouts
