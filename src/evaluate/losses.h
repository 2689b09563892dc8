// The losses of single characters, from which every protocol computes its numbers.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "nn/transformer.h"
#include "text/text.h"

namespace whereabouts {

/// The loss at one target character, and whether it was the likeliest one.
struct CharLoss {
  double bits = 0;
  bool right = false;
};

/// A mean over target characters.
struct Score {
  double bits_per_char = 0;
  std::int64_t scored = 0;  ///< how many
  double accuracy = 0;      ///< the share for which the model found the right one likeliest
};

/// Adds up losses and gives their mean, in the order in which they come.
class ScoreSum {
 public:
  void add(const CharLoss& loss) { bits_ += loss.bits, right_ += loss.right, ++scored_; }
  void add(std::span<const CharLoss> losses) {
    for (const CharLoss& loss : losses) add(loss);
  }
  std::int64_t scored() const { return scored_; }
  /// Throws std::invalid_argument if nothing was added.
  Score mean() const;

 private:
  double bits_ = 0;
  std::int64_t right_ = 0, scored_ = 0;
};

/// The losses of rows of logits [rows, V] at one target each.
std::vector<CharLoss> losses_of(std::span<const float> logits, std::span<const Token> targets);

/// What logits [T, V] of the character that follows each of `text` give to text[first ...]; `first`
/// is at least 1.
Score score_next(std::span<const float> logits, std::span<const Token> text, int first);

/// Windows of `length` inputs, one starting at each of `starts`, each read on its own from position
/// 0: the losses of the last `scored` targets of each, window after window. A window that starts at
/// s reads text[s .. s + length) and its last target is text[s + length].
///
/// Nothing is recorded for a derivative, memory is linear in the length, and the result has the
/// same bits whatever the number of threads and of windows that are read together (`together`; 0
/// chooses). Throws std::invalid_argument if a window does not fit into the text.
std::vector<CharLoss> window_losses(const Transformer& model, std::span<const Token> text,
                                    std::span<const std::int64_t> starts, int length, int scored,
                                    int together = 0);

}  // namespace whereabouts
