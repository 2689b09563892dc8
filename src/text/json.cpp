#include "text/json.h"

#include <charconv>

#include "text/utf8.h"
#include "util/check.h"

namespace whereabouts {

void JsonReader::refuse(std::string_view what) const {
  throw UserError(concat(name_, " is damaged: at byte ", at_, ", ", what));
}

void JsonReader::skip_blanks() {
  at_ = std::min(text_.find_first_not_of(" \t\r\n", at_), text_.size());
}

bool JsonReader::take(char c) {
  skip_blanks();
  if (at_ == text_.size() || text_[at_] != c) return false;
  ++at_;
  return true;
}

void JsonReader::expect(char c) {
  if (!take(c)) refuse(concat("'", c, "' was expected"));
}

void JsonReader::list(char open, char close, const std::function<void()>& on_item) {
  expect(open);
  if (take(close)) return;
  do on_item();
  while (take(','));
  expect(close);
}

void JsonReader::object(const std::function<void(const std::string& key)>& on_member) {
  list('{', '}', [&] {
    const std::string key = string();
    expect(':');
    on_member(key);
  });
}

void JsonReader::array(const std::function<void()>& on_item) { list('[', ']', on_item); }

unsigned JsonReader::hexadecimal() {
  const std::string_view digits = text_.substr(at_, 4);
  unsigned value = 0;
  const auto [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
  if (digits.size() < 4 || error != std::errc() || end != digits.data() + 4)
    refuse("four hexadecimal digits were expected");
  at_ += 4;
  return value;
}

std::string JsonReader::string() {
  constexpr std::string_view kEscaped = "\"\\/bfnrt", kMeant = "\"\\/\b\f\n\r\t";
  expect('"');
  std::string result;
  for (;;) {
    const std::size_t stop = std::min(text_.find_first_of("\"\\", at_), text_.size());
    for (; at_ < stop; ++at_) {
      if (static_cast<unsigned char>(text_[at_]) < 0x20)
        refuse("a string holds a bare control character");
      result += text_[at_];
    }
    if (at_ == text_.size()) refuse("a string does not end");
    if (text_[at_++] == '"') return result;
    const char c = at_ < text_.size() ? text_[at_++] : '\0';
    if (const std::size_t known = kEscaped.find(c); c != '\0' && known != std::string_view::npos) {
      result += kMeant[known];
      continue;
    }
    if (c != 'u') refuse("there is no such escape in a string");
    // Beyond U+FFFF a character is written as two halves, \ud83d\ude00.
    char32_t code = hexadecimal();
    const bool high = 0xD800 <= code && code < 0xDC00;
    if (high && text_.substr(at_, 2) == "\\u") {
      at_ += 2;
      const unsigned low = hexadecimal();
      if (low < 0xDC00 || low > 0xDFFF) refuse("half a character stands alone");
      code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
    } else if (0xD800 <= code && code < 0xE000) {
      refuse("half a character stands alone");
    }
    append_utf8(result, code);
  }
}

std::uint64_t JsonReader::natural() {
  skip_blanks();
  const std::string_view rest = text_.substr(at_);
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), value);
  const auto digits = static_cast<std::size_t>(end - rest.data());
  const bool more = digits < rest.size() && std::string_view(".eE").find(rest[digits]) != rest.npos;
  if (error != std::errc() || more || (digits > 1 && rest[0] == '0'))
    refuse("a whole number from 0 to 2^64 - 1 was expected");
  at_ += digits;
  return value;
}

void JsonReader::finish() {
  skip_blanks();
  if (at_ != text_.size()) refuse("nothing more was expected");
}

std::string json_quoted(std::string_view utf8) {
  constexpr std::string_view kHexadecimal = "0123456789abcdef";
  std::string result = "\"";
  for (const char c : utf8) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\')
      result += {'\\', c};
    else if (c == '\n')
      result += "\\n";
    else if (byte < 0x20)
      result += {'\\', 'u', '0', '0', kHexadecimal[byte >> 4], kHexadecimal[byte & 15]};
    else
      result += c;
  }
  return result + "\"";
}

}  // namespace whereabouts
