// Where the queries and the keys of one attention stand in the text.
#pragma once

#include <cstdint>
#include <vector>

namespace whereabouts {

/// Positions are whole numbers. They are given for queries and keys apart and never assumed to
/// start at 0, so a full pass, a block of queries against cached keys, and one generated character
/// are the same call. Those of a text increase; a scheme may replace them by others that repeat or
/// fall.
struct Positions {
  std::vector<int> queries;
  std::vector<int> keys;
  int length = 0;  ///< how long the text is at this moment, for schemes that stretch with it
  bool causal =
      true;  ///< a query sees the keys at its own position and before it; otherwise it sees all
  std::uint64_t draw = 0;  ///< which random draw of positions training is at; 0 in evaluation
  /// How many of the keys, from the first on, each query sees. The model says so where positions do
  /// not increase; empty: those that do not stand after it.
  std::vector<int> seen = {};
  std::vector<int> query_columns = {},
                   key_columns = {};  ///< a second coordinate, if a scheme gives one

  /// A whole text of `length` characters, or a piece of one that starts at `first`.
  static Positions whole(int length, int first = 0);

  int farthest() const;                                         ///< the largest query - key
  int nearest() const;                                          ///< the smallest that is seen
  int distances() const { return farthest() - nearest() + 1; }  ///< how many there are in between
  /// How many of the keys, from the first on, query number i sees.
  int seen_by(int i) const;

  /// The queries first .. first + count - 1 and the keys that they see.
  Positions block(int first, int count) const;
  bool increasing() const;  ///< both lists, and neither is empty

  /// Throws std::invalid_argument unless both lists are increasing, or `seen` is given, and every
  /// query sees a key.
  void check_order() const;
};

}  // namespace whereabouts
