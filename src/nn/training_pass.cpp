#include "nn/training_pass.h"

#include <utility>

namespace whereabouts {
namespace {

thread_local Random* random_of_pass = nullptr;

}  // namespace

TrainingPass::TrainingPass(const Random& random)
    : random_(random), before_(std::exchange(random_of_pass, &random_)) {}
TrainingPass::~TrainingPass() { random_of_pass = before_; }

Random* training_random() { return random_of_pass; }

}  // namespace whereabouts
