// What exercise 18 is examined by.
#pragma once

#include <cmath>
#include <functional>
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
  examiner.expect("fox: its own character is not forgotten", 0, forgotten(gates, 3, 3),
                  "from k = j + 1 to i there is nothing if j = i");
  examiner.expect("fox: gates 0.1 0.5 1 0.25, i = 3, j = 2", -1.3862943611198906,
                  forgotten(gates, 3, 2),
                  "the gate of the query counts and that of the key does not: ln 0.25");
  examiner.expect("fox: i = 3, j = 0", -2.0794415416798357, forgotten(gates, 3, 0),
                  "the logarithms are added, ln 0.5 + ln 1 + ln 0.25; a gate of 1 adds nothing");
  examiner.expect("fox: i = 1, j = 0", -0.6931471805599453, forgotten(gates, 1, 0),
                  "nothing after the query counts");
  const auto seen = [&](int h, int heads, int free) {
    std::vector<double> found;
    for (int n = 0; n < 6; ++n) found.push_back(sees(h, heads, free, n) ? 1 : 0);
    return found;
  };
  examiner.expect("hard-alibi: head 1 of 4, one free, n = 0 .. 5",
                  std::vector<double>{1, 0, 0, 0, 0, 0}, seen(1, 4, 1),
                  "head 1 sees one character: its own, n = 0");
  examiner.expect("hard-alibi: head 3 of 4, one free", std::vector<double>{1, 1, 1, 0, 0, 0},
                  seen(3, 4, 1), "head 3 sees n = 0, 1 and 2: n < h");
  examiner.expect("hard-alibi: head 4 of 4, one free", std::vector<double>{1, 1, 1, 1, 1, 1},
                  seen(4, 4, 1),
                  "the last `free` heads see everything: those with h > heads - free");
  examiner.expect("hard-alibi: head 2 of 4, three free", std::vector<double>{1, 1, 1, 1, 1, 1},
                  seen(2, 4, 3), "with three of four free, heads 2, 3 and 4 are");
}

}  // namespace whereabouts
