// The experiment on text that several lessons share: a trained model, read by every protocol.
#pragma once

#include <string>
#include <vector>

#include "evaluate/fixed_targets.h"
#include "experiment/results.h"
#include "experiment/settings.h"
#include "text/repeated_names.h"
#include "text/tasks.h"

namespace whereabouts {

/// What is measured of a trained model, besides what Settings say.
struct Measures {
  std::vector<std::string> protocols = {"fixed"};
  int stride = 16;  ///< of protocol sliding
  /// The rotary scheme's own weights are also read through these, without further training.
  std::vector<std::string> extensions = {};
};

/// Refuses protocols as check_protocols() does. Of several seeds blocks goes with fixed, so that
/// intervals are over the text too; not where documents are kept apart.
void settle_protocols(Measures& measures, const Settings& settings);

/// Throws UserError if protocol sliding is wanted and the validation part has not one stride of
/// targets after the longest context.
void check_room_for_stride(const Measures& measures, const Text& text, const Settings& settings);

/// Where documents end before the longest of the lengths: a line that says so; else "".
std::string documents_end(const FixedTargets& targets, const Settings& settings);

/// The sidecar beside a text, data/fables.repeated_names.csv for data/fables.txt; no names if there
/// is none. Throws UserError if it is a sidecar of another text.
RepeatedNames repeated_names_beside(const Text& text);
/// The same for measure(). Prints a notice if protocol names is asked for and there are none.
RepeatedNames names_to_measure(const Text& text, const Measures& measures);

/// All rows of one trained model, by length; those of the extensions last.
std::vector<ResultRow> measure(const Transformer& model, std::uint64_t seed, const Text& text,
                               const RepeatedNames& repeated, const Settings& settings,
                               const Measures& measures);

/// How a task is trained and tested.
struct TaskSettings {
  int width = 64, heads = 4, layers = 2;
  int steps = 0;  ///< 0: the task's own
  int batch = 32;
  double learning_rate = 3e-3;
  int instances = 200;  ///< to test with, at each length
  int steps_of(const Task& task) const { return steps > 0 ? steps : task.steps; }
};

/// The model that learns the task.
ModelConfig model_for(const Task& task, const std::string& scheme, const TaskSettings& settings);

/// The same as settings of a training on text of such lengths, for what it needs of memory.
Settings size_for(const Task& task, const std::vector<std::string>& schemes,
                  const TaskSettings& settings);

/// Trains a new model on a task, showing progress.
Transformer train_task_model(const Task& task, const std::string& scheme, std::uint64_t seed,
                             const TaskSettings& settings);

/// The lengths at which a task is tested: the trained ones by quarters, and on to the last.
std::vector<int> task_lengths(const Task& task);

/// Two rows for each of those lengths: kind character and kind exact.
std::vector<ResultRow> measure_task(const Transformer& model, const Task& task, std::uint64_t seed,
                                    const TaskSettings& settings);

}  // namespace whereabouts
