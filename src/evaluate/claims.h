// What is said about positional encodings, held against numbers.
//
// A claim is judged by a rule that is stated with it, and by every seed: it holds if it does for
// each of them, it does not if for none, and else these seeds do not decide.
#pragma once

#include <string>
#include <vector>

namespace whereabouts {

enum class Verdict { kHolds, kDoesNotHold, kUndecided, kCannotBeTested, kNotMeasured };
/// "holds here", "does not hold here", ...
const char* name_of(Verdict verdict);

struct Claim {
  std::string topic;      ///< sinusoidal, rope, ...
  std::string statement;  ///< as it is said
  std::string rule;       ///< what would count as true
  Verdict verdict = Verdict::kNotMeasured;
  std::string figure = {};   ///< what was found, with its spread
  std::string command = {};  ///< that shows it
};

/// kHolds if all values are at most `limit`, kDoesNotHold if none is, else kUndecided; kNotMeasured
/// if there are none.
Verdict judged_below(const std::vector<double>& values, double limit);

}  // namespace whereabouts
