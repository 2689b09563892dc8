// Positional skip-wise training (PoSE; Zhu et al., 2023), over any scheme that is defined for any
// length: a short text is told that a part of it is missing. In each training step its positions
// are those of two pieces of a text of `limit` characters,
//
//   0 .. c-1   c+u .. l-1+u        c drawn from 1 .. l-1, u from 0 .. limit - l
//
// so every distance up to `limit` is met at the cost of short texts. Evaluation tells positions as
// they are. The paper trains a large model further with it, together with scaled frequencies
// (over=rope:scaling=pi:factor=4).
#pragma once

#include <algorithm>

#include "position/scheme_wrapper.h"
#include "util/random.h"

namespace whereabouts {

class Pose : public SchemeWrapper {
 public:
  static constexpr const char* kDescription =
      "another scheme (over=rope), trained as if a piece of the text were missing";
  static constexpr const char* kPaper = "Zhu et al. 2023";

  explicit Pose(Setup& setup)
      : limit_(setup.options.integer("limit", 4 * setup.trained_length, setup.trained_length,
                                     1 << 24)) {
    wrap(setup, setup.options.text("over", "rope"));
  }
  Positions remap_positions(const Positions& at, std::span<const int> tokens) const override {
    const int first = at.keys.front(), length = at.keys.back() + 1 - first;
    if (at.draw == 0 || length < 2 || length >= limit_) return inner_->remap_positions(at, tokens);
    Random random(at.draw, "pose");
    const int cut = first + random.between(1, length - 1),
              skipped = random.between(0, limit_ - length);
    Positions told = at;
    for (std::vector<int>* places : {&told.queries, &told.keys})
      for (int& p : *places) p += p >= cut ? skipped : 0;
    told.length = std::max(at.length, told.keys.back() + 1);
    return inner_->remap_positions(told, tokens);
  }

 private:
  int limit_;
};

}  // namespace whereabouts
