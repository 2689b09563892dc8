// T5's relative bias (Raffel et al., 2020): a learned number for each head and each bucket of
// distances, added to the score. All layers share them, as in the paper (not so with shared=no).
// Half of the buckets hold one distance each, the rest grow logarithmically up to max-distance:
//
//   bucket(n) = n                                                    for n < exact = buckets / 2
//   bucket(n) = exact + floor(log(n/exact) / log(max/exact) (buckets - exact)), at most buckets - 1
//
// Where a query also sees what comes later, each direction has half of the buckets.
//
// T5 itself has no 1 / sqrt(d); we keep the scaling and add the bias after it. The table starts at
// 0, and max-distance is at most the trained length, so that no bucket is met for the first time
// beyond it.
#pragma once

#include <algorithm>

#include "ops.h"
#include "position/scheme.h"
#include "util/check.h"

namespace whereabouts {

/// The bucket of distance n = query - key. The logarithm is taken in double and nudged up by 1e-9,
/// since in float a distance that lies exactly on an edge (16, 32 or 64, say) can fall just short
/// of it.
inline int t5_bucket(int n, int buckets, int max_distance, bool causal) {
  int offset = 0;
  if (!causal) {
    buckets /= 2;
    if (n < 0) offset = buckets;
    n = std::abs(n);
  }
  n = std::max(n, 0);
  const int exact = buckets / 2;
  if (n < exact) return offset + n;
  const int rest = buckets - exact;
  const double reach = rest * std::log(static_cast<double>(n) / exact) /
                       std::log(static_cast<double>(max_distance) / exact);
  return offset + exact + std::min(static_cast<int>(reach + 1e-9), rest - 1);
}

class T5 : public PositionScheme {
 public:
  static constexpr const char* kDescription =
      "a learned bias for each head and bucket of distances";
  static constexpr const char* kPaper = "Raffel et al. 2020";

  explicit T5(Setup& setup)
      : buckets_(setup.options.integer("buckets", 16, 2, 4096)),
        max_distance_(setup.options.integer("max-distance",
                                            std::max(setup.trained_length, buckets_), 2, 1 << 20)),
        table_(setup.shared_or_own().constant("bias", {buckets_, setup.heads}, 0)) {
    if (!setup.causal && buckets_ < 4) {
      setup.options.refuse(
          concat("where a query sees both sides, each has half of the buckets, so "
                 "there must be at least 4, got ",
                 buckets_));
    }
    if (buckets_ / 2 >= max_distance_) {
      setup.options.refuse("half of the " + std::to_string(buckets_) +
                           " buckets hold one distance each, so max-distance must be above " +
                           std::to_string(buckets_ / 2) + ", got " + std::to_string(max_distance_));
    }
  }
  Traits traits() const override { return {.causal_only = false}; }
  ScoreTerms relative_terms(const Positions& at) const override {
    const auto bucket = [&](int n) { return t5_bucket(n, buckets_, max_distance_, at.causal); };
    return {.distance = transpose(gather_rows(table_, row_per_distance(at, bucket)))};
  }

 private:
  int buckets_, max_distance_;
  Tensor table_;
};

}  // namespace whereabouts
