#include "train/trainer.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "nn/training_pass.h"
#include "ops.h"
#include "text/batch.h"
#include "train/answers.h"
#include "train/schedule.h"
#include "util/check.h"
#include "util/parallel.h"

namespace whereabouts {
namespace {

std::vector<const float*> matrices_of(const Parameters& parameters) {
  std::vector<const float*> matrices;
  for (const auto& weight : parameters.entries())
    if (weight.tensor.shape().rank() == 2) matrices.push_back(weight.tensor.data());
  return matrices;
}

}  // namespace

Trainer::Trainer(Transformer& model, const TrainingConfig& config, std::span<const Token> training,
                 Token boundary)
    : config_(config),
      training_(training),
      documents_(boundary < 0 ? std::vector<Document>() : documents_of(training, boundary)),
      batches_(config.seed, "batches"),
      optimiser_(std::make_unique<AdamW>(model.parameters(), config.adamw)),
      packed_weights_(matrices_of(model.parameters())),
      last_step_(config.steps) {
  for (int s = 0; s < std::min(config.shards, config.batch); ++s)
    replicas_.push_back(model.replica());
  for (const Transformer& replica : replicas_) replica_parameters_.push_back(&replica.parameters());
}

std::uint64_t Trainer::draw() const {
  return Random(config_.seed, "positions of step " + std::to_string(steps_done_)).next();
}

std::vector<Shard> Trainer::shards() const {
  const auto count = static_cast<int>(replicas_.size());
  const auto first = [&](int s) { return config_.batch * s / count; };
  std::vector<Shard> shards;
  for (int s = 0; s < count; ++s) shards.push_back({first(s), first(s + 1) - first(s)});
  return shards;
}

double Trainer::step() {
  const int shortest = config_.shortest_length;
  const int length = shortest > 0 ? batches_.between(shortest, config_.length) : config_.length;
  if (!documents_.empty())
    return step(document_batch(documents_, config_.batch, length, batches_), draw());
  const Batch batch = random_batch(training_, config_.batch, length, batches_);
  Positions at = Positions::whole(length);
  at.draw = draw();
  const std::vector<int> targets(config_.batch, length);
  return step(targets, [&](const Transformer& model, const Shard& shard) {
    const auto part = [&](const std::vector<Token>& tokens) {
      return std::span(tokens).subspan(std::size_t(shard.first) * batch.length,
                                       std::size_t(shard.count) * batch.length);
    };
    return cross_entropy(model.logits(part(batch.inputs), shard.count, at), part(batch.targets));
  });
}

double Trainer::step(std::span<const Example> examples, std::uint64_t draw) {
  std::vector<int> targets;
  for (const Example& example : examples)
    targets.push_back(static_cast<int>(example.targets.size()));
  return step(targets, [&](const Transformer& model, const Shard& shard) {
    const auto own = examples.subspan(shard.first, shard.count);
    return cross_entropy(answers(model, own, draw), targets_of(own));
  });
}

double Trainer::step(std::span<const int> targets, const LossOf& loss_of) {
  check_argument(std::ssize(targets) == config_.batch, "Trainer", targets.size(),
                 " examples for a batch of ", config_.batch);
  const auto sum = [](std::span<const int> counts) {
    return std::accumulate(counts.begin(), counts.end(), 0LL);
  };
  const std::vector<Shard> shards = this->shards();
  std::vector<double> losses(shards.size());
  packed_weights_.renew();
  parallel_for(static_cast<int>(shards.size()), [&](int s) {
    for (const auto& weight : replica_parameters_[s]->entries()) weight.tensor.clear_grad();
    const PackedOnce::Use packed(packed_weights_);
    const TrainingPass pass(
        Random(config_.seed, concat("training pass of step ", steps_done_, ", shard ", s)));
    // The mean over all targets is the sum of the shards' means, each times its share of them.
    const double share =
        1.0 * sum(targets.subspan(shards[s].first, shards[s].count)) / sum(targets);
    const Tensor loss = loss_of(replicas_[s], shards[s]);
    backward(loss, static_cast<float>(share));
    losses[s] = loss.item() * share;
  });
  targets_seen_ += sum(targets);
  const double loss = std::accumulate(losses.begin(), losses.end(), 0.0);

  // The optimiser sums the gradients, clips them to max_grad_norm, and updates the weights.
  const double rate = learning_rate(steps_done_, config_.steps, config_.learning_rate);
  const double norm =
      std::isfinite(loss)
          ? optimiser_->step(static_cast<float>(rate), static_cast<float>(config_.max_grad_norm),
                             replica_parameters_)
          : loss;
  check_user(std::isfinite(loss) && std::isfinite(norm), "step ", steps_done_ + 1, " of ",
             std::max(last_step_, steps_done_ + 1), ": the ",
             std::isfinite(loss) ? "gradient" : "loss",
             " is no longer a number; try a lower --lr than ", config_.learning_rate);
  ++steps_done_;
  return loss;
}

}  // namespace whereabouts
