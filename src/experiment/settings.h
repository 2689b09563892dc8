// The settings of an experiment on text.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "nn/transformer.h"
#include "text/text.h"
#include "train/trainer.h"

namespace whereabouts {

/// What an experiment is run with: text, schemes, size, training, evaluation. Most are flags of
/// every lesson that trains; a lesson changes the defaults before the command line is read.
struct Settings {
  std::string data = "data/fables.txt";
  std::vector<std::string> schemes = {};
  int steps = 1000;
  int batch = 32;
  int length = 64;
  int shortest_length = 0;  ///< of a batch; 0: every batch has windows of `length`
  int batch_shards = TrainingConfig().shards;  ///< parts of a batch: TrainingConfig::shards
  int width = 64;
  int heads = 4;
  int layers = 2;
  double learning_rate = 3e-3;
  std::uint64_t seed = 0;
  int seeds = 1;
  std::vector<int> eval_lengths = {32, 48, 64, 80, 96, 128, 256, 512, 1024};
  int threads = 0;
  std::string out = {};
  bool quick = false;
  std::string model_file = {};  ///< a checkpoint to use instead of training
  std::string resume = {};      ///< the folder of a run to go on with
  int save_every = 100;         ///< steps between checkpoints; 0: at the end alone
  std::string keep = "last";    ///< which weights are evaluated: those of the last step or the best
  std::string data_as_given = {};  ///< `data` before it was looked for

  std::string documents = "none";  ///< or "lines": each line is one (text/documents.h)

  // What the lesson itself decides.
  bool trains = true;               ///< else it has no model: --seed --threads --out --quick alone
  bool takes_documents = false;     ///< it takes --documents
  bool takes_seeds = false;         ///< it takes --seeds
  bool saves_checkpoints = false;   ///< it takes --resume and --save-every: lesson/training_run.h
  bool watches_validation = false;  ///< while training, see evaluate/validation.h; it takes --keep
  bool only_generates = false;      ///< with --model it needs no text, its --seed is that of the
                                    ///< drawing, and all but what it writes goes to stderr

  /// What the numbers of a run on text depend on, besides scheme, seed and protocols, as flags:
  /// "--width 64 ... --eval-lengths 64,128".
  std::string of_runs() const;
  std::string lengths() const;  ///< of training windows: "64", or "16..64"
  ModelConfig model(int vocabulary, const std::string& scheme) const;
  ModelConfig model(const Text& text, const std::string& scheme) const {
    return model(text.vocabulary_size(), scheme);
  }
  TrainingConfig training(std::uint64_t run_seed) const;
  /// For a lesson of many models: with --quick, no more steps than this and nothing evaluated
  /// beyond `longest_length`, besides the training length. Without it, nothing changes.
  void limit_if_quick(int most_steps, int longest_length);
  int longest() const;  ///< of the evaluation lengths and the training length
};

/// The seeds of `count` runs: first, first + 1, ... Throws UserError if they go beyond the largest.
std::vector<std::uint64_t> seeds_from(std::uint64_t first, int count);

}  // namespace whereabouts
