// What exercise 11 is examined by.
#pragma once

#include <functional>
#include <vector>

#include "check/exercise.h"
#include "position/distance_map.h"

namespace whereabouts {

/// `self_extend(i, j, window, group)` is the distance told; `group_needed(length, trained, window)`
/// the smallest group that keeps it below `trained`.
inline void check_another_distance(Examiner& examiner,
                                   const std::function<int(int, int, int, int)>& self_extend,
                                   const std::function<int(int, int, int)>& group_needed) {
  examiner.expect("self-extend: near characters as they are", 3, self_extend(20, 17, 8, 4),
                  "i - j is below the window, so it is told as it is");
  examiner.expect("self-extend: the first far one goes on where the near ones end", 8,
                  self_extend(8, 0, 8, 4), "8/4 - 0/4 + 8 - 8/4 = 8");
  examiner.expect("self-extend: i = 24, j = 7, window 8, group 4", 11, self_extend(24, 7, 8, 4),
                  "both places are divided, each rounded down: 24/4 - 7/4 = 5, and not (24 - 7)/4");
  std::vector<double> expected, given;
  const DistanceMap rho = distance_map({.method = "self-extend", .window = 32, .group = 3});
  for (const int j : {0, 1, 2, 30, 67, 68, 99}) {
    expected.push_back(*rho(100, j));
    given.push_back(self_extend(100, j, 32, 3));
  }
  examiner.expect("self-extend: place 100 of keys at 0 1 2 30 67 68 99, window 32, group 3",
                  expected, given, "window - window/group is 32 - 10 here, not 32 - 32/3.0");
  examiner.expect("group_needed: nothing to do within the trained length", 1,
                  group_needed(64, 64, 32),
                  "with group 1 distances are as they are, and 63 is the largest");
  const DistanceMapSettings settings{.method = "self-extend"};
  std::vector<double> groups, yours;
  for (const int length : {65, 128, 256, 1024}) {
    groups.push_back(least_group(settings, length));
    yours.push_back(group_needed(length, 64, 32));
  }
  examiner.expect("group_needed: 65, 128, 256 and 1024 characters, 64 trained, window 32", groups,
                  yours,
                  "try group = 1, 2, 3 ... until self_extend(length - 1, 0, window, group) is at "
                  "most trained - 1");
}

}  // namespace whereabouts
