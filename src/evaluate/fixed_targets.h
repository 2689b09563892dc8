// What protocol `fixed` scores of a text, whether it is running text or documents.
#pragma once

#include <vector>

#include "evaluate/fixed_windows.h"
#include "evaluate/losses.h"
#include "evaluate/measurement.h"
#include "text/documents.h"

namespace whereabouts {

/// The same target characters at every length; only the context before them grows.
///
/// Of running text, those of FixedWindows. Of documents, the last FixedWindows::kTargets of each
/// (the end symbol among them; all of a shorter document), of the first documents of the validation
/// part, as many as have 6,144 such targets together. Their context begins with the document, so a
/// length beyond its beginning changes nothing.
class FixedTargets {
 public:
  /// `text` must outlive this. `longest_length` is the longest to be asked for.
  FixedTargets(const Text& text, int longest_length);

  /// The context that a length really gives: no more than the longest document that is scored has.
  int reach(int length) const;
  /// Throws std::invalid_argument if length is less than FixedWindows::kTargets.
  Score score(const Transformer& model, int length) const;
  /// The n-gram baseline on the same targets, see evaluate/ngram_baseline.h.
  double ngram_baseline(int before) const;

 private:
  const Text& text_;
  Split parts_;
  FixedWindows windows_;
  std::vector<Document> documents_;  // those that are scored
};

/// The protocol, at every length.
std::vector<ResultRow> fixed_rows(const Measurement& m);

}  // namespace whereabouts
