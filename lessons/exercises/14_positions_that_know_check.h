// What exercise 14 is examined by.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "check/exercise.h"

namespace whereabouts {

/// `place_in_number(text)` are the places of all characters; `with_hints(text, first)` is the text
/// with a letter before each digit.
inline void check_positions_that_know(
    Examiner& examiner, const std::function<std::vector<int>(const std::string&)>& place_in_number,
    const std::function<std::string(const std::string&, char)>& with_hints) {
  const auto places = [&](const std::string& text) {
    const std::vector<int> found = place_in_number(text);
    return std::vector<double>(found.begin(), found.end());
  };
  examiner.expect("places of 7", std::vector<double>{1}, places("7"),
                  "the first digit of a number has place 1");
  examiner.expect(
      "places of 58+39=871", std::vector<double>{1, 2, 0, 1, 2, 0, 1, 2, 3}, places("58+39=871"),
      "one number for each character; + and = have 0, and the digit after them 1 again");
  examiner.expect("places of =90", std::vector<double>{0, 1, 2}, places("=90"),
                  "9 and 0 are digits too");
  examiner.expect("places of 1234567890+", std::vector<double>{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 0},
                  places("1234567890+"), "places go on beyond 9");
  const auto hints = [&](const std::string& what, const std::string& text, char first,
                         const std::string& expected, const std::string& hint) {
    const std::string given = with_hints(text, first);
    examiner.expect_true(what + ", got \"" + given + "\"", given == expected, hint);
  };
  hints("hints of 58+39=871 from C", "58+39=871", 'C', "C5D8+C3D9=C8D7E1",
        "the letter stands before its digit, and each number begins with `first` again");
  hints("hints of 3+4=7 from A", "3+4=7", 'A', "A3+A4=A7",
        "+ and = get no letter, and place 1 gets `first` itself");
}

}  // namespace whereabouts
