// Protocol `windows`: the text cut into windows that do not overlap, all targets scored. It is the
// number most papers print, and it carries the early-token curse: the first targets of a window
// have next to no context, and the shorter the windows, the more of the targets are first ones. So
// it improves with the length even for a model that uses nothing beyond its neighbours (Press et
// al., 2021, "Shortformer").
#pragma once

#include <span>
#include <vector>

#include "evaluate/losses.h"
#include "evaluate/measurement.h"

namespace whereabouts {

/// As much of `text` as whole windows of `longest` cover, cut into windows of `length`. Throws
/// std::invalid_argument if the text is shorter than longest + 1, or longest than length.
Score score_windows(const Transformer& model, std::span<const Token> text, int length, int longest);

/// The protocol, at every length, on the first 65,536 characters of the validation part.
std::vector<ResultRow> windows_rows(const Measurement& m);

}  // namespace whereabouts
