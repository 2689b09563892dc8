// What exercise 15 is examined by.
#pragma once

#include <cmath>
#include <functional>
#include <vector>

#include "check/exercise.h"

namespace whereabouts {

struct Pair {
  double x = 0, y = 0;
};
inline Pair turned(Pair p, double angle) {
  const double c = std::cos(angle), s = std::sin(angle);
  return {p.x * c - p.y * s, p.x * s + p.y * c};
}
inline double dot(Pair a, Pair b) { return a.x * b.x + a.y * b.y; }

/// The cache of one head: a key and a value for each character so far.
struct Kept {
  std::vector<Pair> keys;
  std::vector<double> values;
};
using Attend = std::function<double(Kept&, Pair query, Pair key, double value, double theta)>;

/// Eight characters, and what a head gives for each of them, with a cache and without.
struct ShortText {
  std::vector<Pair> queries, keys;
  std::vector<double> values;

  ShortText() {
    for (int i = 0; i < 8; ++i) {
      queries.push_back({2 * std::cos(1.7 * i), 2 * std::sin(2.3 * i)});
      keys.push_back({2 * std::sin(0.9 * i + 1), 2 * std::cos(3.1 * i)});
      values.push_back(i * i % 5 - 1.5);
    }
  }
  /// The output at place i of a text that ends there, everything computed afresh.
  double afresh(int i, double theta) const {
    double sum = 0, mixed = 0;
    for (int j = 0; j <= i; ++j) {
      // What counts is the offset: q . R((j - i) theta) k.
      const double weight =
          std::exp(dot(queries[i], turned(keys[j], (j - i) * theta)) / std::sqrt(2.0));
      sum += weight;
      mixed += weight * values[j];
    }
    return mixed / sum;
  }
};

/// `attend(kept, query, key, value, theta)` keeps the new key and value and returns the output.
inline void check_generation(Examiner& examiner, const Attend& attend) {
  const ShortText text;
  const auto written = [&](Kept& kept, const std::function<double(int)>& theta) {
    std::vector<double> outputs;
    for (int i = 0; i < 8; ++i)
      outputs.push_back(attend(kept, text.queries[i], text.keys[i], text.values[i], theta(i + 1)));
    return outputs;
  };
  const auto afresh = [&](const std::function<double(int)>& theta) {
    std::vector<double> outputs;
    for (int i = 0; i < 8; ++i) outputs.push_back(text.afresh(i, theta(i + 1)));
    return outputs;
  };

  Kept first;
  examiner.expect("the first character gets its own value", 0.75,
                  attend(first, {1, 2}, {-3, 1}, 0.75, 0.5),
                  "it sees itself: keep its key and value before the sum is taken");

  Kept kept;
  const auto none = [](int) { return 0.0; };
  const std::vector<double> unturned = written(kept, none);
  examiner.expect("after eight characters: how many keys and values are kept",
                  std::vector<double>{8, 8},
                  std::vector<double>{double(kept.keys.size()), double(kept.values.size())},
                  "each step adds one of each, and takes none away");
  examiner.expect("theta 0, so nothing is turned", afresh(none), unturned,
                  "e^score over the sum of all e^score, and the dot product is divided by sqrt(2)");

  Kept fixed;
  const auto half = [](int) { return 0.5; };
  examiner.expect("theta 0.5, as in one pass over the text", afresh(half), written(fixed, half),
                  "the query stands at i, the number of keys before it, and not at 0");

  Kept moving;
  const auto by_length = [](int length) { return length <= 4 ? 0.5 : 2.0 / length; };
  examiner.expect("theta 0.5 up to length 4, then 2 / length, as in dynamic NTK", afresh(by_length),
                  written(moving, by_length),
                  "this is the trap: keep keys as they came, and turn all of them at every step");
}

}  // namespace whereabouts
