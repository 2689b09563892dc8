// Exercise 19. Write the rule that gives a claim its verdict.
//
//   make exercise-19
//
// builds this file and examines what you wrote. Lesson 19 tells why seeds are compared one by one.
#include <string>
#include <vector>

#include "19_claims_check.h"

using namespace whereabouts;

// The claim: "ours is at most `limit` bits per character above theirs". `ours` and `theirs` hold a
// number for each seed, the same seeds in the same order: both models of a seed saw the same
// batches. Returns the verdict:
//
//   "holds"           if it is so for every seed
//   "does not hold"   if it is so for none
//   "not decided"     if the seeds disagree
//   "not measured"    if there are no seeds at all
std::string verdict(const std::vector<double>& ours, const std::vector<double>& theirs,
                    double limit) {
  not_written();  // put your code in the place of this line
}

int main() {
  return examine(
      "19_claims", [](Examiner& e) { check_claims(e, verdict); },
      "Hold the next table you read to this rule. Next: make 20");
}
