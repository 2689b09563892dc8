// What exercise 12 is examined by.
#pragma once

#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "check/exercise.h"
#include "evaluate/receptive_field.h"

namespace whereabouts {

/// The farthest character back that changes the loss of a model with random weights.
inline int farthest_measured(int layers, int window) {
  const int length = 24;
  const Transformer model({.vocabulary = 8,
                           .width = 16,
                           .heads = 2,
                           .layers = layers,
                           .trained_length = length,
                           .scheme = "window:over=none:size=" + std::to_string(window)},
                          1);
  std::vector<Token> text;
  for (int i = 0; i <= length + 1; ++i) text.push_back(i * i % 7);
  const std::vector<std::int64_t> starts = {0};
  const std::vector<double> field = receptive_field(model, text, starts, length);
  int far = 0;
  for (int n = 0; n < length; ++n)
    if (field[n] > 0) far = n;
  return far;
}

/// `farthest(layers, window)` in characters back; `reach_of(field, share)` the distance within
/// which that share of the field lies; `windows_bits(bits_at, length)` what protocol `windows`
/// gives.
inline void check_flat_loss(
    Examiner& examiner, const std::function<int(int, int)>& farthest,
    const std::function<int(const std::vector<double>&, double)>& reach_of,
    const std::function<double(const std::vector<double>&, int)>& windows_bits) {
  using Row = std::vector<double>;
  examiner.expect("farthest: one layer that sees 5", 4, farthest(1, 5),
                  "one of the 5 is the character itself, so 4 are behind it");
  examiner.expect("farthest: a window of 1, three layers", 0, farthest(3, 1),
                  "who sees only itself, sees only itself, however often");
  examiner.expect("farthest: two layers that see 64", 126, farthest(2, 64),
                  "the farthest character of the second layer has looked just as far in the first");
  examiner.expect("farthest: as in a model of 3 layers that see 5, measured",
                  farthest_measured(3, 5), farthest(3, 5),
                  "each layer adds the same number of steps back");

  const Row field = {0.5, 0.25, 0.125, 0.0625, 0.0625};
  examiner.expect("reach: half of a field that begins with a half", 0, reach_of(field, 0.5),
                  "half of it lies at distance 0 already, and \"at least\" is content with that");
  examiner.expect("reach: 90 % of it", 3, reach_of(field, 0.9),
                  "add up from distance 0 on, and return the distance at which it is enough");
  examiner.expect("reach: all of a field that lies far back", 3, reach_of({0, 0, 0, 1}, 1),
                  "distances count from 0");

  const Row bits_at = {4, 3, 2, 2, 2, 2, 2, 2, 7};  // the last is in none of the windows below
  examiner.expect("windows: of a single character", 4, windows_bits(bits_at, 1),
                  "a window of one character has only place 0, without any context");
  examiner.expect("windows: lengths 2, 4 and 8", Row{3.5, 2.75, 2.375},
                  Row{windows_bits(bits_at, 2), windows_bits(bits_at, 4), windows_bits(bits_at, 8)},
                  "the mean over places 0 .. length - 1: every place comes once in a window, the "
                  "bad first one too");
  Row early(2048, 2.0);
  early[0] = 4;
  examiner.expect("windows: exercise 1 of the page, lengths 32, 64 and 1024",
                  Row{2.0625, 2.03125, 2.001953125},
                  Row{windows_bits(early, 32), windows_bits(early, 64), windows_bits(early, 1024)},
                  "one bad start in 32, in 64, in 1024");
}

}  // namespace whereabouts
