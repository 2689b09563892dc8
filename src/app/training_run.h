// A training run that can not be lost: saved as it goes, when it is interrupted and when it ends,
// and resumed to the same bits.
//
// The folder of a run holds model.safetensors and training.safetensors (train/checkpoint.h) and
// loss.csv, with the loss of every step up to the last save at least. They are written in the order
// loss.csv, training, model, each whole or not at all, so whatever moment a run is killed at, the
// training state is whole, the loss file reaches at least as far, and the model is from the same
// save or the one before. Resuming starts from the training state alone, drops the rows of the loss
// file beyond it, and brings the model up to date.
#pragma once

#include <vector>

#include "app/lesson.h"

namespace whereabouts {

struct TrainedRun {
  Transformer model;
  std::vector<int> steps;      ///< 1, 2, ...
  std::vector<double> losses;  ///< of those steps' batches, in nats
};

/// Trains the one scheme of a lesson in its output folder, or goes on with the run that --resume
/// named. Ctrl-C finishes the step, saves, tells how to go on, and throws Interrupted. A save that
/// fails is reported and tried again at the next one; if the last one fails, that is an error.
/// Throws UserError if another program is training into the same folder.
TrainedRun train_in_folder(const Lesson& lesson, const Text& text);

}  // namespace whereabouts
