// What exercise 12 is examined by.
#pragma once

#include <functional>
#include <vector>

#include "check/exercise.h"

namespace whereabouts {

/// `farthest(layers, window)` in characters back; `reach_of(field, share)` the distance within
/// which that share of the field lies; `windows_bits(bits_at, length)` what protocol `windows`
/// gives.
inline void check_flat_loss(
    Examiner& examiner, const std::function<int(int, int)>& farthest,
    const std::function<int(const std::vector<double>&, double)>& reach_of,
    const std::function<double(const std::vector<double>&, int)>& windows_bits) {
  using Row = std::vector<double>;
  const auto back = [&](int layers, int window) {
    return [=, &farthest] { return farthest(layers, window); };
  };
  examiner.expect("farthest: one layer that sees 5", 4, back(1, 5),
                  "one of the 5 is the character itself, so 4 are behind it",
                  {{{5}, "one of the 5 is the character itself, so 4 are behind it"}});
  examiner.expect("farthest: a window of 1, three layers", 0, back(3, 1),
                  "who sees only itself, sees only itself, however often",
                  {{{2}, "a layer adds window - 1 steps, also the first: 3 * 0"}});
  examiner.expect(
      "farthest: two layers that see 64", 126, back(2, 64),
      "the farthest character of the second layer has looked just as far in the first",
      {{{63},
        "this is one layer: the farthest character that it sees has looked just as far back in the "
        "layer below"},
       {{127}, "two layers make two steps of 63"},
       {{3969}, "the steps of the layers add up, they do not multiply"}});
  examiner.expect("farthest: 3 layers that see 5", 12, back(3, 5),
                  "each layer adds the same number of steps back",
                  {{{16}, "the steps do not double with each layer: they add up"},
                   {{8}, "there are three layers: 3 * 4"}});

  const Row field = {0.5, 0.25, 0.125, 0.0625, 0.0625};
  const auto reach = [&](const Row& of, double share) {
    return [=, &reach_of] { return reach_of(of, share); };
  };
  examiner.expect("reach: half of a field that begins with a half", 0, reach(field, 0.5),
                  "half of it lies at distance 0 already",
                  {{{1},
                    "half of it lies at distance 0 already, and \"at least\" is content with that: "
                    "distances count from 0, and stop at share, not beyond"}});
  examiner.expect("reach: 90 % of it", 3, reach(field, 0.9),
                  "add up from distance 0 on, and return the distance at which it is enough",
                  {{{4}, "this is one too far, or a count: within 3 lie 0.9375"},
                   {{2}, "this is one too near: within 2 lie 0.875"},
                   {{0}, "add up the shares: no single one of them is 0.9"},
                   {{5}, "add up the shares: no single one of them is 0.9"}});
  examiner.expect("reach: all of a field that lies far back", 3, reach({0, 0, 0, 1}, 1),
                  "distances count from 0");

  const Row bits_at = {4, 3, 2, 2, 2, 2, 2, 2, 7};  // the last is in none of the windows below
  const auto windows = [&](const Row& bits, const std::vector<int>& lengths) {
    return [=, &windows_bits] {
      Row result;
      for (const int length : lengths) result.push_back(windows_bits(bits, length));
      return result;
    };
  };
  examiner.expect("windows: of a single character", {4}, windows(bits_at, {1}),
                  "a window of one character has only place 0, without any context",
                  {{{3}, "places count from 0: a window of one character has place 0 alone"},
                   {{3.5}, "this window has one character, not two: places 0 .. length - 1"}});
  examiner.expect(
      "windows: lengths 2, 4 and 8", {3.5, 2.75, 2.375}, windows(bits_at, {2, 4, 8}),
      "the mean over places 0 .. length - 1: every place comes once in a window, the "
      "bad first one too",
      {{{3, 2, 2}, "this is the last place alone: every character is scored"},
       {{3, 2.3333333, 2.1428571},
        "the first place is left out: every character is scored, the bad first one too"},
       {{7, 11, 19}, "this is a sum: divide it by the length"},
       {{0.7777778, 1.2222222, 2.1111111},
        "divide by the length of the window, and not by how many places there are"},
       {{2.8888889, 2.8888889, 2.8888889},
        "a window ends at its length: places beyond are in none"}});
  Row early(2048, 2.0);
  early[0] = 4;
  examiner.expect("windows: exercise 1 of the page, lengths 32, 64 and 1024",
                  {2.0625, 2.03125, 2.001953125}, windows(early, {32, 64, 1024}),
                  "one bad start in 32, in 64, in 1024");
}

}  // namespace whereabouts
