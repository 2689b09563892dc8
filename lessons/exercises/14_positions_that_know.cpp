// Exercise 14. Find the place of each digit, and write the hints that tell it.
//
//   make exercise-14
//
// builds this file and examines what you wrote. Lesson 14 shows both.
#include <string>
#include <vector>

#include "14_positions_that_know_check.h"

using namespace whereabouts;

// Of each character of a text such as "58+39=871": its place in its number, 1, 2, 3 ... from the
// first digit, and 0 for what is no digit.
std::vector<int> place_in_number(const std::string& text) {
  not_written();  // put your code in the place of this line
}

// The same text with a letter before each digit that tells its place: `first` for place 1, the next
// letter for place 2 and so on. "58+39=871" with first = 'C' is "C5D8+C3D9=C8D7E1".
std::string with_hints(const std::string& text, char first) {
  not_written();  // put your code in the place of this line
}

int main() {
  return examine(
      "14_positions_that_know",
      [](Examiner& e) { check_positions_that_know(e, place_in_number, with_hints); },
      "Two ways to tell a model the same thing. Next: make 15");
}
