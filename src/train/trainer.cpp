#include "train/trainer.h"

#include <algorithm>
#include <cmath>

#include "nn/training_pass.h"
#include "ops.h"
#include "train/schedule.h"
#include "util/check.h"
#include "util/parallel.h"

namespace whereabouts {

Trainer::Trainer(Transformer& model, const TrainingConfig& config, std::span<const Token> training,
                 Token boundary)
    : config_(config),
      training_(training),
      documents_(boundary < 0 ? std::vector<Document>() : documents_of(training, boundary)),
      batches_(config.seed, "batches"),
      optimiser_(std::make_unique<AdamW>(model.parameters(), config.adamw)),
      last_step_(config.steps) {
  const int shards = std::min(kShards, config.batch);
  for (int s = 0; s < shards; ++s) replicas_.push_back(model.replica());
  for (const Transformer& replica : replicas_) replica_parameters_.push_back(&replica.parameters());
}

std::uint64_t Trainer::draw() const {
  return Random(config_.seed, "positions of step " + std::to_string(steps_done_)).next();
}

int Trainer::first_row(int shard) const {
  return config_.batch * shard / static_cast<int>(replicas_.size());
}

double Trainer::step() {
  if (!documents_.empty()) return step_on_documents();
  const Batch batch = random_batch(training_, config_.batch, config_.length, batches_);
  Positions at = Positions::whole(config_.length);
  at.draw = draw();

  const int shards = static_cast<int>(replicas_.size());
  std::vector<double> shares;
  for (int s = 0; s < shards; ++s)
    shares.push_back(static_cast<double>(first_row(s + 1) - first_row(s)) / config_.batch);
  targets_seen_ += std::ssize(batch.targets);
  return step(shares, [&](const Transformer& replica, int s) {
    const int first = first_row(s), rows = first_row(s + 1) - first;
    const auto share_of = [&](const std::vector<Token>& tokens) {
      return std::span(tokens).subspan(std::size_t(first) * batch.length,
                                       std::size_t(rows) * batch.length);
    };
    return cross_entropy(replica.logits(share_of(batch.inputs), rows, at), share_of(batch.targets));
  });
}

double Trainer::step_on_documents() {
  const DocumentBatch batch = document_batch(documents_, config_.batch, config_.length, batches_);
  Positions at = Positions::whole(batch.length);
  at.draw = draw();
  // The numbers of the targets of a shard.
  const auto first = [&](int s) { return batch.first[first_row(s)]; };
  std::vector<double> shares;
  for (int s = 0; s < static_cast<int>(replicas_.size()); ++s)
    shares.push_back(static_cast<double>(first(s + 1) - first(s)) / std::ssize(batch.targets));
  targets_seen_ += std::ssize(batch.targets);
  return step(shares, [&](const Transformer& replica, int s) {
    const int rows = first_row(s + 1) - first_row(s), T = batch.length;
    const Tensor h = replica.hidden(
        std::span(batch.inputs).subspan(std::size_t(first_row(s)) * T, std::size_t(rows) * T), rows,
        at);  // [rows, T, C]
    std::vector<int> asked;
    for (int i = first(s); i < first(s + 1); ++i)
      asked.push_back(batch.places[i] - first_row(s) * T);
    const Tensor found = gather_rows(h.reshape({std::int64_t{rows} * T, h.dim(-1)}), asked);
    return cross_entropy(replica.head(found),
                         std::span(batch.targets).subspan(first(s), asked.size()));
  });
}

double Trainer::step(std::span<const double> shares, const ShardLoss& loss_of) {
  const int shards = static_cast<int>(replicas_.size());
  check_argument(shares.size() == replicas_.size(), "Trainer", shares.size(), " shares for ",
                 shards, " shards");
  std::vector<double> losses(shards);
  parallel_for(shards, [&](int s) {
    for (const auto& weight : replica_parameters_[s]->entries()) weight.tensor.clear_grad();
    const TrainingPass pass(
        Random(config_.seed, concat("training pass of step ", steps_done_, ", shard ", s)));
    const Tensor loss = loss_of(replicas_[s], s);
    backward(loss, static_cast<float>(shares[s]));
    losses[s] = loss.item() * shares[s];
  });
  double loss = 0;
  for (const double l : losses) loss += l;

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

Transformer trained_further(const Transformer& model, const std::string& scheme, std::uint64_t seed,
                            const TrainingConfig& config, std::span<const Token> training) {
  ModelConfig changed = model.config();
  changed.scheme = scheme;
  Transformer copy(changed, seed);
  copy.parameters().take_values(model.parameters());
  Trainer trainer(copy, config, training);
  for (int step = 0; step < config.steps; ++step) trainer.step();
  return copy;
}

}  // namespace whereabouts
