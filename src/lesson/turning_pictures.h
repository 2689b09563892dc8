// Rope's turning pairs as pictures and tables, for lesson 06.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "lesson/lesson.h"
#include "nn/transformer.h"

namespace whereabouts {

/// Writes turning_pairs.svg: a query of 2 or more channels at positions 0 to 5, each pair an arrow.
/// `turned(position)` gives its channels there; pair i turns by 10000^(-2i/channels) a position.
void draw_turning_pairs(const Lesson& lesson,
                        const std::function<std::vector<double>(int position)>& turned);

/// Prints how far each pair of a head of the lesson's size turns within the training length, and
/// the mean cosine of all pairs at some distances; writes turns.svg.
void show_turns(const Lesson& lesson);

/// Tells one pair after the other no distance above those of training, and prints bits per
/// character at the trained length, twice and four times it; then where the model breaks, predicted
/// by the half-turn law and measured. Returns the measured length; the longest read if there is
/// none, 0 if the scheme is not rope or the text too short.
int show_clamped_pairs(const Lesson& lesson, const Transformer& model, std::span<const Token> text);

/// Prints whether one model gives the same logits when its pairs are neighbours and when they are
/// halves, and whether it does after the columns of its queries and keys were put in that order.
void compare_layouts(std::uint64_t seed);

}  // namespace whereabouts
