// What is shown of the frequencies of rope: the turns of its pairs, and what a method for longer
// texts makes of them.
#pragma once

#include <string>
#include <vector>

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

}  // namespace whereabouts
