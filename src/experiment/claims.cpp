#include "experiment/claims.h"

#include <algorithm>

#include "experiment/block_interval.h"
#include "util/check.h"

namespace whereabouts {

namespace {

// "2.40 ± 0.45": how far the mean over more seeds may be from this one.
std::string mean_of(const BySeed& values) {
  std::vector<std::vector<double>> seeds;
  for (const auto& [seed, value] : values) seeds.push_back({value});
  return text_of(interval_of(seeds), 2);
}

}  // namespace

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
    text =
        concat(words, " ", text_of(looked_at, 2), ", ",
               seeds == 1 ? "one seed only" : concat(seeds, " seeds, mean ", mean_of(looked_at)));
  }
  return text + more + (doubt.empty() ? "" : ". " + doubt);
}

}  // namespace whereabouts
