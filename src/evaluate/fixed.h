// Protocol `fixed`: the same target characters at every length; only the context before them grows.
//
// Averages over all targets of longer windows would compare other characters, with more context
// behind most of them, and so improve with the length for any model. Here nothing differs but the
// context.
#pragma once

#include <span>

#include "evaluate/fixed_windows.h"
#include "evaluate/losses.h"

namespace whereabouts {

/// The last FixedWindows::kTargets targets of every window, each window `length` characters long.
/// Throws std::invalid_argument if length is less than that. The same bits for any number of
/// threads.
Score score_fixed(const Transformer& model, std::span<const Token> validation,
                  const FixedWindows& windows, int length);

}  // namespace whereabouts
