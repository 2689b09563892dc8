// What a protocol is given: a trained model, a text, and the lengths of context to read it with.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "evaluate/losses.h"
#include "evaluate/result_row.h"
#include "nn/transformer.h"
#include "text/repeated_names.h"
#include "text/text.h"

namespace whereabouts {

struct Measurement {
  const Transformer& model;
  const Text& text;               ///< its validation part is what is read
  const RepeatedNames& repeated;  ///< where its names are said again; may be empty
  std::vector<int> lengths;       ///< of context, ascending
  std::uint64_t seed = 0;         ///< of the run that trained the model
  int stride = 16;                ///< of protocol sliding

  int trained_length() const { return model.config().trained_length; }
  /// Of the lengths and the training length.
  int longest() const;
  std::span<const Token> validation() const { return split(text).validation; }
  /// A row that says whose score this is.
  ResultRow row(const char* protocol, int length, const Score& score) const;
};

}  // namespace whereabouts
