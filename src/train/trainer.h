// Training: batch, loss, gradient, step.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "kernels/packed_once.h"
#include "nn/transformer.h"
#include "text/documents.h"
#include "text/example.h"
#include "train/adamw.h"
#include "util/random.h"

namespace whereabouts {

/// Each shard has gradients of its own, so more of them would need much memory.
inline constexpr int kMostShards = 256;

struct TrainingConfig {
  int steps = 1000;
  int batch = 32;               ///< windows in a step
  int length = 64;              ///< characters in a window, at most
  int shortest_length = 0;      ///< each batch draws its length from here on; 0: always `length`
  int shards = 8;               ///< what a batch is cut into, at most: see Trainer
  double learning_rate = 3e-3;  ///< at its highest
  double max_grad_norm = 1;     ///< gradients of a larger norm are clipped to it; 0: never
  std::uint64_t seed = 0;       ///< of the batches
  AdamWConfig adamw = {};
  bool operator==(const TrainingConfig&) const = default;
};

/// Some of the examples of a step: first .. first + count - 1.
struct Shard {
  int first = 0, count = 0;
};

/// Trains a model in place.
///
/// A batch is cut into shards, always the same, and each goes forward and backward on one thread,
/// with the model's weights and its own gradients. The gradients are then added in the order of the
/// shards. So a step has one parallel region only, whole layers stay in a core's own cache, and the
/// result has the same bits for any number of threads. With 8 shards a ninth core has nothing to
/// do; another count of shards adds in another order, so the last digits differ.
class Trainer {
 public:
  /// `model` and `training` must outlive the trainer. With a `boundary` (Text::boundary),
  /// `training` consists of documents, and each example of a batch is one of them.
  Trainer(Transformer& model, const TrainingConfig& config, std::span<const Token> training,
          Token boundary = -1);

  /// One step. Returns the mean loss of its batch in nats, before the weights change.
  /// Throws UserError, naming the step, if the loss or the gradient is not finite; the weights are
  /// then as before the step.
  double step();

  /// One step on other examples, config.batch of them. Those of a shard must be of one length.
  /// `draw`: which random positions (Positions::draw); 0: positions as in evaluation.
  double step(std::span<const Example> examples, std::uint64_t draw = 0);

  /// One step on another loss, the mean over all targets; targets[i] is how many of them example i
  /// has. `loss_of` gives the mean loss in nats over the targets of one shard, computed with that
  /// model, and is called on any thread.
  using LossOf = std::function<Tensor(const Transformer& model, const Shard& shard)>;
  double step(std::span<const int> targets, const LossOf& loss_of);

  /// How each batch is cut: min(config.shards, config.batch) shards.
  std::vector<Shard> shards() const;

  /// Which draw of random positions this step is at (Positions::draw).
  std::uint64_t draw() const;

  int steps_done() const { return steps_done_; }
  /// How many targets all steps since this trainer was made had.
  long long targets_seen() const { return targets_seen_; }
  const TrainingConfig& config() const { return config_; }
  Optimiser& optimiser() { return *optimiser_; }
  Random& batches() { return batches_; }
  void resume_at(int step) { steps_done_ = step; }
  /// The step at which the run is to end, if not config().steps. Only messages tell it: the
  /// learning rate still follows config().steps, and then stays as it is at their end.
  void end_at(int step) { last_step_ = step; }

 private:
  TrainingConfig config_;
  std::span<const Token> training_;
  std::vector<Document> documents_;  // empty: running text
  Random batches_;
  std::vector<Transformer> replicas_;
  std::vector<const Parameters*> replica_parameters_;
  std::unique_ptr<Optimiser> optimiser_;
  PackedOnce packed_weights_;
  int steps_done_ = 0, last_step_;
  long long targets_seen_ = 0;
};

}  // namespace whereabouts
