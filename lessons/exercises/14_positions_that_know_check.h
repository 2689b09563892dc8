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
    return [&place_in_number, text] {
      const std::vector<int> found = place_in_number(text);
      return std::vector<double>(found.begin(), found.end());
    };
  };
  examiner.expect("places of 7", {1}, places("7"), "the first digit of a number has place 1",
                  {{{0}, "the first digit of a number has place 1, not 0"},
                   {{7}, "this is the digit itself: its place in its number is asked for"}});
  examiner.expect(
      "places of 58+39=871", {1, 2, 0, 1, 2, 0, 1, 2, 3}, places("58+39=871"),
      "one number for each character; + and = have 0, and the digit after them 1 again",
      {{{1, 2, 0, 3, 4, 0, 5, 6, 7}, "the count goes on after + and =: begin each number at 1"},
       {{1, 2, 0, 4, 5, 0, 7, 8, 9},
        "this is the place in the whole text: its place in its number is asked for"},
       {{1, 2, 3, 1, 2, 3, 1, 2, 3}, "+ and = are no digits: their place is 0"},
       {{1, 2, 1, 2, 1, 2, 3}, "+ and = have a place too, which is 0: one for each character"},
       {{2, 1, 0, 2, 1, 0, 3, 2, 1},
        "the digits are counted from the last: place 1 is the first digit as it is written"},
       {{1, 2, 0, 1, 0, 0, 1, 2, 3}, "9 is a digit too: c <= '9'"}});
  examiner.expect("places of =90", {0, 1, 2}, places("=90"), "9 and 0 are digits too",
                  {{{0, 1, 0}, "0 is a digit too: c >= '0'"}});
  examiner.expect("places of 1234567890+", {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 0},
                  places("1234567890+"), "places go on beyond 9",
                  {{{1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0}, "after place 9 comes place 10"},
                   {{1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 0}, "after place 9 comes place 10"}});
  const auto hints = [&](const std::string& text, char first) {
    return [&with_hints, text, first] { return with_hints(text, first); };
  };
  examiner.expect(
      "hints of 58+39=871 from C", "C5D8+C3D9=C8D7E1", hints("58+39=871", 'C'),
      "the letter stands before its digit, and each number begins with `first` again",
      {{"D5E8+D3E9=D8E7F1", "place 1 gets `first` itself: the letter is first + place - 1"},
       {"5C8D+3C9D=8C7D1E", "the letter stands before its digit, and not behind it"},
       {"C5D8B+C3D9B=C8D7E1", "what is no digit gets no letter"},
       {"C5D8E+F3G9H=I8J7K1", "each number begins with `first` again, and + and = get no letter"},
       {"C5D8+E3F9=G8H7I1", "each number begins with `first` again"},
       {"CD+CD=CDE", "the digits are gone: a letter stands before each of them"},
       {"A5B8+A3B9=A8B7C1", "the letters begin with `first`, and not always with A"}});
  examiner.expect("hints of 3+4=7 from A", "A3+A4=A7", hints("3+4=7", 'A'),
                  "+ and = get no letter, and place 1 gets `first` itself");
}

}  // namespace whereabouts
