// What exercise 18 is examined by.
#pragma once

#include <functional>
#include <limits>
#include <vector>

#include "check/exercise.h"

namespace whereabouts {

/// `forgotten(gates, i, j)` is what fox adds; `sees(h, heads, free, n)` what a head of hard-alibi
/// sees, heads counted from 1.
inline void check_gates_and_windows(
    Examiner& examiner,
    const std::function<double(const std::vector<double>&, int, int)>& forgotten,
    const std::function<bool(int, int, int, int)>& sees) {
  const std::vector<double> gates = {0.1, 0.5, 1, 0.25};
  const auto added = [&](int i, int j) {
    return [=, &forgotten, &gates] { return forgotten(gates, i, j); };
  };
  const double inf = std::numeric_limits<double>::infinity();
  examiner.expect(
      "fox: its own character is not forgotten", 0, added(3, 3),
      "from k = j + 1 to i there is nothing if j = i",
      {{{-1.3862944}, "the gate of the key does not count: k begins at j + 1, and ends at i"},
       {{1}, "this is the product of the gates: its logarithm is added to the score"},
       {{-inf},
        "the logarithm of 0: a product begins with 1, and a sum of logarithms "
        "with 0"}});
  examiner.expect("fox: gates 0.1 0.5 1 0.25, i = 3, j = 2", -1.3862944, added(3, 2),
                  "the gate of the query counts and that of the key does not: ln 0.25",
                  {{{1.3862944}, "the sign is wrong: what is forgotten has a lower score, ln 0.25"},
                   {{0}, "the gate of the query counts: k ends at i, and i itself belongs to it"},
                   {{0.25}, "this is the gate itself: its logarithm is added"},
                   {{-0.75}, "this is 0.25 - 1: the logarithm of the gate is added"},
                   {{-2}, "this is the logarithm to base 2: the natural one is meant, std::log"},
                   {{-0.60206},
                    "this is the logarithm to base 10: the natural one is meant, "
                    "std::log"}});
  examiner.expect("fox: i = 3, j = 0", -2.0794415, added(3, 0),
                  "the logarithms are added, ln 0.5 + ln 1 + ln 0.25; a gate of 1 adds nothing",
                  {{{-1.3862944}, "every gate since the key counts, and not only the last"},
                   {{0.5596158}, "this is the logarithm of a sum: add the logarithms"},
                   {{-0.6931472}, "this is their mean: the logarithms are added up"}});
  examiner.expect("fox: i = 1, j = 0", -0.6931472, added(1, 0), "k = 1 alone: ln 0.5",
                  {{{-2.0794415}, "gates after the query do not count: k ends at i"}});
  const auto seen = [&](int h, int heads, int free) {
    return [=, &sees] {
      std::vector<double> found;
      for (int n = 0; n < 6; ++n) found.push_back(sees(h, heads, free, n) ? 1 : 0);
      return found;
    };
  };
  examiner.expect(
      "hard-alibi: head 1 of 4, one free, n = 0 .. 5", {1, 0, 0, 0, 0, 0}, seen(1, 4, 1),
      "head 1 sees one character: its own, n = 0",
      {{{1, 1, 0, 0, 0, 0}, "head 1 sees one character, its own: n < h, and not n <= h"},
       {{1, 1, 1, 1, 1, 1}, "head 1 is not free: the last heads are"},
       {{0, 0, 0, 0, 0, 0}, "its own character, n = 0, is the one that head 1 sees"},
       {{0, 1, 1, 1, 1, 1}, "this is what head 1 does not see: near ones are seen"}});
  examiner.expect("hard-alibi: head 3 of 4, one free", {1, 1, 1, 0, 0, 0}, seen(3, 4, 1),
                  "head 3 sees n = 0, 1 and 2: n < h",
                  {{{1, 1, 1, 1, 1, 1}, "one head is free, the fourth: the third is not"},
                   {{0, 0, 1, 0, 0, 0}, "head 3 sees all of its last 3 characters"},
                   {{1, 1, 1, 1, 0, 0}, "the windows do not double: head h sees h characters"}});
  examiner.expect("hard-alibi: head 4 of 4, one free", {1, 1, 1, 1, 1, 1}, seen(4, 4, 1),
                  "the last `free` heads see everything",
                  {{{1, 1, 1, 1, 0, 0}, "head 4 is free, so it sees everything"}});
  examiner.expect("hard-alibi: head 2 of 4, three free", {1, 1, 1, 1, 1, 1}, seen(2, 4, 3),
                  "with three of four free, heads 2, 3 and 4 are");
}

}  // namespace whereabouts
