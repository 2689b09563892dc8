// Exercise 15. Write one step of attention with a cache.
//
//   make exercise-15
//
// builds this file and examines what you wrote. Lesson 15 tells what may be kept.
#include <cmath>
#include <vector>

#include "15_generation_check.h"

using namespace whereabouts;

// A new character comes with its query, key and value, of a head with one pair of channels whose
// scheme is rope. `kept` has the keys and values of the characters before it: .keys and .values, as
// many of the one as of the other. Keep the new ones too, and return the new character's output:
//
//   i = its position = how many characters came before it
//   score_j = turned(query, i theta) . turned(key_j, j theta) / sqrt(2)       j = 0 .. i
//   output = sum over j of softmax(score)_j value_j
//
// `theta` is right for the text as long as it is now. At the next character it may be another.
// A score of 1000 must do no harm, though e^1000 is too large for any number we have.
// turned(pair, angle) and dot(pair, pair) are there for you.
double attend(Kept& kept, Pair query, Pair key, double value, double theta) {
  not_written();  // put your code in the place of this line
}

int main() {
  return examine(
      "15_generation", [](Examiner& e) { check_generation(e, attend); },
      "Every chatbot does this once per token, layer and head. Next: make 16");
}
