// Reverse-mode differentiation with a tape.
//
// Every operation with an input that requires a gradient writes one entry: its inputs, its output,
// and a function that turns the gradient of the output into gradients of the inputs. An operation
// runs after those that computed its inputs. So backward() goes through the tape from its end, and
// a gradient is complete before it is passed on. Each entry is dropped, and its memory freed, as
// soon as it is done. Each thread has its own tape.
//
// The gradients of leaves (weights) add up over several calls of backward() until they are cleared.
// All other tensors are new in each forward pass.
//
// backward() reads the numbers that an operation was given, not copies of them. So no operation
// writes into its inputs, and numbers may be changed through data() only before the forward pass or
// after backward().
#pragma once

#include <functional>
#include <iosfwd>
#include <span>
#include <vector>

#include "tensor.h"

namespace whereabouts {

struct TapeEntry {
  const char* operation;
  std::vector<Tensor> inputs;
  Tensor output;
  /// Reads output.grad() and adds to the gradient of each input that requires one.
  std::function<void()> backward;
};

/// An entry as one line:  matmul      [2, 3] [3, 4] -> [2, 4]
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

/// Is told of each entry of a tape when it is recorded, and again when it is differentiated; used
/// to measure time and memory.
class TapeObserver {
 public:
  virtual ~TapeObserver() = default;
  virtual void recorded(const TapeEntry& entry) = 0;
  virtual void differentiated(const TapeEntry& entry) = 0;
};
/// From now on `observer` is told of this thread's tape; null: nobody.
void observe_tape(TapeObserver* observer);

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
