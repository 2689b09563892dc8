// Rope's two layouts of pairs, for lesson 06.
#pragma once

#include <cstdint>

namespace whereabouts {

/// Prints whether one model gives the same logits when its pairs are neighbours and when they are
/// halves, and whether it does after the columns of its queries and keys were put in that order.
void compare_layouts(std::uint64_t seed);

}  // namespace whereabouts
