// Exercise 14, solved: the place of each digit, and the hints that tell it.
#include <string>
#include <vector>

#include "../exercises/14_positions_that_know_check.h"

using namespace whereabouts;

std::vector<int> place_in_number(const std::string& text) {
  std::vector<int> places;
  int place = 0;
  for (const char c : text) places.push_back(place = c >= '0' && c <= '9' ? place + 1 : 0);
  return places;
}

std::string with_hints(const std::string& text, char first) {
  const std::vector<int> places = place_in_number(text);
  std::string hinted;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (places[i] > 0) hinted += static_cast<char>(first + places[i] - 1);
    hinted += text[i];
  }
  return hinted;
}

int main() {
  return examine(
      "14_positions_that_know",
      [](Examiner& e) { check_positions_that_know(e, place_in_number, with_hints); },
      "Next: make 15");
}
