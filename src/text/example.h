// What a model is trained or tested on where not each token predicts the one after it.
#pragma once

#include <vector>

#include "text/text.h"

namespace whereabouts {

/// A sequence with some of its places to be answered.
struct Example {
  std::vector<Token> inputs;
  std::vector<int> places;     ///< in `inputs`, ascending
  std::vector<Token> targets;  ///< the right answer at each of these places
  bool operator==(const Example&) const = default;
};

}  // namespace whereabouts
