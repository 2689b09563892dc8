// Randomized positions (Ruoss et al., 2023), over any scheme: the characters of a text of length l
// are told that they stand at l different places below `limit`, in order but drawn at random for
// each training step. So every distance up to `limit` occurs in training.
//
// The paper draws in evaluation too. Ours spreads the places evenly there, which is repeatable and,
// by one report (Su, 2023), slightly better.
#pragma once

#include <algorithm>

#include "position/scheme_wrapper.h"
#include "util/check.h"
#include "util/random.h"

namespace whereabouts {

class Randomized : public SchemeWrapper {
 public:
  static constexpr const char* kDescription =
      "another scheme (over=rope), told random places of a much longer text";
  static constexpr const char* kPaper = "Ruoss et al. 2023";

  explicit Randomized(Setup& setup)
      : limit_(setup.options.integer("limit", std::max(2048, 16 * setup.trained_length),
                                     setup.trained_length, 1 << 24)) {
    // An inner scheme that has a table for the trained length needs one for all places.
    setup.trained_length = limit_;
    wrap(setup, setup.options.text("over", "rope"));
  }
  Traits traits() const override {
    Traits t = inner_->traits();
    t.absolute = t.length_dependent = true;
    return t;
  }

  Positions remap_positions(const Positions& at, std::span<const int> tokens) const override {
    const int length = std::max({at.length, at.queries.back() + 1, at.keys.back() + 1});
    std::vector<int> places(length);
    if (at.draw == 0) {  // evaluation; a text longer than the limit simply goes on beyond it
      const double apart = std::max(1.0, static_cast<double>(limit_) / length);
      for (int i = 0; i < length; ++i) places[i] = static_cast<int>(i * apart);
    } else {  // `length` of the places, each set equally likely (selection sampling, Knuth)
      check_argument(length <= limit_, "randomized", "a training window of ", length,
                     " does not fit into ", limit_, " places");
      Random random(at.draw, "randomized");
      int chosen = 0;
      for (int place = 0; chosen < length; ++place) {
        if (random.below(limit_ - place) < static_cast<std::uint64_t>(length - chosen))
          places[chosen++] = place;
      }
    }
    Positions placed = at;
    for (int& p : placed.queries) p = places[p];
    for (int& p : placed.keys) p = places[p];
    placed.length = limit_;
    return inner_->remap_positions(placed, tokens);
  }

 private:
  int limit_;
};

}  // namespace whereabouts
