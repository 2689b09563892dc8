// Hard-ALiBi (Jelassi et al., 2024): in place of ALiBi's slopes, each head has a window. A head
// sees all of its keys alike within it and none beyond; the last `free` heads see everything, as in
// `none`.
//
//   score_ij + 0 if |i - j| < m_h, else - infinity        m_h = 1, 2, 3 ... ; free heads: infinity
//
// Windows of 1, 2, 3 ... and a third of the heads free are our choice for a model this small. So
// the first head sees its own character alone, and the windows together tell the last few
// characters apart: enough to recognise a place by what stood there, which is what copying needs.
// windows=4+16 gives others. In attention to both sides a window is cut on both; that is ours, the
// paper has the past alone.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <numeric>
#include <vector>

#include "position/scheme.h"

namespace whereabouts {

class HardAlibi : public PositionScheme {
 public:
  static constexpr const char* kDescription =
      "a window for each head, with some heads that see all";
  static constexpr const char* kPaper = "Jelassi et al. 2024";

  explicit HardAlibi(Setup& setup) : heads_(setup.heads) {
    SchemeOptions& o = setup.options;
    const int free = o.integer("free", std::max(1, heads_ / 3), 0, heads_);
    windows_.resize(static_cast<std::size_t>(heads_ - free));
    std::iota(windows_.begin(), windows_.end(), 1.0);
    if (windows_.empty()) return;
    windows_ = o.numbers("windows", windows_, 1, 1 << 16);
    for (const double w : windows_)
      if (w != std::floor(w)) o.refuse("a window is a whole number of characters");
  }
  Traits traits() const override { return {.causal_only = false}; }
  ScoreTerms relative_terms(const Positions& at) const override {
    const auto windowed = static_cast<int>(windows_.size());
    return {.distance = per_distance(heads_, at, [&](int head, int n) {
              const bool seen = head >= windowed || std::abs(n) < windows_[head];
              return seen ? 0 : -std::numeric_limits<double>::infinity();
            })};
  }

 private:
  int heads_;
  std::vector<double> windows_;
};

}  // namespace whereabouts
