// How well a model answers the instances of a task at one length.
#pragma once

#include <cstdint>

#include "nn/transformer.h"
#include "text/tasks.h"

namespace whereabouts {

struct TaskScore {
  double exact = 0;      ///< the share of instances answered without a mistake
  double character = 0;  ///< the share of asked characters that are right, given the right ones
                         ///< before
  double bits_per_char = 0;
  int instances = 0;
  std::int64_t asked = 0;
};

/// Scores `instances` fresh instances of `length`, the same ones for every model. An instance
/// counts as exact if every asked character is the likeliest one after the true ones before it;
/// that is so just when the model, writing greedily, gives the whole answer. The same bits for any
/// number of threads.
TaskScore score_task(const Transformer& model, const Task& task, int length, int instances);

}  // namespace whereabouts
