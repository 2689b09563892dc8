// What exercise 03 is examined by.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

#include "check/exercise.h"

namespace whereabouts {

/// How many targets of a window are scored.
inline constexpr int kScored = 32;

using Logits = std::vector<std::vector<double>>;
/// The losses in bits at the targets of the window of `length` characters that starts at `start`.
using Losses = std::function<std::vector<double>(int start, int length)>;

/// A model that is made up: it needs `bits(place, context)` for the character at that place, with
/// so many characters before it in the window.
inline Losses made_up(const std::function<double(int, int)>& bits) {
  return [bits](int start, int length) {
    std::vector<double> losses;
    for (int seen = 1; seen <= length; ++seen) losses.push_back(bits(start + seen, seen));
    return losses;
  };
}

/// `bits_per_char(logits, targets)` is the mean of -log2 p; `fixed_score(losses, ends, length)` is
/// what protocol `fixed` gives for a model with these losses.
inline void check_train_short_test_long(
    Examiner& examiner,
    const std::function<double(const Logits&, const std::vector<int>&)>& bits_per_char,
    const std::function<double(const Losses&, const std::vector<int>&, int)>& fixed_score) {
  const double ln3 = std::log(3.0);  // beside a logit of 0 it has a probability of 3/4
  examiner.expect("one of four characters, all alike", 2, bits_per_char({{7, 7, 7, 7}}, {1}),
                  "-log2 of 1/4 is 2; with the natural logarithm it would be 1.3863 nats");
  examiner.expect("a character with probability 3/4", std::log2(4.0 / 3),
                  bits_per_char({{ln3, 0}}, {0}), "p = e^(x_target) / sum over k of e^(x_k)");
  examiner.expect("the mean of two targets, probabilities 3/4 and 1/4",
                  (std::log2(4.0 / 3) + 2) / 2, bits_per_char({{ln3, 0}, {ln3, 0}}, {0, 1}),
                  "take the logarithm of each probability first, and the mean of those");
  examiner.expect("logits of 800", std::log2(4.0 / 3), bits_per_char({{800 + ln3, 800}}, {0}),
                  "subtract the largest logit of the row first: it changes no probability");
  examiner.expect("a character whose probability is too small for a number", 1000 / std::log(2.0),
                  bits_per_char({{1000, 0}}, {1}),
                  "-ln p = largest + ln(sum of e^(x - largest)) - x_target, without ever making p",
                  1e-3);

  const std::vector<int> ends = {300, 340, 411};
  // Some characters are harder than others, and context is no help.
  const auto hardness = [](int place, int) { return 1 + place % 7; };
  double hard = 0;
  for (const int end : ends)
    for (int place = end - kScored + 1; place <= end; ++place) hard += hardness(place, 0);
  hard /= static_cast<double>(ends.size()) * kScored;
  const Losses by_place = made_up(hardness);
  examiner.expect("length 32: all targets of each window", hard, fixed_score(by_place, ends, 32),
                  "the window with its last target at `end` starts at end - length");
  examiner.expect("length 64: the same characters as at 32", hard, fixed_score(by_place, ends, 64),
                  "the window grows to the left; its last 32 targets are scored, no others");
  examiner.expect("length 256: the same characters as at 32", hard,
                  fixed_score(by_place, ends, 256),
                  "a model that ignores its context must get the same score at every length");
  const Losses cursed = made_up([](int, int context) { return context == 1 ? 4.0 : 2.0; });
  examiner.expect("the first place of a window is hard: it counts at 32", 2.0625,
                  fixed_score(cursed, ends, 32), "(4 + 31 * 2) / 32");
  examiner.expect("and at 64 it does not", 2, fixed_score(cursed, ends, 64),
                  "only the last 32 of the 64 targets are scored");
  // At 128 the last 32 targets have 97 to 128 characters before them.
  double mean = 0;
  for (int context = 97; context <= 128; ++context) mean += 8 - std::log2(context);
  examiner.expect(
      "the more context the better: 128", mean / kScored,
      fixed_score(made_up([](int, int context) { return 8 - std::log2(context); }), ends, 128),
      "read one window of the whole length, so that its last target has 128 before it");
}

}  // namespace whereabouts
