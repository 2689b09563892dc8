// The loss of a training run, as text and as a picture.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "lesson/training_run.h"

namespace whereabouts {

/// What takes no training, such as guessing, with its bits per character.
using Baselines = std::vector<std::pair<std::string, double>>;

/// Prints the loss of each step's batch, and on the validation part where it was measured, in nats,
/// and writes loss.svg to the lesson's folder, in which the baselines are level lines.
void show_loss(const Lesson& lesson, const LossCurve& curve, const Baselines& baselines);

}  // namespace whereabouts
