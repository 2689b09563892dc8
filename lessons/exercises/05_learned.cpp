// Exercise 05. Write three ways past the end of a table.
//
//   make exercise-05
//
// builds this file and examines what you wrote. Lesson 05 tells what each of them does to a model.
#include <string>
#include <vector>

#include "05_learned_check.h"

using namespace whereabouts;

// The vector for `position` in a text of `length` characters (position < length). `table` has a row
// for each trained position. If the text is longer than the table, `policy` says what to do:
//
//   "clamp"        repeat the last row
//   "wrap"         start again from the first row
//   "interpolate"  stretch the table over the text: position 0 falls on the first row, the last
//                  position on the last row, and those between on places between two rows, which
//                  are mixed in proportion
std::vector<double> address(const AddressTable& table, int position, int length,
                            const std::string& policy) {
  not_written();  // put your code in the place of this line
}

int main() {
  return examine(
      "05_learned", [](Examiner& e) { check_learned(e, address); },
      "Image models stretch their tables this way when images grow. Next: make 06");
}
