// Schemes that add a number for the distance beside those that do not, for lesson 17.
#pragma once

#include <string>
#include <vector>

#include "evaluate/result_row.h"
#include "lesson/lesson.h"
#include "nn/transformer.h"

namespace whereabouts {

/// Whether a scheme of lesson 17 adds a bias to the scores: kerple, fire and sandwich do.
bool is_bias(const std::string& scheme);

/// Prints what each of the biases has learned to add, by head and distance, and writes a picture of
/// each, adds_NAME.svg; other models are passed over.
void draw_biases(const Lesson& lesson, const std::vector<Transformer>& models, const Text& text);

/// Bits per character by length in two plots, since twelve curves in one are too many: biases, and
/// the others. Prints both, writes gap_biases.svg and gap_others.svg, and returns the names of
/// those that were written, each with a space before it.
std::string show_biases_and_others(const Lesson& lesson, const std::vector<ResultRow>& rows);

}  // namespace whereabouts
