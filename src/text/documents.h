// A text of one document a line: names, tunes, poems.
//
// No document holds a line end, so its token is free to be the symbol that every document starts
// from and the one that it ends with. A model learns from it how documents begin and when they are
// over. Nothing else is shared between two documents: no window reaches across.
#pragma once

#include <span>
#include <vector>

#include "text/example.h"
#include "util/random.h"

namespace whereabouts {

/// The tokens of a document, with the boundary symbol before and behind them.
using Document = std::span<const Token>;

/// The token of the line end, which documents start from and end with. Throws UserError if the
/// vocabulary has none.
Token boundary_of(std::span<const char32_t> vocabulary);

/// Makes each line of a text a document: sets text.boundary, puts the symbol before the first and
/// behind the last, and leaves out lines without a character, with a notice. Throws UserError for
/// fewer than two documents.
void cut_into_lines(Text& text);

/// The documents of a part of a text, in order. They refer to the text's tokens.
std::vector<Document> documents_of(std::span<const Token> part, Token boundary);

/// Documents drawn with equal probability, one an example. Of one that has more than `longest`
/// targets, a window of `longest` of them, from any place in it. Behind the end of those that are
/// shorter than the longest of the batch lies padding, which is never asked about. Draws two
/// numbers an example.
std::vector<Example> document_batch(std::span<const Document> documents, int count, int longest,
                                    Random& stream);

}  // namespace whereabouts
