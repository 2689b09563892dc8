// Whether a model is being trained at this moment, and random numbers for layers that want some
// then, as dropout does.
#pragma once

#include <utility>

#include "util/random.h"

namespace whereabouts {

/// While one of these lives, what this thread computes is a step of training. Trainer makes one for
/// each shard of a step, with a stream that follows from the seed, the step and the shard: so the
/// numbers are the same for any number of threads, and after a run was resumed.
class TrainingPass {
 public:
  explicit TrainingPass(const Random& random)
      : random_(random), before_(std::exchange(now_, &random_)) {}
  ~TrainingPass() { now_ = before_; }
  TrainingPass(const TrainingPass&) = delete;
  TrainingPass& operator=(const TrainingPass&) = delete;

 private:
  friend Random* training_random();
  static inline thread_local Random* now_ = nullptr;
  Random random_;
  Random* before_;
};

/// The random numbers of this thread's step of training, or null: in evaluation and generation
/// there is none.
inline Random* training_random() { return TrainingPass::now_; }

}  // namespace whereabouts
