#include "train/task_training.h"

namespace whereabouts {

ModelConfig model_for_task(const Task& task, const std::string& scheme, ModelConfig sizes) {
  sizes.vocabulary = task.vocabulary();
  sizes.trained_length = task.tokens(task.trained) - 1;  // the last token is never read
  sizes.scheme = scheme;
  return sizes;
}

void train_on_task(Transformer& model, const Task& task, const TrainingConfig& config,
                   const std::function<void(int step, double loss)>& on_step) {
  Trainer trainer(model, config, {});
  for (int step = 1; step <= config.steps; ++step) {
    std::vector<Example> batch;
    for (const Shard& shard : trainer.shards()) {
      const int length = trainer.batches().between(1, task.trained);
      for (int i = 0; i < shard.count; ++i)
        batch.push_back(task.example(length, trainer.batches()));
    }
    const double loss = trainer.step(batch, trainer.draw());
    if (on_step) on_step(step, loss);
  }
}

}  // namespace whereabouts
