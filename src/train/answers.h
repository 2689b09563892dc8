// What a model answers at the places that examples ask about.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "nn/transformer.h"
#include "text/example.h"

namespace whereabouts {

/// Logits [targets of all examples, V]. The examples must be of one length. `draw`: which random
/// positions (Positions::draw).
Tensor answers(const Transformer& model, std::span<const Example> examples, std::uint64_t draw = 0);

/// The right answers, in the order of the rows of answers().
std::vector<Token> targets_of(std::span<const Example> examples);

}  // namespace whereabouts
