// What exercise 03 is examined by.
#pragma once

#include <cmath>
#include <functional>
#include <limits>
#include <string>
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
  constexpr double kLn3 = 1.0986122886681098;  // beside a logit of 0 it has a probability of 3/4
  const double inf = std::numeric_limits<double>::infinity();
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto bits = [&](const Logits& logits, const std::vector<int>& targets) {
    return [&bits_per_char, logits, targets] { return bits_per_char(logits, targets); };
  };
  examiner.expect("one of four characters, all alike", 2, bits({{7, 7, 7, 7}}, {1}),
                  "-log2 of 1/4 is 2",
                  {{{1.3862944}, "these are nats: take the logarithm to base 2"},
                   {{-2}, "the minus of -log2 p is missing"},
                   {{0.25}, "this is the probability itself: -log2 of it is asked for"}});
  examiner.expect("a character with probability 3/4", 0.4150375, bits({{kLn3, 0}}, {0}),
                  "p = e^(x_target) / sum over k of e^(x_k)",
                  {{{2}, "the target is another: targets[r] is the index into row r"}});
  examiner.expect("the mean of two targets, probabilities 3/4 and 1/4", 1.2075187,
                  bits({{kLn3, 0}, {kLn3, 0}}, {0, 1}),
                  "add up what each row needs, and divide by the number of rows",
                  {{{1},
                    "this is the logarithm of the mean probability: take the logarithm of each "
                    "first, and the mean of those"},
                   {{2.4150375}, "this is the sum: divide it by the number of targets"},
                   {{0.4150375}, "row 1 has another target than row 0: targets[r]"}});
  examiner.expect("logits of 800", 0.4150375, bits({{800 + kLn3, 800}}, {0}),
                  "subtract the largest logit of the row first: it changes no probability",
                  {{{nan},
                    "e^800 is infinite: subtract the largest logit of the row first, which changes "
                    "no probability"}});
  examiner.expect("a character whose probability is too small for a number", 1442.6950409,
                  bits({{1000, 0}}, {1}),
                  "write ln p as a difference of logarithms, without ever making p itself",
                  {{{inf},
                    "p is too small for a double and becomes 0: write ln p as a difference of "
                    "logarithms, and never make p itself"}},
                  1e-3);

  const auto score = [&](const Losses& losses, int length) {
    return [&fixed_score, losses, length] { return fixed_score(losses, {300, 340, 411}, length); };
  };
  // Some characters are harder than others, and context is no help.
  const Losses by_place = made_up([](int place, int) { return 1 + place % 7; });
  examiner.expect(
      "length 32: all targets of each window", 4.0625, score(by_place, 32),
      "the window with its last target at `end` starts at end - length",
      {{{4.1145833}, "the window starts one too late: at end - length"},
       {{3.9375}, "the window starts one too early: at end - length"},
       {{3.90625}, "`end` is the last target of the window and not where it starts"},
       {{12.1875}, "this is the sum over the windows: divide by their number too"},
       {{130}, "this is a sum: divide by 32, how many targets of a window are scored"}});
  examiner.expect("length 64: the same characters as at 32", 4.0625, score(by_place, 64),
                  "the window grows to the left; its last 32 targets are scored, no others",
                  {{{4.03125}, "all targets of the window are scored: only the last 32 are"},
                   {{3.90625}, "the window grows to the right: start it at end - length"},
                   {{4}, "the first 32 targets are scored: the last 32 are meant"}});
  examiner.expect("length 256: the same characters as at 32", 4.0625, score(by_place, 256),
                  "a model that ignores its context must get the same score at every length");
  const Losses cursed = made_up([](int, int context) { return context == 1 ? 4.0 : 2.0; });
  examiner.expect("the first place of a window is hard: it counts at 32", 2.0625, score(cursed, 32),
                  "(4 + 31 * 2) / 32");
  const std::string whole = "windows of 32 are read: read the whole length, and score its last 32";
  examiner.expect("and at 64 it does not", 2, score(cursed, 64),
                  "only the last 32 of the 64 targets are scored", {{{2.0625}, whole}});
  // At 128 the last 32 targets have 97 to 128 characters before them.
  examiner.expect("the more context the better: 128", 1.1911074,
                  score(made_up([](int, int context) { return 8 - std::log2(context); }), 128),
                  "read one window of the whole length, so that its last target has 128 before it",
                  {{{4.3230230}, whole}});
}

}  // namespace whereabouts
