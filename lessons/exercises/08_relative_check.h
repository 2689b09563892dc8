// What exercise 08 is examined by.
#pragma once

#include <functional>
#include <iterator>
#include <string>
#include <vector>

#include "check/exercise.h"

namespace whereabouts {

/// Both functions turn [length, length] scores by distance, the farthest first, into scores by key:
/// result[i][j] = given[i][length - 1 - (i - j)] for j <= i.
inline void check_relative(
    Examiner& examiner,
    const std::function<std::vector<double>(const std::vector<double>&, int)>& by_index,
    const std::function<std::vector<double>(const std::vector<double>&, int)>& by_shift) {
  // Row i, distance n: 10 (i + 1) + n, so that a number says where it came from.
  const auto given = [](int length) {
    std::vector<double> scores;
    for (int i = 0; i < length; ++i) {
      for (int c = 0; c < length; ++c) scores.push_back(10 * (i + 1) + length - 1 - c);
    }
    return scores;
  };
  // What counts: the keys that a query sees, row by row.
  const auto seen = [&](int length) {
    return [&by_index, &given, length] {
      const std::vector<double> scores = by_index(given(length), length);
      std::vector<double> result;
      if (std::ssize(scores) != length * length) return result;
      for (int i = 0; i < length; ++i) {
        for (int j = 0; j <= i; ++j)
          result.push_back(scores[static_cast<std::size_t>(i * length + j)]);
      }
      return result;
    };
  };
  const auto shifted = [&](int length) {
    return [&by_shift, &given, length] { return by_shift(given(length), length); };
  };
  const Mistake empty = {{}, "return length * length numbers: the row of query i is the i-th"};
  examiner.expect(
      "by index, 3 by 3: the keys each query sees", {10, 21, 20, 32, 31, 30}, seen(3),
      "query i and key j are n = i - j apart, and distance n stands in column length - 1 - n",
      {{{12, 21, 22, 30, 31, 32},
        "the farthest distance stands first: n is in column length - 1 - n, and not in column n"},
       {{10, 20, 21, 30, 31, 32},
        "this is the key's distance from position 0: its distance from query i is i - j"},
       {{12, 22, 21, 32, 31, 30},
        "these are the scores as they came: a column of them is a distance, and not a key"},
       {{10, 11, 10, 12, 11, 10}, "these are all scores of query 0: row i begins at i * length"},
       {{10, 0, 20, 0, 0, 30}, "rows and columns of the result are exchanged: [i * length + j]"},
       empty});
  examiner.expect("by index, 5 by 5", {10, 21, 20, 32, 31, 30, 43, 42, 41, 40, 54, 53, 52, 51, 50},
                  seen(5), "nothing in the formula depends on the length but length - 1 - n");

  // Above the diagonal the shift leaves zeros and numbers of the row below. The mask hides them,
  // but they tell how the result was made.
  const std::string way =
      "a column of zeros on the left makes rows of length + 1; read the numbers as length + 1 rows "
      "of `length`, and drop the first";
  examiner.expect(
      "by shift, 3 by 3", {10, 0, 22, 21, 20, 0, 32, 31, 30}, shifted(3), way,
      {{{10, 0, 0, 21, 20, 0, 32, 31, 30},
        "each key has its score, but by index: do it without one. " + way},
       {{0, 22, 21, 20, 0, 32, 31, 30, 0}, "the zeros stand on the right: put one before each row"},
       {{0, 12, 11, 10, 0, 22, 21, 20, 0}, "the last row is dropped and not the first"},
       {{0, 12, 11, 10, 0, 22, 21, 20, 0, 32, 31, 30},
        "drop the first of the length + 1 rows: the first `length` numbers"},
       {{0, 22, 21, 20, 0, 32, 31, 30}, "drop a row of `length` numbers: length + 1 are gone"},
       {{12, 11, 10, 22, 21, 20, 32, 31, 30},
        "the column of zeros is gone again: drop the first row instead"},
       {{0, 0, 12, 11, 10, 22, 21, 20, 32},
        "each row has a zero of its own: put one before each, and not all in front"},
       empty});
  examiner.expect("by shift, 1 by 1", {10}, shifted(1), "with one query there is one distance: 0");
  examiner.expect("by shift, 4 by 4", {10, 0, 23, 22, 21, 20, 0, 33, 32, 31, 30, 0, 43, 42, 41, 40},
                  shifted(4), way);
}

}  // namespace whereabouts
