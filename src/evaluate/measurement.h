// What a protocol is given: a trained model, a text, and the lengths of context to read it with.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "evaluate/losses.h"
#include "evaluate/result_row.h"
#include "nn/transformer.h"
#include "text/repeated_names.h"
#include "text/text.h"

namespace whereabouts {

/// The score of a model as a row, for any protocol or task.
inline ResultRow row_of(const Transformer& model, std::uint64_t seed, const std::string& protocol,
                        int length, const Score& score) {
  ResultRow row{model.config().scheme, seed, protocol, length, score.bits_per_char, score.scored};
  row.accuracy = score.accuracy;
  return row;
}

struct Measurement {
  const Transformer& model;
  const Text& text;               ///< its validation part is what is read
  const RepeatedNames& repeated;  ///< where its names are said again; may be empty
  std::vector<int> lengths;       ///< of context, ascending
  std::uint64_t seed = 0;         ///< of the run that trained the model
  int stride = 16;                ///< of protocol sliding

  int trained_length() const { return model.config().trained_length; }
  /// Of the lengths and the training length.
  int longest() const { return std::max(trained_length(), *std::ranges::max_element(lengths)); }
  std::span<const Token> validation() const { return split(text).validation; }
  ResultRow row(const char* protocol, int length, const Score& score) const {
    return row_of(model, seed, protocol, length, score);
  }
};

}  // namespace whereabouts
