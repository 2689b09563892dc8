// One trained rope read with other frequencies, as it is and after a little more training.
#pragma once

#include <string>
#include <vector>

#include "evaluate/result_row.h"
#include "lesson/lesson.h"

namespace whereabouts {

/// Throws UserError unless the lesson has one scheme, a form of rope without scaling.
void check_plain_rope(const Settings& settings);

/// Bits per character of the same weights at each of the lesson's lengths: as rope is, and with pi,
/// ntk, dynamic-ntk and both kinds of yarn.
std::vector<ResultRow> measure_untrained(const Lesson& lesson, const Transformer& rope,
                                         const Text& text);

/// The same after `steps` of training on windows of `length` characters, with a factor that reaches
/// it and a third of the learning rate; without dynamic-ntk, whose frequencies change with every
/// length. Last comes rope after as many steps on windows of the first length, which are told that
/// a piece of the text is missing (pose).
std::vector<ResultRow> measure_tuned(const Lesson& lesson, const Transformer& rope,
                                     const Text& text, int steps, int length);

/// Prints table and plot of such rows, and up to which length each is within 0.1 bits of `at_home`;
/// writes FILE.csv and FILE.svg to the lesson's folder.
void show_extensions(const Lesson& lesson, const Text& text, const std::vector<ResultRow>& rows,
                     double at_home, const std::string& title, const std::string& file);

}  // namespace whereabouts
