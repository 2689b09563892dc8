// Protocol `names`: the made-up names of the fables, where they are repeated.
//
// Such a name can not be guessed: a model that predicts it has copied it from where it stood
// before. So the accuracy on repeated names, by the distance to the last mention, tells whether a
// model uses a long context. Names whose last mention lies before the context show what guessing
// gives.
#pragma once

#include <span>
#include <vector>

#include "evaluate/losses.h"
#include "evaluate/measurement.h"
#include "text/repeated_names.h"

namespace whereabouts {

struct RepeatedNamesScore {
  enum class Kind {
    kSeen,        ///< names whose last mention is in the context
    kStraddling,  ///< names of whose last mention only the end is in the context
    kUnseen,      ///< names whose last mention lies before it
    kFirst,       ///< first mentions of names that are said again
    kRest         ///< every other character
  };
  Kind kind = Kind::kRest;
  int from = 0, to = 0;  ///< back to the last mention, an octave; 0 if there is none
  Score score;           ///< over all characters of those names
  std::int64_t names = 0;
};
const char* name_of(RepeatedNamesScore::Kind kind);

/// Reads `text` in windows of `length` that move on by half of it, so that every scored character
/// has between half and all of the length before it, each character once. `first` is where `text`
/// begins in the text that the names belong to. Octaves in which nothing was scored are left
/// out. A name is scored if all of its characters are scored in one window.
std::vector<RepeatedNamesScore> score_repeated_names(const Transformer& model,
                                                     std::span<const Token> text,
                                                     std::span<const RepeatedName> repeated,
                                                     std::int64_t first, int length);

/// The same for the validation part, or its beginning, with the names of the whole text.
std::vector<RepeatedNamesScore> score_repeated_names(const Transformer& model, const Split& parts,
                                                     const RepeatedNames& repeated, int length);

/// The protocol, at the training length, its doublings among the lengths, and the longest; no rows
/// if the text has no list of names.
std::vector<ResultRow> repeated_names_rows(const Measurement& m);
/// The same, reading these parts in place of all of the text.
std::vector<ResultRow> repeated_names_rows(const Measurement& m, const Split& parts);

}  // namespace whereabouts
