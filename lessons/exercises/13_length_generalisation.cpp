// Exercise 13. Write an instance of addition, and the two marks that answers get.
//
//   make exercise-13
//
// builds this file and examines what you wrote. Lesson 13 shows an instance and uses both marks.
#include <string>
#include <vector>

#include "13_length_generalisation_check.h"

using namespace whereabouts;

// The sum of two numbers of equally many digits, written as people write them ("35" and "98"), as
// the task writes it: column by column from the lowest digits on. A column is the two digits, an
// equals sign, and the digit of the sum, with what is carried from the column before. At the end
// stand an equals sign and what is carried out of the last column, 0 or 1.
//
//   35 + 98:   58=3 and 39=3 and =1, so 58=339=3=1
//
// A digit c as a number is c - '0'; a digit n as a character is char('0' + n).
std::string addition(const std::string& first, const std::string& second) {
  not_written();  // put your code in the place of this line
}

// `given` are a model's answers, `wanted` the right ones, instance by instance, each as long as the
// right one. Returns two shares between 0 and 1: of characters that are right, over all instances,
// and of instances without a mistake.
Marks marks(const std::vector<std::string>& wanted, const std::vector<std::string>& given) {
  not_written();  // put your code in the place of this line
}

int main() {
  return examine(
      "13_length_generalisation",
      [](Examiner& e) { check_length_generalisation(e, addition, marks); },
      "Whoever reports one of the two marks, ask for the other. Next: make 14");
}
