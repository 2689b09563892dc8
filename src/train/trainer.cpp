#include "train/trainer.h"

#include <algorithm>
#include <cmath>

#include "train/schedule.h"
#include "util/check.h"
#include "util/parallel.h"

namespace whereabouts {

Trainer::Trainer(Transformer& model, const TrainingConfig& config, std::span<const Token> training)
    : config_(config),
      training_(training),
      batches_(config.seed, "batches"),
      optimiser_(model.parameters(), config.adamw) {
  const int shards = std::min(kShards, config.batch);
  for (int s = 0; s < shards; ++s) replicas_.push_back(model.replica());
  for (const Transformer& replica : replicas_) replica_parameters_.push_back(&replica.parameters());
}

double Trainer::step() {
  const Batch batch = random_batch(training_, config_.batch, config_.length, batches_);
  Positions at = Positions::whole(config_.length);
  at.draw = Random(config_.seed, "positions of step " + std::to_string(steps_done_)).next();

  const int shards = static_cast<int>(replicas_.size());
  std::vector<double> losses(shards);
  parallel_for(shards, [&](int s) {
    const int first = config_.batch * s / shards, rows = config_.batch * (s + 1) / shards - first;
    const auto share_of = [&](const std::vector<Token>& tokens) {
      return std::span(tokens).subspan(std::size_t(first) * batch.length,
                                       std::size_t(rows) * batch.length);
    };
    for (const auto& weight : replica_parameters_[s]->entries()) weight.tensor.clear_grad();
    const Tensor loss = cross_entropy(replicas_[s].logits(share_of(batch.inputs), rows, at),
                                      share_of(batch.targets));
    const double share = static_cast<double>(rows) / config_.batch;
    backward(loss, static_cast<float>(share));
    losses[s] = loss.item() * share;
  });
  double loss = 0;
  for (const double l : losses) loss += l;

  const double rate = learning_rate(steps_done_, config_.steps, config_.learning_rate);
  const double norm =
      std::isfinite(loss)
          ? optimiser_.step(static_cast<float>(rate), static_cast<float>(config_.largest_norm),
                            replica_parameters_)
          : loss;
  require(std::isfinite(loss) && std::isfinite(norm), "step ", steps_done_ + 1, " of ",
          std::max(config_.steps, steps_done_ + 1), ": the ",
          std::isfinite(loss) ? "gradient" : "loss",
          " is no longer a number; try a lower --lr than ", config_.learning_rate);
  ++steps_done_;
  return loss;
}

}  // namespace whereabouts
