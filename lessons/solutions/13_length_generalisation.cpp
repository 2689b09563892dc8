// Exercise 13, solved: an instance of addition, and the two marks that answers get.
#include <string>
#include <vector>

#include "../exercises/13_length_generalisation_check.h"

using namespace whereabouts;

std::string addition(const std::string& first, const std::string& second) {
  std::string text;
  int carry = 0;
  for (std::size_t i = first.size(); i-- > 0;) {
    const int sum = (first[i] - '0') + (second[i] - '0') + carry;
    text += {first[i], second[i], '=', char('0' + sum % 10)};
    carry = sum / 10;
  }
  return text + '=' + char('0' + carry);
}

Marks marks(const std::vector<std::string>& wanted, const std::vector<std::string>& given) {
  double right = 0, characters = 0, flawless = 0;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    for (std::size_t c = 0; c < wanted[i].size(); ++c) right += given[i][c] == wanted[i][c];
    characters += static_cast<double>(wanted[i].size());
    flawless += given[i] == wanted[i];
  }
  return {right / characters, flawless / static_cast<double>(wanted.size())};
}

int main() {
  return examine(
      "13_length_generalisation",
      [](Examiner& e) { check_length_generalisation(e, addition, marks); }, "Next: make 14");
}
