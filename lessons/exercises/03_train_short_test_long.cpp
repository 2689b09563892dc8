// Exercise 03. Write the measure and the protocol.
//
//   make exercise-03
//
// builds this file and examines what you wrote. Lesson 03 has the formulas.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "03_train_short_test_long_check.h"

using namespace whereabouts;

// Bits per character. logits is [targets][V]; targets[r] says which of the V numbers of row r
// belongs to the character that came.
//
//   p_j = e^(x_j) / sum over k of e^(x_k)        the mean over r of  -log2 p_target
//
// A logit of 800 must do no harm, though e^800 is too large for any number we have.
double bits_per_char(const Logits& logits, const std::vector<int>& targets) {
  not_written();  // put your code in the place of this line
}

// Protocol `fixed` at one length: the mean over the last kScored targets of every window, whose
// last targets are the characters at `ends`, whatever the length.
//
// A window that starts at s reads the characters s .. s + length - 1 and predicts the characters
// s + 1 .. s + length; losses(s, length) is what the model needs for each of these, in bits.
double fixed_score(const Losses& losses, const std::vector<int>& ends, int length) {
  not_written();  // put your code in the place of this line
}

int main() {
  return examine(
      "03_train_short_test_long",
      [](Examiner& e) { check_train_short_test_long(e, bits_per_char, fixed_score); },
      "Every curve of this course is measured so. Next: make 04");
}
