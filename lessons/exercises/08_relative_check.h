// What exercise 08 is examined by.
#pragma once

#include <functional>
#include <vector>

#include "check/exercise.h"

namespace whereabouts {

/// Both functions turn [length, length] scores by distance, the farthest first, into scores by key:
/// result[i][j] = given[i][length - 1 - (i - j)] for j <= i.
inline void check_relative(
    Examiner& examiner,
    const std::function<std::vector<double>(const std::vector<double>&, int)>& by_index,
    const std::function<std::vector<double>(const std::vector<double>&, int)>& by_shift) {
  // Row i, distance n: 10 i + n, so that a number says where it came from.
  const auto given = [](int length) {
    std::vector<double> scores;
    for (int i = 0; i < length; ++i) {
      for (int c = 0; c < length; ++c) scores.push_back(10 * i + length - 1 - c);
    }
    return scores;
  };
  // What counts: the keys that a query sees, row by row.
  const auto seen = [](const std::vector<double>& scores, int length) {
    std::vector<double> result;
    if (scores.size() != static_cast<std::size_t>(length) * static_cast<std::size_t>(length))
      return result;
    for (int i = 0; i < length; ++i) {
      for (int j = 0; j <= i; ++j)
        result.push_back(scores[static_cast<std::size_t>(i * length + j)]);
    }
    return result;
  };
  const auto expected = [](int length) {
    std::vector<double> result;
    for (int i = 0; i < length; ++i) {
      for (int j = 0; j <= i; ++j) result.push_back(10 * i + (i - j));
    }
    return result;
  };
  const std::vector<double> three = {0, 11, 10, 22, 21, 20};
  examiner.expect(
      "by index, 3 by 3: the keys each query sees", three, seen(by_index(given(3), 3), 3),
      "query i and key j are n = i - j apart, and distance n stands in column length - 1 - n");
  examiner.expect("by index, 8 by 8", expected(8), seen(by_index(given(8), 8), 8),
                  "nothing in the formula depends on the length but length - 1 - n");
  examiner.expect("by shift, 3 by 3: the keys each query sees", three,
                  seen(by_shift(given(3), 3), 3),
                  "a column of zeros on the left makes rows of length + 1; read the numbers as "
                  "length + 1 rows of `length`, and drop the first");
  examiner.expect("by shift, 1 by 1", std::vector<double>{0}, seen(by_shift(given(1), 1), 1),
                  "with one query there is one distance: 0");
  for (const int length : {2, 5, 16}) {
    const std::string size = std::to_string(length) + " by " + std::to_string(length);
    examiner.expect("both agree, " + size, seen(by_index(given(length), length), length),
                    seen(by_shift(given(length), length), length),
                    "above the diagonal they may differ: what the shift leaves there is garbage, "
                    "and the mask hides it");
  }
}

}  // namespace whereabouts
