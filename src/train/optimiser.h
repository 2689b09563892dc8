// What every optimiser has in common: the gradients of all replicas are added up, scaled down
// together if their norm is too large (clipped), and then each weight is updated.
//
// A new optimiser defines update(), and calls remember() for what it keeps between steps, which
// checkpoints then save. Trainer makes the one that is used.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "nn/parameters.h"

namespace whereabouts {

class Optimiser {
 public:
  /// Models of fewer weights are updated by one thread: starting others would take longer.
  static constexpr std::int64_t kWorthSharing = 1 << 19;
  explicit Optimiser(const Parameters& parameters);
  virtual ~Optimiser() = default;

  /// One step. The gradient of a weight is what the weight itself holds plus what it holds in each
  /// of the replicas, added in that order; all are first scaled down together if their norm is
  /// above `max_grad_norm` (0: never). Returns the norm before that. If it is not finite, nothing
  /// changes.
  double step(float rate, float max_grad_norm, std::span<const Parameters* const> replicas = {});

  /// What it remembers of each weight, under the name that a checkpoint gives it: "momentum.head".
  struct State {
    std::string name;
    Tensor numbers;
  };
  std::span<State> state() { return state_; }
  std::int64_t steps() const { return steps_; }  ///< made so far
  void set_steps(std::int64_t steps) { steps_ = steps; }

 protected:
  /// Neighbouring numbers of one weight, and their gradients, which are still to be multiplied by
  /// `clip`.
  struct Piece {
    std::size_t entry;          // of entries()
    std::int64_t first, count;  // numbers first .. first + count - 1 of it
    float* weights;
    const float* gradients;
    float clip, rate;
  };
  /// Changes the weights of a piece. Called for all pieces, on any thread; steps() is the number of
  /// this step, and the first is 1.
  virtual void update(const Piece& piece) = 0;

  std::span<const Parameters::Entry> entries() const { return entries_; }
  /// A tensor of the weight's shape, 0 before the first step, that becomes part of state(). `kind`
  /// is the first part of its name.
  Tensor remember(const std::string& kind, const Parameters::Entry& weight);

 private:
  std::vector<Parameters::Entry> entries_;
  std::vector<Tensor> sums_;  // gradients, summed over the replicas
  std::vector<State> state_;
  std::int64_t steps_ = 0;
};

}  // namespace whereabouts
