// The progress of a long evaluation.
#pragma once

#include <functional>
#include <utility>

namespace whereabouts {

/// As long as such an object exists, window_losses(), called by this thread, reports its progress:
/// `told` is called with done = 0 at the start and again after every few windows, never by two
/// threads at once.
class TellReading {
 public:
  using Told = std::function<void(int length, int done, int windows)>;
  explicit TellReading(Told told) : told_(std::move(told)), before_(here_) { here_ = &told_; }
  ~TellReading() { here_ = before_; }
  TellReading(const TellReading&) = delete;
  TellReading& operator=(const TellReading&) = delete;
  /// What is to be told on this thread; nullptr: nothing.
  static const Told* here() { return here_; }

 private:
  static inline thread_local const Told* here_ = nullptr;
  Told told_;
  const Told* before_;
};

}  // namespace whereabouts
