// Protocol `cropped`: the targets of `fixed`, but the model reads only the last characters before
// each, as many as the training length. This is the baseline of every flat curve: a model that
// gains nothing over it from a longer text does not use that text, since it could as well be cut.
#pragma once

#include <span>
#include <vector>

#include "evaluate/fixed_windows.h"
#include "evaluate/losses.h"
#include "evaluate/measurement.h"

namespace whereabouts {

/// For each target of `fixed`, the context is the last `window` characters before it, or fewer
/// where the text of `length` characters begins later. Each target is read on its own, from
/// position 0. At length <= window it equals score_fixed() up to rounding, and from
/// length = window + kTargets - 1 on it no longer depends on the length.
Score score_cropped(const Transformer& model, std::span<const Token> validation,
                    const FixedWindows& windows, int length, int window);

/// The protocol, at every length beyond the training length.
std::vector<ResultRow> cropped_rows(const Measurement& m);

}  // namespace whereabouts
