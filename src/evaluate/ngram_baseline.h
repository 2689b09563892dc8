// The n-gram baseline: a table of counts, which a trained model has to be better than.
#pragma once

#include <span>

#include "evaluate/fixed_windows.h"
#include "text/documents.h"
#include "text/text.h"

namespace whereabouts {

/// Bits per character of a table of what followed each `before` characters in the training part (0:
/// how often each character occurs), on the targets of protocol `fixed`:
///
//   p(c | characters before) = (count(before, c) + 0.1) / (count(before) + 0.1 V)
///
/// The 0.1 gives a pair that the training part lacks a small probability, in place of none. Both
/// are parts of one text, as split() cuts it, so the first characters of the validation part have
/// some before them too. Throws std::invalid_argument unless `before` is 0, 1 or 2 and less than
/// the length of the training part, and the targets lie inside the validation part.
double ngram_bits(std::span<const Token> training, std::span<const Token> validation,
                  const FixedWindows& windows, int vocabulary, int before);

/// The same for documents, on the last FixedWindows::kTargets targets of each of `scored`. Nothing
/// is counted across a boundary: before a document there are boundary symbols alone.
double ngram_bits(std::span<const Document> training, std::span<const Document> scored,
                  int vocabulary, int before);

}  // namespace whereabouts
