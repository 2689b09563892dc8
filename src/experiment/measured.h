// What the rows of the tables of claims look at: numbers of trained models, each by seed.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "experiment/results.h"
#include "experiment/runs.h"
#include "text/tasks.h"

namespace whereabouts {

/// A scheme "still works" at a length if it takes no more than this many bits per character above
/// its own training length.
inline constexpr double kStillWorks = 0.1;

class Measured {
 public:
  /// From runs with this training length and longest evaluation length.
  Measured(const std::vector<Run>& runs, int trained_length, int longest_length);

  /// Bits per character.
  BySeed bits(const std::string& scheme, int length, const std::string& protocol = "fixed") const;
  /// Bits per character above those at the training length.
  BySeed gap(const std::string& scheme, int length) const;
  /// Bits per character above those of the same model that reads the last `trained` characters
  /// alone, at this length.
  BySeed over_cropped(const std::string& scheme, int length) const;
  /// The share of the characters of names that is right, if the name was last said `from` to
  /// 2 from - 1 characters ago.
  BySeed recall(const std::string& scheme, int from) const;
  /// Why names cannot show how far a scheme looks, if its models do not copy near ones either; else
  /// "".
  std::string copies_nothing(const std::string& scheme) const;
  /// The share of the asked characters of a task that is right.
  BySeed right(const Task& task, const std::string& scheme, int length) const;
  /// What else was measured of a run: parameters, reading_bytes, ...
  BySeed note(const std::string& scheme, const std::string& name) const;
  BySeed megabytes(const std::string& scheme) const;

  /// f(lowest, highest) of the values that the schemes of `among` have at the training length, for
  /// each seed that all of them have. One scheme alone is no choice.
  BySeed between_schemes(const std::vector<std::string>& among, Value value,
                         const std::function<double(double, double)>& f) const;

  /// The shortest evaluated length of at least `times` the trained one; if there is none, the
  /// longest.
  int at_least(double times) const;
  /// So many times the trained length, evaluated or not: where what is said names the number.
  int times(double factor) const { return static_cast<int>(factor * trained + 0.5); }

  /// Why a task cannot tell these schemes apart, if they have not learned it: a rule that was not
  /// learned at the trained lengths cannot carry over to longer ones. Else "".
  std::string not_learned(const Task& task, const std::vector<std::string>& schemes) const;

  std::vector<ResultRow> rows = {};
  int trained, longest;
};

/// "; its own gap 0.08 (0.07 to 0.09)", or nothing if nothing was measured.
std::string also(const std::string& words, const BySeed& values, int decimals = 2,
                 const std::string& unit = "");

}  // namespace whereabouts
