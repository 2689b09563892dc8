// Two spellings of one letter: as one code point, and as a letter with combining marks.
//
// Keyboards type ü as U+00FC; other programs write u and U+0308, the combining diaeresis, which
// looks the same. Unicode calls the two composed (NFC) and decomposed (NFD). To the lessons they
// are different characters; this is what a message needs to tell a reader which one a text has.
// Known are the Latin letters from U+00C0 to U+023F and from U+1E00 to U+1EFF.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace whereabouts {

struct TwoPart {
  char32_t letter, mark;  ///< the letter may itself have a mark, as in ấ = â and U+0301
};

/// What Unicode makes one letter of: U+00FC is u and U+0308. Nothing if it has no mark.
std::optional<TwoPart> taken_apart(char32_t letter);

/// The plain letter and all its marks; the letter alone if it has none.
std::u32string fully_apart(char32_t letter);

/// The one code point for a letter with a mark; 0 if there is none.
char32_t put_together(char32_t letter, char32_t mark);

/// For a character of `text` that a sorted vocabulary lacks: a clause that says how the text of
/// that vocabulary writes it in the other spelling; "" if it does not.
std::string other_spelling(std::span<const char32_t> vocabulary, std::u32string_view text,
                           std::size_t place);

}  // namespace whereabouts
