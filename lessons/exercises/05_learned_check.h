// What exercise 05 is examined by.
#pragma once

#include <functional>
#include <limits>
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
  const auto at = [&](int position, int length, const std::string& policy) {
    return [&address, &table, position, length, policy] {
      return address(table, position, length, policy);
    };
  };
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const std::string look_up = "where the table is long enough, every policy is a plain look-up";
  for (const std::string policy : {"clamp", "wrap", "interpolate"}) {
    examiner.expect("a text as long as the table, " + policy, {2, 100}, at(2, 4, policy), look_up);
    const std::string short_too =
        "a text shorter than the table is not stretched: look up the row of the position";
    examiner.expect("position 1 of a text of 3, " + policy, {1, 10}, at(1, 3, policy), look_up,
                    {{{1.5, 55}, short_too}});
    examiner.expect("the only position of a text of 1, " + policy, {0, 1}, at(0, 1, policy),
                    look_up, {{{nan, nan}, "0 / 0: a text of 1 is not stretched"}});
  }
  examiner.expect("clamp, position 4", {5, 1000}, at(4, 8, "clamp"),
                  "the last of 4 rows is row 3; it is repeated",
                  {{{0, 1}, "this is row 0, as for \"wrap\": the last row is repeated"},
                   {{2, 100}, "this is row 2: the last of 4 rows is row 3"}});
  examiner.expect("clamp, position 1000", {5, 1000}, at(1000, 1001, "clamp"),
                  "the last of 4 rows is row 3; it is repeated");
  examiner.expect("wrap, position 4", {0, 1}, at(4, 8, "wrap"),
                  "after row 3 comes row 0: the remainder of a division by the number of rows",
                  {{{1, 10}, "divide by the number of rows, 4, and not by the index of the last"},
                   {{5, 1000}, "this is the last row, as for \"clamp\": row 0 comes after it"}});
  examiner.expect("wrap, position 1001", {1, 10}, at(1001, 1002, "wrap"), "1001 = 250 * 4 + 1",
                  {{{5, 1000}, "subtracting the rows once is not enough: take the remainder"}});
  examiner.expect("interpolate, the last of 7 positions", {5, 1000}, at(6, 7, "interpolate"),
                  "the last position falls on the last row, and the steps before it are equal",
                  {{{0, 1}, "a division of whole numbers: in C++ 3 / 6 is 0, but 3.0 / 6 is not"},
                   {{3.71428571, 614.2857143},
                    "the last position must fall on the last row: with 6 = length - 1, and not "
                    "with 7"}});
  examiner.expect(
      "interpolate, position 1 of 7", {0.5, 5.5}, at(1, 7, "interpolate"),
      "it falls half way between rows 0 and 1: mix them",
      {{{0, 1}, "it falls on 0.5, which is rounded down here: mix rows 0 and 1"},
       {{1, 10},
        "this is row 1 alone: in a longer text every position is stretched, and falls "
        "between two rows, which are mixed"},
       {{0.57142857, 6.1428571}, "there are 3 steps between 4 rows, and 6 between 7 positions"}});
  examiner.expect("interpolate, position 9 of 13", {2.75, 325}, at(9, 13, "interpolate"),
                  "it falls on 2.25: three quarters of row 2 and one of row 3",
                  {{{4.25, 775}, "the shares are exchanged: 2.25 is nearer to row 2"}});
}

}  // namespace whereabouts
