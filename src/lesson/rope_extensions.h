// Rope with other frequencies, for lesson 10: what they are, and one trained rope read with them,
// as it is and after a little more training.
#pragma once

#include <string>
#include <vector>

#include "evaluate/result_row.h"
#include "lesson/lesson.h"

namespace whereabouts {

/// The frequencies of one method, one a pair, in radians a position.
struct NamedFrequencies {
  std::string name;
  std::vector<double> theta;
};

/// Of the frequencies `theta` of a rope that is trained on 64 characters and is to read 256, prints
/// a row for each pair: how many characters a turn takes, how many turns fit into 64, and for each
/// of four methods the new frequency over the old. Draws pairs.svg, the cosine of each pair's angle
/// at positions 0 to 256, and slowed.svg, the last columns of the table as a heat map. Throws
/// std::out_of_range if a method has fewer pairs than `theta`.
void show_frequencies(const Lesson& lesson, const std::vector<double>& theta,
                      const std::vector<NamedFrequencies>& methods);

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
