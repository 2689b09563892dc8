#include "train/task_training.h"

#include <algorithm>

#include "util/check.h"

namespace whereabouts {

ModelConfig model_for_task(const Task& task, const std::string& scheme, ModelConfig sizes) {
  sizes.vocabulary = task.vocabulary();
  sizes.trained_length = task.tokens(task.trained) - 1;  // the last token is never read
  sizes.scheme = scheme;
  return sizes;
}

void train_on_task(Transformer& model, const Task& task, const TrainingConfig& config,
                   const std::function<void(int step, double loss)>& on_step) {
  struct Shard {
    int rows = 0, length = 0;
    std::vector<Token> inputs;   // [rows, length]
    std::vector<int> asked;      // rows of the hidden states [rows length, C] that are scored
    std::vector<Token> targets;  // one for each of those
  };
  const int count = std::min(Trainer::kShards, config.batch);
  Trainer trainer(model, config, {});
  Random& random = trainer.batches();
  for (int step = 1; step <= config.steps; ++step) {
    std::vector<Shard> shards(count);
    std::size_t asked = 0;
    for (int s = 0; s < count; ++s) {
      Shard& shard = shards[s];
      shard.rows = config.batch * (s + 1) / count - config.batch * s / count;
      const int items = random.between(1, task.trained);
      shard.length = task.tokens(items) - 1;
      for (int row = 0; row < shard.rows; ++row) {
        const TaskInstance instance = task.make(items, random);
        shard.inputs.insert(shard.inputs.end(), instance.tokens.begin(), instance.tokens.end() - 1);
        for (const int place : instance.asked) {
          shard.asked.push_back(row * shard.length + place - 1);
          shard.targets.push_back(instance.tokens[place]);
        }
      }
      asked += shard.asked.size();
    }
    std::vector<double> shares;
    for (const Shard& shard : shards)
      shares.push_back(static_cast<double>(shard.asked.size()) / static_cast<double>(asked));
    const double loss = trainer.step(shares, [&](const Transformer& replica, int s) {
      const Shard& shard = shards[s];
      Positions at = Positions::whole(shard.length);
      at.draw = trainer.draw();
      const Tensor hidden = replica.hidden(shard.inputs, shard.rows, at);  // [rows, T, C]
      const Tensor answers = gather_rows(
          hidden.reshape({std::int64_t{shard.rows} * shard.length, hidden.dim(-1)}), shard.asked);
      return cross_entropy(replica.head(answers), shard.targets);
    });
    if (on_step) on_step(step, loss);
  }
}

}  // namespace whereabouts
