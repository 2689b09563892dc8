// Exercise 19, solved: the rule that gives a claim its verdict.
#include <string>
#include <vector>

#include "../exercises/19_claims_check.h"

using namespace whereabouts;

std::string verdict(const std::vector<double>& ours, const std::vector<double>& theirs,
                    double limit) {
  std::size_t within = 0;
  for (std::size_t seed = 0; seed < ours.size(); ++seed)
    within += ours[seed] - theirs[seed] <= limit;
  if (ours.empty()) return "not measured";
  if (within == ours.size()) return "holds";
  return within == 0 ? "does not hold" : "not decided";
}

int main() {
  return examine(
      "19_claims", [](Examiner& e) { check_claims(e, verdict); }, "Next: make 20");
}
