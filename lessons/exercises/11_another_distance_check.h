// What exercise 11 is examined by.
#pragma once

#include <functional>
#include <vector>

#include "check/exercise.h"

namespace whereabouts {

/// `self_extend(i, j, window, group)` is the distance told; `group_needed(length, trained, window)`
/// the smallest group that keeps it below `trained`.
inline void check_another_distance(Examiner& examiner,
                                   const std::function<int(int, int, int, int)>& self_extend,
                                   const std::function<int(int, int, int)>& group_needed) {
  const auto told = [&](int i, const std::vector<int>& keys, int window, int group) {
    return [=, &self_extend] {
      std::vector<double> distances;
      for (const int j : keys) distances.push_back(self_extend(i, j, window, group));
      return distances;
    };
  };
  examiner.expect(
      "self-extend: i = 20, j = 17, window 8, group 4", {3}, told(20, {17}, 8, 4),
      "i - j is below the window, so it is told as it is",
      {{{1},
        "near characters, less than `window` back, are told as they are and not in "
        "groups"},
       {{7}, "near characters, less than `window` back, are told as they are: here 3"}});
  examiner.expect("self-extend: i = 8, j = 0, the first far one", {8}, told(8, {0}, 8, 4),
                  "it goes on where the near ones end: 8/4 - 0/4 + 8 - 8/4",
                  {{{2}, "window - window/group is missing: far ones go on where near ones end"},
                   {{10}, "window/group is not taken away: 2 + 8 - 2"},
                   {{0}, "window is not added: 2 + 8 - 2"}});
  examiner.expect(
      "self-extend: i = 24, j = 7, window 8, group 4", {11}, told(24, {7}, 8, 4),
      "24/4 - 7/4 + 8 - 8/4, each rounded down: 6 - 1 + 8 - 2",
      {{{10},
        "both places are divided, each rounded down: 24/4 - 7/4 = 5, and not (24 - 7)/4 "
        "or 24/4 - 7/4.0, which are 4"},
       {{17}, "17 is not below the window: it is told in groups"}});
  examiner.expect(
      "self-extend: place 100 of keys at 0 1 2 30 67 68 99, window 32, group 3",
      {55, 55, 55, 45, 33, 33, 1}, told(100, {0, 1, 2, 30, 67, 68, 99}, 32, 3),
      "window - window/group is 32 - 10 here",
      {{{54, 54, 54, 44, 32, 32, 1}, "window/group is rounded down: 32/3 is 10"},
       {{55, 55, 55, 45, 33, 32, 1}, "near is less than `window` back: 32 back is far already"}});
  const auto groups = [&](const std::vector<int>& lengths) {
    return [=, &group_needed] {
      std::vector<double> needed;
      for (const int length : lengths) needed.push_back(group_needed(length, 64, 32));
      return needed;
    };
  };
  examiner.expect("group_needed: nothing to do within the trained length", {1}, groups({64}),
                  "with group 1 distances are as they are, and 63 is the largest",
                  {{{2}, "the last of 64 characters is at place 63: length - 1"},
                   {{0}, "a group has at least one character"}});
  examiner.expect(
      "group_needed: 65, 128, 256 and 1024 characters, 64 trained, window 32", {2, 4, 8, 32},
      groups({65, 128, 256, 1024}),
      "try one group after another, until the last character is told at most trained - 1 of the "
      "first",
      {{{1, 2, 4, 16},
        "length / trained leaves no room for the near ones, which take `window` distances"},
       {{2, 2, 4, 16},
        "length / trained leaves no room for the near ones, which take `window` distances"},
       {{1, 3, 7, 31}, "the largest distance in training was trained - 1: at most that"},
       {{2, 3, 7, 31},
        "a formula of real numbers forgets what is rounded down: try one group after another"},
       {{2, 4, 8, 16}, "the search ends too early: try groups without a limit"}});
}

}  // namespace whereabouts
