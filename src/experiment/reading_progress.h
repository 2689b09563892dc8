// The progress of an evaluation, for those that last.
#pragma once

#include <memory>
#include <string>

#include "evaluate/tell_reading.h"
#include "program/progress.h"

namespace whereabouts {

/// While one of these lives, evaluating shows its progress, in the manner of training: at once
/// where the windows are long (kLong), else after two seconds. A line for each length, and none
/// where several runs go on at a time.
///
//   const ReadingProgress progress("rope");
//   score_fixed(...);
class ReadingProgress {
 public:
  static constexpr int kLong = 4'096;
  /// Writes to the file descriptor `fd`, normally stderr.
  explicit ReadingProgress(std::string label, int fd = 2);
  ~ReadingProgress();

 private:
  struct State;
  std::unique_ptr<State> state_;
  TellReading tell_;
};

}  // namespace whereabouts
