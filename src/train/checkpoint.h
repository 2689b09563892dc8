// A run on the disk: everything that is needed to use a model, and to go on training it with the
// same result as without a break.
//
//   model.safetensors      the weights; in the metadata all settings, the vocabulary, the scheme
//                          with its options, the step, the loss and the version
//   training.safetensors   the same, what the optimiser remembers, and the state of the random
//                          stream
//
// Each file can be used without the other. Resuming reads the second only. So if a run is killed
// when one of the two is written and the other is not, the model may be one save older than the
// training state, but nothing is lost. The learning rate is not saved: it follows from the step and
// the planned steps.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "nn/transformer.h"
#include "train/safetensors.h"
#include "train/trainer.h"

namespace whereabouts {

/// The mean loss on the validation part after a step of training, in nats.
struct ValidationLoss {
  int step = 0;
  double loss = 0;
  bool operator==(const ValidationLoss&) const = default;
};

/// The settings and the state of a run, as the metadata of a checkpoint tells them.
struct RunRecord {
  ModelConfig model;
  std::string scheme_options;  ///< Transformer::scheme_options() of the model
  std::vector<char32_t> vocabulary;
  TrainingConfig training;
  std::string data;  ///< path of the text, as it was given, byte by byte
  std::uint64_t text_checksum = 0;
  std::string documents = "none";  ///< or "lines": each line was one (text/documents.h)
  int last_step = 0;               ///< where the run is to end; normally training.steps
  int step = 0;                    ///< steps done
  std::optional<double> loss;      ///< of the last step's batch, in nats
  /// Only in training.safetensors: the losses of the last steps, at most kLastLosses of them, since
  /// the file of losses is written after it.
  std::vector<double> last_losses = {};
  static constexpr int kLastLosses = 4'096;
  /// Only in training.safetensors: all that were measured so far.
  std::vector<ValidationLoss> validation = {};
};

struct Checkpoint {
  std::string path;
  RunRecord record;
  Safetensors contents;

  /// The model. Throws UserError if a weight is missing, unknown, of another shape or not finite.
  Transformer model() const;
  /// Sets optimiser, step and random stream of a trainer to their saved state. Throws UserError if
  /// the file holds no training state or one that does not fit.
  void restore(Trainer& trainer) const;
};

/// Writes model.safetensors, or with a trainer training.safetensors, whole or not at all. Returns
/// whether it replaced a file. Throws UserError, and keeps the old file, if a weight, what the
/// optimiser remembers, or the loss is not finite; std::runtime_error if the file can not be
/// written.
bool write_checkpoint(const std::filesystem::path& path, const RunRecord& record,
                      const Transformer& model, Trainer* trainer = nullptr);

/// Reads either file, weights and all. Throws UserError, one line, for anything wrong with it.
Checkpoint read_checkpoint(const std::string& path);
/// The same from memory.
Checkpoint checkpoint_from_bytes(std::string_view bytes, const std::string& name);
/// Only what the metadata says.
RunRecord read_record(const std::string& path);

/// Whether a model that was trained with one scheme may be read with another: the same scheme, and
/// no option differs but those that say what happens beyond the training length.
bool differ_only_beyond_training(const std::string& scheme, const std::string& options_in_use,
                                 const std::string& other_scheme,
                                 const std::string& other_options_in_use);

}  // namespace whereabouts
