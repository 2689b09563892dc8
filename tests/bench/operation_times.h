// How long each kind of operation takes on one thread, forward and backward.
#pragma once

#include <chrono>
#include <map>
#include <string>
#include <utility>

#include "autograd.h"

namespace whereabouts {

/// Observes the tape of the thread that makes it for as long as it lives. The time of an operation
/// is that since the one before it ended, or since from_here().
class OperationTimes : public TapeObserver {
 public:
  struct Seconds {
    double forward = 0, backward = 0;
  };

  OperationTimes() { observe_tape(this); }
  ~OperationTimes() override { observe_tape(nullptr); }
  OperationTimes(const OperationTimes&) = delete;
  OperationTimes& operator=(const OperationTimes&) = delete;

  /// What was done since the last operation belongs to none: for the start of a pass.
  void from_here() { lap(); }
  const std::map<std::string, Seconds>& by_operation() const { return by_operation_; }

  void recorded(const TapeEntry& entry) override {
    by_operation_[entry.operation].forward += lap();
  }
  void differentiated(const TapeEntry& entry) override {
    by_operation_[entry.operation].backward += lap();
  }

 private:
  double lap() {
    const auto now = std::chrono::steady_clock::now();
    return std::chrono::duration<double>(now - std::exchange(last_, now)).count();
  }

  std::map<std::string, Seconds> by_operation_;
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

}  // namespace whereabouts
