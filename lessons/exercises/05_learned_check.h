// What exercise 05 is examined by.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "check/exercise.h"

namespace whereabouts {

using AddressTable = std::vector<std::vector<double>>;

/// `address(table, position, length, policy)` is the vector for a position of a text of `length`
/// characters, which may be longer than the table has rows.
inline void check_learned(Examiner& examiner,
                          const std::function<std::vector<double>(const AddressTable&, int, int,
                                                                  const std::string&)>& address) {
  const AddressTable table = {{0, 1}, {1, 10}, {2, 100}, {5, 1000}};
  for (const std::string policy : {"clamp", "wrap", "interpolate"}) {
    examiner.expect("a short text, " + policy, table[2], address(table, 2, 4, policy),
                    "where the table is long enough, every policy is a plain look-up");
  }
  examiner.expect("clamp, position 4", table[3], address(table, 4, 8, "clamp"),
                  "the last of 4 rows is row 3; it is repeated");
  examiner.expect("clamp, position 1000", table[3], address(table, 1000, 1001, "clamp"),
                  "the last of 4 rows is row 3; it is repeated");
  examiner.expect("wrap, position 4", table[0], address(table, 4, 8, "wrap"),
                  "after row 3 comes row 0: the remainder of a division by the number of rows");
  examiner.expect("wrap, position 1001", table[1], address(table, 1001, 1002, "wrap"),
                  "1001 = 250 * 4 + 1");
  examiner.expect("interpolate, the last of 7 positions", table[3],
                  address(table, 6, 7, "interpolate"),
                  "the last position falls on the last row: p (rows - 1) / (length - 1)");
  examiner.expect("interpolate, position 1 of 7", std::vector{0.5, 5.5},
                  address(table, 1, 7, "interpolate"),
                  "it falls half way between rows 0 and 1: mix them");
  examiner.expect("interpolate, position 9 of 13", std::vector{2.75, 325.0},
                  address(table, 9, 13, "interpolate"),
                  "it falls on 2.25: three quarters of row 2 and one of row 3");
}

}  // namespace whereabouts
