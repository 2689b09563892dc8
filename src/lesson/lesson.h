// What the lessons have in common: their flags, their first lines, their folder, and training with
// progress shown.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "experiment/settings.h"
#include "nn/transformer.h"
#include "program/flags.h"
#include "text/text.h"
#include "train/checkpoint.h"

namespace whereabouts {

/// One run of a lesson.
///
///   int main(int argc, char** argv) {
///     return run_lesson(argc, argv, "07_alibi", "A slope per head.", settings,
///                       [&](Lesson& lesson) { ... });
///   }
struct Lesson {
  std::string name;
  Settings settings;
  std::filesystem::path out;                     ///< made and found writable
  std::string program;                           ///< as it was called
  std::shared_ptr<const Checkpoint> checkpoint;  ///< of --model or --resume
  bool resumed = false;                          ///< it is that of --resume
  std::optional<double> guess = {};              ///< --guess
  bool as_shipped = false;                       ///< without any flag: a reader follows the course
};

/// Thrown when a lesson ends because of a signal, with everything saved.
struct Interrupted {
  int exit_code;
};

/// The main function of a lesson: reads the flags into `settings`, answers --help and
/// --list-schemes, prints banner and settings, makes the output folder, runs `body`, and says which
/// files it replaced. With --quick, steps and lengths that were not given are cut down. With
/// --model or --resume the settings are those of the checkpoint, and a flag that contradicts it is
/// refused; what may differ is the evaluation, and with --model also what a scheme does beyond the
/// training length. A lesson without a model (`.trains = false` in Settings) takes --seed,
/// --threads, --out and --quick alone. Returns the exit code; every error is one line.
int run_lesson(int argc, char** argv, const std::string& name, const std::string& summary,
               Settings settings, const std::function<void(Lesson&)>& body,
               const std::function<void(Flags&)>& more_flags = {});

/// Loads the text of the lesson, prints what was found and changed, and makes sure that it is long
/// enough for the settings. With a checkpoint, the tokens are those of its vocabulary; a run is
/// resumed on the very same text alone.
Text load_lesson_text(const Lesson& lesson);

/// A trained model of the lesson: a new one (experiment/train_model.h), or with --model that of the
/// checkpoint, read with this scheme.
Transformer train_model(const Lesson& lesson, const Text& text, const std::string& scheme,
                        std::uint64_t seed);

}  // namespace whereabouts
