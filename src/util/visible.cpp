#include "util/visible.h"

#include <unistd.h>

#include <algorithm>
#include <utility>

namespace whereabouts {

std::string hex(char32_t value, int digits) {
  std::string text;
  for (int shift = 4 * (digits - 1); shift >= 0; shift -= 4)
    text += "0123456789ABCDEF"[(value >> shift) & 0xF];
  return text;
}

Utf8Character next_character(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text[0]);
  const Utf8Character stray{text.substr(0, 1), lead, false};
  if (lead < 0x80) return {text.substr(0, 1), lead};
  if (lead < 0xC2 || lead > 0xF4) return stray;
  const std::size_t length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  constexpr char32_t kSmallest[] = {0, 0, 0x80, 0x800, 0x10000};
  char32_t code = lead & (0x7F >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if (i == text.size()) return {text.substr(0, 1), lead, false, true};
    const auto next = static_cast<unsigned char>(text[i]);
    if ((next & 0xC0) != 0x80) return stray;
    code = code << 6 | (next & 0x3F);
  }
  const bool surrogate = code >= 0xD800 && code <= 0xDFFF;
  if (code < kSmallest[length] || code > 0x10FFFF || surrogate) return stray;
  return {text.substr(0, length), code};
}

bool steers_terminal(char32_t c) {
  const auto in = [c](char32_t low, char32_t high) { return low <= c && c <= high; };
  if (c == U'\n' || c == U'\t') return false;
  return c < 0x20 || in(0x7F, 0x9F) || c == 0x061C || in(0x200E, 0x200F) || in(0x202A, 0x202E) ||
         in(0x2066, 0x2069);
}

std::string visible(std::string_view text, bool one_line) {
  std::string shown;
  while (!text.empty()) {
    const Utf8Character c = next_character(text);
    const bool breaks = one_line && (c.code == U'\n' || c.code == U'\t');
    if (!c.valid || steers_terminal(c.code) || breaks)
      shown += (c.valid ? "<U+" : "<0x") + hex(c.code, c.valid ? 4 : 2) + ">";
    else
      shown += c.bytes;
    text.remove_prefix(c.bytes.size());
  }
  return shown;
}

VisibleOnTerminal::VisibleOnTerminal(std::ostream& out, int fd)
    : out_(out), to_(isatty(fd) == 1 ? out.rdbuf() : nullptr) {
  if (to_) out.rdbuf(this);
}

VisibleOnTerminal::~VisibleOnTerminal() {
  if (!to_) return;
  put(visible(begun_));
  out_.rdbuf(to_);
}

bool VisibleOnTerminal::put(const std::string& text) {
  const auto size = static_cast<std::streamsize>(text.size());
  return to_->sputn(text.data(), size) == size;
}

std::streamsize VisibleOnTerminal::xsputn(const char* bytes, std::streamsize count) {
  std::string text = std::move(begun_);
  text.append(bytes, static_cast<std::size_t>(count));
  // A character may come in pieces: its first bytes wait for the others.
  std::size_t whole = text.size();
  for (std::size_t back = 1; back <= std::min<std::size_t>(3, text.size()); ++back)
    if (next_character(std::string_view(text).substr(text.size() - back)).cut_off)
      whole = text.size() - back;
  begun_ = text.substr(whole);
  return put(visible(std::string_view(text).substr(0, whole))) ? count : 0;
}

VisibleOnTerminal::int_type VisibleOnTerminal::overflow(int_type byte) {
  if (traits_type::eq_int_type(byte, traits_type::eof())) return traits_type::not_eof(byte);
  const char c = traits_type::to_char_type(byte);
  return xsputn(&c, 1) == 1 ? byte : traits_type::eof();
}

int VisibleOnTerminal::sync() { return to_->pubsync(); }

}  // namespace whereabouts
