// From a UTF-8 file to tokens: one token for each character, a vocabulary from the whole text, and
// the last tenth kept for validation.
//
// "Character" means Unicode code point. Line ends become LF and a byte-order mark is dropped, so
// that one text gives one vocabulary whichever editor saved it.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace whereabouts {

using Token = int;

/// A whole text as tokens.
struct Text {
  std::string name;                  ///< the path it came from, or a description
  std::vector<char32_t> vocabulary;  ///< distinct characters of the whole text, sorted; index=token
  std::vector<Token> tokens;
  std::vector<std::string> notices;  ///< what was changed while loading, a line each
  std::uint64_t checksum = 0;        ///< FNV-1a (64 bits) of the UTF-8 bytes after normalisation
  Token boundary = -1;               ///< the token between documents (text/documents.h); -1: the
                                     ///< text is one piece

  int vocabulary_size() const { return static_cast<int>(vocabulary.size()); }
};

/// Reads a file. Throws UserError when it is missing, a directory, unreadable, larger than 256 MiB,
/// empty, holds fewer than two distinct characters, or is not UTF-8.
Text load_text(const std::string& path);

/// The same from memory, by the same rules.
Text text_from_utf8(std::string_view bytes, std::string name);

/// The tokens of a piece of UTF-8 such as a prompt, which `name` is the name of in messages. Throws
/// UserError naming the first character that the vocabulary lacks, and if the text has it in
/// another spelling (text/spelling.h), how.
std::vector<Token> encode(std::span<const char32_t> vocabulary, std::string_view utf8,
                          std::string_view name = "the prompt");

/// Names those of the characters that the vocabulary lacks, the first few of them; "" if none.
std::string characters_missing(std::span<const char32_t> vocabulary,
                               std::span<const char32_t> characters);

/// Gives `text` the tokens of another vocabulary, that of a model. Throws UserError naming the
/// characters of the text that the vocabulary lacks; `model` is what the message calls the model.
void use_vocabulary(Text& text, std::span<const char32_t> vocabulary, std::string_view model);

/// The UTF-8 of some tokens.
std::string decode(std::span<const char32_t> vocabulary, std::span<const Token> tokens);

/// The two parts of a text, by position. They refer to the text's tokens and live as long.
///
/// Nothing of the validation part continues what was trained on: it begins with a document, a fable
/// or a scene of a play. In running text a document begins behind the longest run of empty lines
/// that follows within the next hundredth of the text (the first of the longest), and what stands
/// between the parts belongs to neither; without empty lines there the parts meet. Documents of one
/// line each stay whole: the cut moves to the next boundary that has a document behind it, and that
/// symbol belongs to both parts.
struct Split {
  std::span<const Token> training;    ///< the first int(0.9 * size) tokens
  std::span<const Token> validation;  ///< the rest, from the first beginning of a document on

  /// Where the validation part begins in the text.
  std::int64_t validation_begin() const { return validation.data() - training.data(); }
};
Split split(const Text& text);
Split split(Text&&) = delete;  // the parts would outlive their tokens

}  // namespace whereabouts
