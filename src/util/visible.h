// Text that is safe to show: what would steer a terminal is shown as a mark instead.
//
// A text file, a checkpoint or a command line may hold escape sequences that colour, clear or
// rename the terminal, and marks that turn the direction of what follows. Shown as <U+001B> they do
// nothing, and the reader sees that they are there.
#pragma once

#include <ostream>
#include <streambuf>
#include <string>
#include <string_view>

namespace whereabouts {

/// A character of text that should be UTF-8.
struct Utf8Character {
  std::string_view bytes;
  char32_t code = 0;     ///< for a byte that is no UTF-8, that byte
  bool valid = true;     ///< false: a byte that belongs to no character
  bool cut_off = false;  ///< not valid, but more bytes could make it so
};

/// The first character of `text`, which is not empty.
Utf8Character next_character(std::string_view text);

/// Whether a terminal would act on it rather than show it: controls (C0 but line end and tab, DEL,
/// C1) and what turns the direction of writing (U+061C, U+200E, U+200F, U+202A to U+202E, U+2066 to
/// U+2069).
bool steers_terminal(char32_t c);

/// The last so many digits of a number in base 16: "001B".
std::string hex(char32_t value, int digits);

/// `text` with <U+001B> in the place of each character that steers a terminal, and <0x9B> for each
/// byte that is not UTF-8. With `one_line`, line ends and tabs become marks too.
std::string visible(std::string_view text, bool one_line = false);

/// While it lives, everything written to `out` passes through visible() if `fd` is a terminal.
/// Files and pipes get every byte as it is.
class VisibleOnTerminal : private std::streambuf {
 public:
  VisibleOnTerminal(std::ostream& out, int fd);
  ~VisibleOnTerminal() override;
  VisibleOnTerminal(const VisibleOnTerminal&) = delete;
  VisibleOnTerminal& operator=(const VisibleOnTerminal&) = delete;

 private:
  int_type overflow(int_type byte) override;
  std::streamsize xsputn(const char* bytes, std::streamsize count) override;
  int sync() override;
  bool put(const std::string& text);

  std::ostream& out_;
  std::streambuf* to_;  // null: not a terminal
  std::string begun_;   // the first bytes of a character
};

}  // namespace whereabouts
