// Generated text, and its flags: how much, how it is drawn, and what it goes on from.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "experiment/settings.h"
#include "nn/generate.h"
#include "program/flags.h"

namespace whereabouts {

/// What the command line says about it.
struct SamplingFlags {
  std::string prompt;
  int tokens = 300;
  Sampling how{.temperature = 0.8};
  std::string stop;  ///< a text ends when it has written this; empty: it does not
  int samples = 1;
  bool no_cache = false;

  void add_to(Flags& flags);
  /// Characters in the end. Without a prompt, the line end that the model begins with is one; with
  /// documents, the symbol that each starts from always is.
  /// Throws UserError for a prompt or an end with characters that are not in the vocabulary.
  int length(std::span<const char32_t> vocabulary, const std::string& documents) const;
};

/// Prints the prompt and what follows it, each character as soon as it is drawn, until all is
/// written or stdout is closed. Several samples each have a line above them; the first is the same
/// however many there are. With `documents` (RunRecord::documents) each is the beginning of a
/// document, ends at the end symbol, and is a line of its own.
void write_text(const Transformer& model, std::span<const char32_t> vocabulary,
                const std::string& documents, const SamplingFlags& sampling, std::uint64_t seed);

/// A sentence on what happens where a text of `length` is longer than those trained on. `used` is
/// `model` as for_length() gives it.
std::string beyond_training(const Transformer& model, const Transformer& used, int length);

/// Prints 300 characters that the model writes at temperature 0.8, begun with the first character
/// of the validation part; of a text of documents, ten documents.
void print_sample(const Settings& settings, const Text& text, const Transformer& model);

}  // namespace whereabouts
