// Training: batch, loss, gradient, step.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "nn/transformer.h"
#include "text/batch.h"
#include "text/documents.h"
#include "train/adamw.h"
#include "util/random.h"

namespace whereabouts {

struct TrainingConfig {
  int steps = 1000;
  int batch = 32;               ///< windows in a step
  int length = 64;              ///< characters in a window
  double learning_rate = 3e-3;  ///< at its highest
  double max_grad_norm = 1;     ///< gradients longer than this are shortened to it; 0: never
  std::uint64_t seed = 0;       ///< of the batches
  AdamWConfig adamw = {};
  bool operator==(const TrainingConfig&) const = default;
};

/// Trains a model in place.
///
/// A batch is cut into kShards shards, always the same, and each goes forward and backward on one
/// thread, with the model's weights and gradients of its own. The gradients are then added in the
/// order of the shards. So there is one parallel region for all that, whole layers stay in a core's
/// own cache, and the result has the same bits for any number of threads.
class Trainer {
 public:
  static constexpr int kShards = 8;

  /// `model` and `training` must outlive the trainer. With a `boundary` (Text::boundary),
  /// `training` consists of documents, and each row of a batch is one of them.
  Trainer(Transformer& model, const TrainingConfig& config, std::span<const Token> training,
          Token boundary = -1);

  /// One step. Returns the mean loss of its batch in nats, before the weights change.
  /// Throws UserError, naming the step, if the loss or the gradient is not finite; the weights are
  /// then as before the step.
  double step();

  /// One step on another loss. `loss_of(model, shard)` is the mean loss in nats over the examples
  /// of one of the min(kShards, batch) shards, computed with that model, on any thread; they are
  /// the share `shares[shard]` of all examples of the step.
  using ShardLoss = std::function<Tensor(const Transformer& model, int shard)>;
  double step(std::span<const double> shares, const ShardLoss& loss_of);

  /// Which draw of random positions this step is at (Positions::draw).
  std::uint64_t draw() const;

  int steps_done() const { return steps_done_; }
  /// How many targets step() was asked for since this trainer was made.
  long long targets_seen() const { return targets_seen_; }
  const TrainingConfig& config() const { return config_; }
  Optimiser& optimiser() { return *optimiser_; }
  Random& batches() { return batches_; }
  void resume_at(int step) { steps_done_ = step; }
  /// Where the run is to end if not after config().steps; messages tell it, and nothing else
  /// changes: the learning rate follows config().steps and then stays at its end.
  void end_at(int step) { last_step_ = step; }

 private:
  double step_on_documents();
  int first_row(int shard) const;

  TrainingConfig config_;
  std::span<const Token> training_;
  std::vector<Document> documents_;  // empty: running text
  Random batches_;
  std::vector<Transformer> replicas_;
  std::vector<const Parameters*> replica_parameters_;
  std::unique_ptr<Optimiser> optimiser_;
  int steps_done_ = 0, last_step_;
  long long targets_seen_ = 0;
};

/// A copy of a model under another scheme, with the same weights wherever both have them, trained
/// further. What the scheme has of its own starts from `seed`; the model stays as it is.
Transformer trained_further(const Transformer& model, const std::string& scheme, std::uint64_t seed,
                            const TrainingConfig& config, std::span<const Token> training);

}  // namespace whereabouts
