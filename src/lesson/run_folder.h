// The folder of a training run: locked, found writable, cleared for a new run, and saved into.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "train/checkpoint.h"

namespace whereabouts {

/// What a training run writes, in the order in which it is written.
inline constexpr const char* kBestFile = "best.safetensors";
inline constexpr const char* kTrainingFile = "training.safetensors";
inline constexpr const char* kModelFile = "model.safetensors";
inline constexpr const char* kLossFile = "loss.csv";
inline constexpr const char* kLossPlot = "loss.svg";

/// The folder belongs to one program at a time, until that ends.
class RunFolder {
 public:
  /// Throws UserError if another program is training into it, or if one of the run's files could
  /// not be replaced, since it is a folder or read-only.
  explicit RunFolder(const std::filesystem::path& path);
  ~RunFolder();
  RunFolder(const RunFolder&) = delete;
  RunFolder& operator=(const RunFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path file(const char* name) const { return path_ / name; }

  /// A new run begins here: an earlier one, finished or not, is moved to a folder earlier-1,
  /// earlier-2, ... inside, and that is said. Throws UserError if it can not be moved.
  void make_room() const;

 private:
  std::filesystem::path path_;
  int lock_;
};

/// Files that are saved together, each on its own: one that cannot be written stops no other, and
/// for each it is known which step it holds.
class SavedFiles {
 public:
  /// What is on the disk before the first save.
  void found(const char* name, int step) { step_of_[name] = step; }

  /// Calls `write`. A UserError passes through; any other failure is kept for failures().
  void save(const char* name, int step, const std::function<void()>& write);

  /// Whether every one of `names` holds this step.
  bool all_at(int step, std::initializer_list<const char*> names) const;

  /// The step that a file holds, or -1.
  int step_of(const char* name) const;

  /// "could not write D/loss.csv: ...; training.safetensors is of step 60, loss.csv of step 50",
  /// or "" if nothing failed since the last call.
  std::string failures();

 private:
  std::map<std::string, int> step_of_;
  std::vector<std::string> order_, reasons_;
};

/// The losses of a run, as loss.csv has them.
struct LossCurve {
  std::vector<int> steps;      ///< 1, 2, ...
  std::vector<double> losses;  ///< of those steps' batches, in nats
  std::vector<ValidationLoss> validation;
};

/// The rows of a loss file up to `last_step`, as far as they are whole and in order; of these the
/// step and the loss of its batch.
LossCurve read_losses(const std::filesystem::path& path, int last_step);

/// Header step,loss,validation; the last is empty where it was not measured.
std::string loss_csv(const LossCurve& curve);

}  // namespace whereabouts
