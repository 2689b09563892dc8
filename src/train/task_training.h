// Training on the instances of a task, with a loss on what is asked alone.
#pragma once

#include <functional>

#include "nn/transformer.h"
#include "text/tasks.h"
#include "train/trainer.h"

namespace whereabouts {

/// The settings that a task gives a model: its alphabet, and the longest trained instance.
ModelConfig model_for_task(const Task& task, const std::string& scheme, ModelConfig sizes);

/// `config.steps` steps of `config.batch` instances. Each shard of a batch draws its own length in
/// 1 .. task.trained, and all of its instances have that length, so that nothing is padded.
/// `on_step`, if given, sees each step's loss in nats.
void train_on_task(Transformer& model, const Task& task, const TrainingConfig& config,
                   const std::function<void(int step, double loss)>& on_step = {});

}  // namespace whereabouts
