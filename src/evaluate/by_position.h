// Protocol `position`: the loss as a function of the place inside a window of the longest length.
//
// It shows where a mean over the window comes from: the first characters, which have no context;
// the training length, where a scheme breaks or does not; and what lies beyond.
#pragma once

#include <span>
#include <vector>

#include "evaluate/losses.h"
#include "evaluate/measurement.h"

namespace whereabouts {

/// The targets number from .. to of every window, counted from 1: number n has n characters before
/// it.
struct PlaceScore {
  int from = 1, to = 1;
  Score score;
};

/// Windows of `length` that do not overlap. Places are taken together by quarter octaves: one by
/// one at first, 64 .. 75 and so on later.
std::vector<PlaceScore> score_by_position(const Transformer& model, std::span<const Token> text,
                                          int length);

/// The mean over the first `length` places alone; of a group that it cuts, the share before the cut
/// counts. So protocol `windows` would come out at this length if the model made nothing of what is
/// farther away than that.
double bits_of_first_places(std::span<const PlaceScore> places, int length);

/// The groups of places: the first of each, and the end.
std::vector<int> quarter_octaves(int length);

/// The protocol, at the longest length.
std::vector<ResultRow> position_rows(const Measurement& m);

}  // namespace whereabouts
