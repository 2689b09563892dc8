// Protocol `blocks`: the targets of protocol `fixed`, a block of neighbouring windows at a time.
// How much the blocks differ tells how much another stretch of the text would have changed the
// figure; with it, an interval also holds for text that was not read (experiment/interval.h).
#pragma once

#include <vector>

#include "evaluate/measurement.h"

namespace whereabouts {

/// At every length, a row for each of 24 blocks (fewer if there are fewer windows), with the number
/// of its first and last window. Together they are what score_fixed() scores.
std::vector<ResultRow> blocks_rows(const Measurement& m);

}  // namespace whereabouts
