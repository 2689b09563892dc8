// What is said about positional encodings, held against numbers.
//
// A claim is a row of a table: arithmetic_claims() or trained_claims(). Each says what it looks at,
// a number for each seed, and which limit that must keep. One function judges them all: a claim
// holds if every seed keeps the limit, it does not if none does, and else these seeds do not
// decide.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "experiment/runs.h"

namespace whereabouts {

enum class Verdict { kHolds, kDoesNotHold, kUndecided, kCannotBeTested, kNotMeasured };
/// "holds here", "does not hold here", ...
const char* name_of(Verdict verdict);

/// What a number must be: keeps(number, limit). A tie is neither below nor above.
struct Limit {
  std::function<bool(double, double)> keeps;
  double limit;
};
inline Limit below(double limit) { return {std::less(), limit}; }
inline Limit at_most(double limit) { return {std::less_equal(), limit}; }
inline Limit exactly(double limit) { return {std::equal_to(), limit}; }
inline Limit at_least(double limit) { return {std::greater_equal(), limit}; }
inline Limit above(double limit) { return {std::greater(), limit}; }

struct Claim {
  std::string topic;           ///< sinusoidal, rope, ...
  std::string statement;       ///< as it is said
  std::string rule;            ///< what would count as true, with its limit
  BySeed looked_at;            ///< the numbers that are held against the limit
  std::optional<Limit> limit;  ///< none: what is said cannot be tested
  std::string words = {};      ///< what the numbers are, "gap at 128"; empty: they are not shown
  std::string more = {};       ///< what else was found
  std::string command = "make report";  ///< that shows it
  std::string doubt = {};               ///< why the numbers cannot decide, whatever they are
  std::string not_tried = {};           ///< what the paper has besides, and this experiment not

  Verdict verdict() const;
  /// What was found, with its spread over the seeds, and the 95 % interval of the mean over more of
  /// them: "gap at 128 2.43 (2.21 to 2.57), 3 seeds, mean 2.40 ± 0.45".
  std::string figure() const;
};

/// Under their topics, each with its verdict, what was found, and what shows it.
std::string claims_in_words(const std::vector<Claim>& claims);
/// The same as CSV: topic, statement, verdict, figure, rule, not_tried, command.
std::string claims_csv(const std::vector<Claim>& claims);

/// The claims that are a matter of arithmetic: measured on arrays and on models with random
/// weights, in under a second, with the functions that the schemes themselves are made of.
std::vector<Claim> arithmetic_claims();

/// The claims about trained models, from the runs of the full experiment with training length
/// `trained` and this longest evaluation length.
std::vector<Claim> trained_claims(const std::vector<Run>& runs, int trained, int longest);

/// What the papers themselves say of their schemes, from the same runs and those of the schemes
/// that the module does not have (make papers).
std::vector<Claim> paper_claims(const std::vector<Run>& runs, int trained, int longest);

/// How many of them hold.
int holding(const std::vector<Claim>& claims);

}  // namespace whereabouts
