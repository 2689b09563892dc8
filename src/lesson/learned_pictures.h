// What a learned table of positions looks like, for lesson 05.
#pragma once

#include "lesson/lesson.h"
#include "nn/transformer.h"

namespace whereabouts {

/// Prints how alike the rows of the table are at some distances, before training and after it, and
/// writes rows.svg, every row against every other. `trained` has the scheme learned.
void show_rows_alike(const Lesson& lesson, const Text& text, const Transformer& trained);

/// Lets texts of half the trained length stand at other rows of the table: bits per character on
/// the fixed targets when the first character is told row 0, 1, a quarter and a half of the table,
/// and with the rows in reverse order.
void show_moved_texts(const Lesson& lesson, const Text& text, const Transformer& trained);

}  // namespace whereabouts
