// What the lessons have in common: their flags, their first lines, their folder, and training with
// progress shown.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "app/flags.h"
#include "nn/transformer.h"
#include "text/text.h"
#include "train/checkpoint.h"
#include "train/trainer.h"

namespace whereabouts {

/// The settings that every training lesson takes from the command line. A lesson changes the
/// defaults before they are read.
struct Settings {
  std::string data = "data/fables.txt";
  std::vector<std::string> schemes;
  int steps = 1000;
  int batch = 32;
  int length = 64;
  int width = 64;
  int heads = 4;
  int layers = 2;
  double learning_rate = 3e-3;
  std::uint64_t seed = 0;
  int seeds = 1;
  std::vector<int> eval_lengths = {32, 48, 64, 80, 96, 128, 256, 512, 1024};
  int threads = 0;
  std::string out;
  bool quick = false;
  std::string model_file;     ///< a checkpoint to use instead of training
  std::string resume;         ///< the folder of a run to go on with
  int save_every = 100;       ///< steps between checkpoints; 0: at the end alone
  std::string keep = "last";  ///< which weights are evaluated: those of the last step or the best
  std::string data_as_given;  ///< `data` before it was looked for

  std::string documents = "none";  ///< or "lines": each line is one (text/documents.h)

  // What the lesson itself decides.
  bool takes_documents = false;     ///< it takes --documents
  bool saves_checkpoints = false;   ///< it takes --resume and --save-every, see training_run.h
  bool watches_validation = false;  ///< while training, see evaluate/validation.h; it takes --keep
  bool only_generates = false;      ///< with --model it needs no text, its --seed is that of the
                                    ///< drawing, and all but what it writes goes to stderr

  ModelConfig model(const Text& text, const std::string& scheme) const;
  TrainingConfig training(std::uint64_t run_seed) const;
  /// For a lesson of many models: with --quick, no more steps than this and nothing evaluated beyond
  /// `longest_length`, besides the training length. Without it, nothing changes.
  void limit_if_quick(int most_steps, int longest_length);
  int longest() const;  ///< of the evaluation lengths and the training length
};

/// The seeds of `count` runs: first, first + 1, ... Throws UserError if they go beyond the largest.
std::vector<std::uint64_t> seeds_from(std::uint64_t first, int count);

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
/// training length. Returns the exit code; every error is one line.
int run_lesson(int argc, char** argv, const std::string& name, const std::string& summary,
               Settings settings, const std::function<void(Lesson&)>& body,
               const std::function<void(Flags&)>& more_flags = {});

/// Loads the text of the lesson, prints what was found and changed, and makes sure that it is long
/// enough for the settings. With a checkpoint, the tokens are those of its vocabulary; a run is
/// resumed on the very same text alone.
Text load_lesson_text(const Lesson& lesson);

/// Trains a new model with the settings of the lesson, showing progress. `on_step`, if given, sees
/// each step's loss in nats. A lesson that watches the validation part is told where the loss rises
/// there, and with --keep best gets the weights of the best step. With --model, the model of the checkpoint, read with this scheme.
Transformer train_model(const Lesson& lesson, const Text& text, const std::string& scheme,
                        std::uint64_t seed,
                        const std::function<void(int step, double loss)>& on_step = {});

}  // namespace whereabouts
