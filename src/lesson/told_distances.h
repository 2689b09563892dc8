// What a query is told of its distance to a key, for lesson 11.
#pragma once

#include <functional>
#include <vector>

#include "lesson/lesson.h"
#include "nn/transformer.h"

namespace whereabouts {

/// What rho(i, j) is where query i does not see key j.
inline constexpr double kHidden = -1;

/// A way to tell distances: rho(i, j) is the distance that query i is told of key j, j <= i.
struct Told {
  const char* name;
  std::function<double(int i, int j)> rho;
};

/// For a model that was trained on 8 characters, prints what the last of 16 is told of each, in a
/// row for each way, and writes a picture told_NAME.svg of all pairs.
void show_told_distances(const Lesson& lesson, const std::vector<Told>& ways);

/// A way to read a trained rope: a scheme to read it with.
struct Reading {
  std::string name, spec;
  bool chosen = false;  ///< from several values, on other text
};

/// Twelve ways to read a trained model of scheme rope. Those that have something to choose (a
/// window, factors) take what gives the fewest bits per character at `length` on `other_text`, in
/// 24 windows, or in 1 if `quick`: text that is not scored elsewhere.
std::vector<Reading> twelve_readings(const Transformer& model, std::span<const Token> other_text,
                                     int length, int trained, bool quick);

}  // namespace whereabouts
