// The validation part, looked at now and then while a model is trained: a text is learned by heart
// where the loss there rises while that of the batches goes on falling.
//
// Looking draws no random number and changes no weight, so a model trains to the same bits with it
// and without.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "evaluate/losses.h"
#include "train/checkpoint.h"

namespace whereabouts {

class ValidationWatch {
 public:
  /// About 20 looks over the planned steps, at as many windows of the training length, spread
  /// evenly over `validation`, as take at most 3 % of the time: a look reads forward only, at no
  /// more than a twentieth of the characters that the steps between two looks train on. With a
  /// `boundary` (Text::boundary) the windows are the beginnings of the first documents.
  ValidationWatch(std::span<const Token> validation, const TrainingConfig& config,
                  Token boundary = -1);

  /// Steps from one look to the next.
  int every() const { return every_; }
  bool due(int step) const { return !starts_.empty() && step % every_ == 0; }
  int windows() const;

  /// The mean loss over all characters of the windows, in nats: what a training step measures of
  /// its batch. The same bits for any number of threads.
  double loss(const Transformer& model) const;

 private:
  std::span<const Token> validation_;
  int shards_;  // of a training step: as many groups of windows are read side by side
  int every_ = 1;
  std::map<int, std::vector<std::int64_t>> starts_;  // of the windows of each length
};

/// The lowest of them, or nothing if there is none.
std::optional<ValidationLoss> lowest(const std::vector<ValidationLoss>& losses);

/// Whether the loss has been rising for long: the lowest is at least four looks back, and the mean
/// of the last three is more than 0.05 nats above it.
bool rises(const std::vector<ValidationLoss>& losses);

/// "the loss on the validation part was lowest after step 150 (2.77 nats, 3.99 bits per character)
/// and has risen to 5.65 since: what is trained further is learned by heart"
std::string rise_in_words(const std::vector<ValidationLoss>& losses);

/// A copy of the model with weights of its own, as they are now.
Transformer snapshot(const Transformer& model);

}  // namespace whereabouts
