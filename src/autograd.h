// Reverse-mode differentiation with a tape.
//
// Every operation that has something to differentiate writes one entry: its inputs, its output, and
// a function that turns the gradient of the output into gradients of the inputs. The order in which
// operations ran is already an order to differentiate in, so backward() plays the tape from its end
// and drops each entry as it goes, and with it the memory. Each thread has a tape of its own.
//
// Leaves (weights) accumulate: their gradients add up over several calls of backward() until
// cleared. Everything in between is fresh in each forward pass.
//
// backward() reads the numbers that an operation was given, not copies of them. So no operation
// writes into its inputs, and whoever writes through data() does so before the forward pass or
// after backward().
#pragma once

#include <functional>
#include <iosfwd>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "tensor.h"

namespace whereabouts {

struct TapeEntry {
  const char* operation;
  std::vector<Tensor> inputs;
  Tensor output;
  std::function<void()>
      backward;  ///< reads output.grad(), adds to the gradient of each input that requires one
};

/// An entry in a line:  matmul      [2, 3] [3, 4] -> [2, 4]
std::ostream& operator<<(std::ostream& out, const TapeEntry& entry);

/// Called at the end of every operation: puts it on the tape if one of its inputs requires a
/// gradient. Returns the output.
Tensor record(const char* operation, std::vector<Tensor> inputs, Tensor output,
              std::function<void()> backward);

/// Fills the gradients of everything that `loss` was computed from, starting from d loss = `seed`,
/// and empties the tape. Throws if the loss is not one number, or if nothing on the tape leads to
/// it.
void backward(const Tensor& loss, float seed = 1.0f);

/// What this thread has recorded so far, in order.
std::span<const TapeEntry> tape();
/// Forgets what this thread has recorded, without differentiating.
void clear_tape();

/// Seconds that each kind of operation has taken on this thread, forward and backward.
struct OperationTimes {
  struct Seconds {
    double forward = 0, backward = 0;
  };
  std::map<std::string, Seconds> by_operation;
};
/// From now on times every recorded operation of this thread; null ends it. The time of a forward
/// operation is taken from the end of the one before.
void time_operations(OperationTimes* times);
/// What this thread has done since its last operation belongs to none: for the start of a pass.
void time_from_here();

/// While one of these lives, this thread records nothing.
class NoGrad {
 public:
  NoGrad();
  ~NoGrad();
  NoGrad(const NoGrad&) = delete;
  NoGrad& operator=(const NoGrad&) = delete;

 private:
  bool before_;
};
bool recording();

}  // namespace whereabouts
