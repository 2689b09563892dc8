// Training batches: windows of the training part, from anywhere.
#pragma once

#include <span>
#include <vector>

#include "text/text.h"
#include "util/random.h"

namespace whereabouts {

/// `rows` windows of `length` tokens, row after row. The target of an input is the token after it.
struct Batch {
  std::vector<Token> inputs;   ///< [rows, length]
  std::vector<Token> targets;  ///< [rows, length]
  int rows = 0;
  int length = 0;
};

/// Windows that begin anywhere, each place equally likely; draws one number a row from `stream`.
/// Throws std::invalid_argument when the training part is shorter than length + 1.
Batch random_batch(std::span<const Token> training, int rows, int length, Random& stream);

}  // namespace whereabouts
