#include "evaluate/claims.h"

#include <algorithm>

namespace whereabouts {

const char* name_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::kHolds:
      return "holds here";
    case Verdict::kDoesNotHold:
      return "does not hold here";
    case Verdict::kUndecided:
      return "not decided by these seeds";
    case Verdict::kCannotBeTested:
      return "cannot be tested at this size";
    default:
      return "not measured yet";
  }
}

Verdict judged_below(const std::vector<double>& values, double limit) {
  if (values.empty()) return Verdict::kNotMeasured;
  const auto below = std::ranges::count_if(values, [&](double v) { return v <= limit; });
  if (below == static_cast<std::ptrdiff_t>(values.size())) return Verdict::kHolds;
  return below == 0 ? Verdict::kDoesNotHold : Verdict::kUndecided;
}

}  // namespace whereabouts
