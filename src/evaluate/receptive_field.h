// How far a model really looks: how much the loss at one character changes with each character
// before it (Chi et al., 2023, "Dissecting Transformer Length Extrapolation via the Lens of
// Receptive Field Analysis").
#pragma once

#include <span>
#include <vector>

#include "nn/transformer.h"
#include "text/text.h"

namespace whereabouts {

/// For windows of `length`, |d loss / d e_j|, where the loss is that of the last target and e_j the
/// embedded character n = 0 .. length - 1 places before the last input: averaged over the windows
/// starting at `starts`, and scaled to a sum of 1. Throws std::invalid_argument if a window does
/// not fit.
std::vector<double> receptive_field(const Transformer& model, std::span<const Token> text,
                                    std::span<const std::int64_t> starts, int length);

/// So many starts of windows of `length`, evenly from the beginning of a text of `size` characters.
std::vector<std::int64_t> even_starts(std::int64_t size, int length, int windows);

/// What of the field lies at `distance` or farther.
double share_beyond(std::span<const double> field, int distance);

/// The smallest distance within which `share` of the field lies.
int reach(std::span<const double> field, double share);

}  // namespace whereabouts
