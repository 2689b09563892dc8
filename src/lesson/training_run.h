// A training run that can not be lost: saved as it goes, when it is interrupted and when it ends,
// and resumed to the same bits.
//
// The folder of a run holds training.safetensors and model.safetensors (train/checkpoint.h) and
// loss.csv, with the loss of every step, and before them best.safetensors, the model as it was
// where the loss on the validation part was lowest. They are written in the order best, training,
// model, loss.csv, each whole or not at all, and none waits for another: what can not be written is
// reported, and the rest is saved.
//
// Whatever moment a run is killed at, the training state is whole, the model is from the same save
// or the one before, and so is the loss file. The training state itself holds the last losses
// (RunRecord::last_losses), so no row is lost by that. Resuming starts from the training state
// alone, takes the older losses from the loss file, drops its rows beyond the state, and brings
// model and loss file up to date. The best model may be ahead of the state by one save; then the
// run that goes on comes to the very same one again.
#pragma once

#include "lesson/lesson.h"
#include "lesson/run_folder.h"

namespace whereabouts {

struct TrainedRun {
  Transformer model;  ///< after the last step, or with --keep best after the best
  LossCurve curve = {};
};

/// Trains the one scheme of a lesson in its output folder, or goes on with the run that --resume
/// named. Ctrl-C finishes the step, saves, tells how to go on, and throws Interrupted. A save that
/// fails is reported, file by file, and tried again at the next one; if the last one fails, that is
/// an error. Throws UserError before the first step if another program is training into the same
/// folder, or if something there is in the way.
TrainedRun train_in_folder(const Lesson& lesson, const Text& text);

}  // namespace whereabouts
