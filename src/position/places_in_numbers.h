// Where each digit stands in its number, for schemes that place digits by it.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "ops/positions.h"
#include "util/check.h"
#include "util/random.h"

namespace whereabouts {

/// Of each token: 1, 2, 3 ... for the digits of a number from its first, 0 for what is no digit.
/// Digits are the tokens below `digits`, as in the tasks on numbers; a number longer than `last`
/// has the place `last` several times.
inline std::vector<int> places_in_numbers(std::span<const int> tokens, int digits, int last) {
  std::vector<int> places;
  int place = 0;
  for (const int token : tokens)
    places.push_back(place = token < digits ? std::min(place + 1, last) : 0);
  return places;
}

/// The places of the queries, whose tokens are among the keys.
inline std::vector<int> places_of_queries(const Positions& at, const std::vector<int>& of_keys) {
  std::vector<int> places;
  for (const int q : at.queries) {
    const auto key = std::ranges::lower_bound(at.keys, q);
    check_argument(key != at.keys.end() && *key == q && of_keys.size() == at.keys.size(),
                   "places_of_queries", "the query at ", q, " is not among the ", at.keys.size(),
                   " keys, of which ", of_keys.size(), " have a token");
    places.push_back(of_keys[static_cast<std::size_t>(key - at.keys.begin())]);
  }
  return places;
}

/// Where places start in this step of training, such that none is beyond `last`; 0 in evaluation.
inline int drawn_start(const Positions& at, const std::vector<int>& places, int last,
                       const char* stream) {
  const int room = last - std::ranges::max(places);
  return at.draw != 0 && room > 0 ? Random(at.draw, stream).between(0, room) : 0;
}

}  // namespace whereabouts
