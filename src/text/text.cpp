#include "text/text.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <utility>

#include "text/spelling.h"
#include "text/utf8.h"
#include "util/check.h"
#include "util/checksum.h"
#include "util/file.h"
#include "util/joined.h"
#include "util/visible.h"

namespace whereabouts {
namespace {

std::string in_quotes(const std::string& name) { return "'" + name + "'"; }

std::string named(std::span<const char32_t> characters) {
  return first_few(characters, 8, [](char32_t c) { return describe(c); });
}

// UTF-16 and UTF-32 betray themselves by their byte-order mark, or by a NUL in every Latin letter.
void refuse_wide_encodings(std::string_view bytes, const std::string& name) {
  using namespace std::string_view_literals;
  const auto refuse = [&](const char* encoding) {
    throw UserError(concat(in_quotes(name), " is ", encoding, ", but UTF-8 is needed; convert it: ",
                           "iconv -f ", encoding, " -t UTF-8 FILE > NEW"));
  };
  if (bytes.starts_with("\xFF\xFE\0\0"sv) || bytes.starts_with("\0\0\xFE\xFF"sv)) refuse("UTF-32");
  if (bytes.starts_with("\xFF\xFE"sv) || bytes.starts_with("\xFE\xFF"sv)) refuse("UTF-16");

  std::size_t nuls[4] = {};  // by offset modulo 4
  for (std::size_t i = 0; i < bytes.size(); ++i) nuls[i % 4] += bytes[i] == '\0';
  const auto mostly_nul = [&](int offset) { return nuls[offset] * 8 > bytes.size(); };
  const bool nul[4] = {mostly_nul(0), mostly_nul(1), mostly_nul(2), mostly_nul(3)};
  if (nul[1] && nul[2] && nul[0] != nul[3]) refuse(nul[0] ? "UTF-32BE" : "UTF-32LE");
  if (nul[0] && nul[2] && !nul[1] && !nul[3]) refuse("UTF-16BE");
  if (nul[1] && nul[3] && !nul[0] && !nul[2]) refuse("UTF-16LE");
}

// CRLF and lone CR become LF.
void normalise_line_ends(std::vector<char32_t>& characters, std::vector<std::string>& notices) {
  std::size_t crlf = 0, cr = 0, kept = 0;
  for (std::size_t i = 0; i < characters.size(); ++i) {
    char32_t c = characters[i];
    if (c == U'\r') {
      const bool pair = i + 1 < characters.size() && characters[i + 1] == U'\n';
      ++(pair ? crlf : cr);
      if (pair) ++i;
      c = U'\n';
    }
    characters[kept++] = c;
  }
  characters.resize(kept);
  if (crlf > 0) notices.push_back(concat(crlf, " CRLF line ends were read as LF"));
  if (cr > 0) notices.push_back(concat(cr, " CR line ends were read as LF"));
}

// Characters that steer a terminal stay in the text. NUL has a notice of its own.
void tell_of_controls(std::span<const char32_t> characters, Text& text) {
  const auto steers = [](char32_t c) { return c != 0 && steers_terminal(c); };
  const auto count = std::ranges::count_if(characters, steers);
  if (count == 0) return;
  std::vector<char32_t> kinds;
  std::ranges::copy_if(text.vocabulary, std::back_inserter(kinds), steers);
  text.notices.push_back(concat(count, " control characters (", named(kinds),
                                ") are part of the text; a terminal is shown a mark for each"));
}

// To a reader ü is one letter, however it is written.
void tell_of_marks(std::span<const char32_t> characters, Text& text) {
  std::size_t count = 0, first = 0;
  for (std::size_t i = 1; i < characters.size(); ++i) {
    if (is_combining(characters[i]) && put_together(characters[i - 1], characters[i]) != 0 &&
        count++ == 0)
      first = i;
  }
  if (count == 0) return;
  const char32_t letter = characters[first - 1], mark = characters[first];
  text.notices.push_back(
      concat(count, " letters are written as two characters, letter and mark, such as ",
             describe(letter), " and ", describe(mark), " for ",
             describe(put_together(letter, mark)), ", and are learned so; a keyboard types one"));
}

// The place of c in the sorted vocabulary, or -1.
Token find(std::span<const char32_t> vocabulary, char32_t c) {
  const auto at = std::lower_bound(vocabulary.begin(), vocabulary.end(), c);
  return at != vocabulary.end() && *at == c ? static_cast<Token>(at - vocabulary.begin()) : -1;
}

// How many characters stand between `cut` and the first document after it.
std::size_t until_a_document_begins(const Text& text, std::size_t cut) {
  const Token line_end = find(text.vocabulary, U'\n');
  std::size_t run = 0, longest = 1, begins = cut;  // one line end alone is no empty line
  for (std::size_t i = cut; i < text.tokens.size(); ++i) {
    if (text.tokens[i] == line_end) {
      ++run;
      continue;
    }
    if (run > longest) longest = run, begins = i;
    run = 0;
    if (i > cut + text.tokens.size() / 100) break;
  }
  return begins - cut;
}

}  // namespace

Text load_text(const std::string& path) {
  return text_from_utf8(read_file(path, "a UTF-8 text"), path);
}

Text text_from_utf8(std::string_view bytes, std::string name) {
  Text text;
  text.name = std::move(name);
  check_user(!bytes.empty(), in_quotes(text.name),
             " is empty; give a text of some thousand characters");
  refuse_wide_encodings(bytes, text.name);

  std::vector<char32_t> characters = decode_utf8(bytes, in_quotes(text.name));
  if (characters.front() == U'\uFEFF') {
    characters.erase(characters.begin());
    text.notices.push_back("the byte-order mark was left out");
  }
  normalise_line_ends(characters, text.notices);
  if (const auto nuls = std::count(characters.begin(), characters.end(), U'\0'); nuls > 0)
    text.notices.push_back(concat(nuls, " NUL characters (U+0000) are part of the text"));

  text.vocabulary = characters;
  std::sort(text.vocabulary.begin(), text.vocabulary.end());
  text.vocabulary.erase(std::unique(text.vocabulary.begin(), text.vocabulary.end()),
                        text.vocabulary.end());
  tell_of_controls(characters, text);
  tell_of_marks(characters, text);
  check_user(!characters.empty(), in_quotes(text.name), " is empty but for a byte-order mark");
  check_user(text.vocabulary.size() > 1, in_quotes(text.name),
             " holds only one distinct character, ", describe(characters.front()),
             ", so there is nothing to learn; give another text");

  text.tokens.reserve(characters.size());
  for (char32_t c : characters) text.tokens.push_back(find(text.vocabulary, c));
  std::string utf8;
  for (const char32_t c : characters) append_utf8(utf8, c);
  text.checksum = checksum(utf8);
  return text;
}

std::vector<Token> encode(std::span<const char32_t> vocabulary, std::string_view utf8,
                          std::string_view name) {
  const std::vector<char32_t> characters = decode_utf8(utf8, name);
  std::vector<Token> tokens;
  for (std::size_t i = 0; i < characters.size(); ++i) {
    tokens.push_back(find(vocabulary, characters[i]));
    if (tokens.back() >= 0) continue;
    const std::string spelling =
        other_spelling(vocabulary, {characters.data(), characters.size()}, i);
    const std::string what = "the character " + describe(characters[i]);
    check_user(spelling.empty(), what, " of ", name, " does not occur in the text the model was ",
               "trained on in this spelling: ", spelling, "; write it so");
    check_user(false, what,
               " does not occur in the text the model was trained on; leave it out of ", name,
               ", or train on a text that contains it");
  }
  return tokens;
}

std::string characters_missing(std::span<const char32_t> vocabulary,
                               std::span<const char32_t> characters) {
  std::vector<char32_t> missing;
  std::ranges::copy_if(characters, std::back_inserter(missing),
                       [&](char32_t c) { return find(vocabulary, c) < 0; });
  return named(missing);
}

void use_vocabulary(Text& text, std::span<const char32_t> vocabulary, std::string_view model) {
  const std::string missing = characters_missing(vocabulary, text.vocabulary);
  check_user(missing.empty(), in_quotes(text.name), " has characters that ", model,
             " never saw: ", missing, "; give the text it was trained on (--data)");
  std::vector<Token> there;
  for (const char32_t c : text.vocabulary) there.push_back(find(vocabulary, c));
  for (Token& token : text.tokens) token = there[token];
  text.vocabulary.assign(vocabulary.begin(), vocabulary.end());
}

std::string decode(std::span<const char32_t> vocabulary, std::span<const Token> tokens) {
  std::string utf8;
  for (Token token : tokens) {
    check_argument(token >= 0 && static_cast<std::size_t>(token) < vocabulary.size(), "decode",
                   "token ", token, " is outside a vocabulary of ", vocabulary.size());
    append_utf8(utf8, vocabulary[token]);
  }
  return utf8;
}

Split split(const Text& text) {
  const std::span<const Token> all = text.tokens;
  const auto cut = static_cast<std::size_t>(0.9 * static_cast<double>(all.size()));
  if (text.boundary < 0)
    return {all.first(cut), all.subspan(cut + until_a_document_begins(text, cut))};
  // The last symbol of all has no document behind it.
  const auto last = all.end() - 1;
  auto at = std::find(all.begin() + static_cast<std::ptrdiff_t>(cut), last, text.boundary);
  while (at == last || *at != text.boundary) --at;
  const auto boundary = static_cast<std::size_t>(at - all.begin());
  return {all.first(boundary + 1), all.subspan(boundary)};
}

}  // namespace whereabouts
