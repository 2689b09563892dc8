#include "report/terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

#include "util/check.h"
#include "util/visible.h"

namespace whereabouts {
namespace {

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

struct Character {
  std::string_view bytes;
  int width;
};

// The next character; a byte that is not UTF-8 counts as one.
Character measured(std::string_view text) {
  const Utf8Character c = next_character(text);
  const auto in = [&](char32_t low, char32_t high) { return low <= c.code && c.code <= high; };
  const bool combining = in(0x300, 0x36F) || in(0x200B, 0x200F) || in(0xFE00, 0xFE0F);
  const bool wide = in(0x1100, 0x115F) || in(0x2E80, 0xA4CF) || in(0xAC00, 0xD7A3) ||
                    in(0xF900, 0xFAFF) || in(0xFE30, 0xFE6F) || in(0xFF00, 0xFF60) ||
                    in(0x1F300, 0x1FAFF) || in(0x20000, 0x3FFFD);
  return {c.bytes, combining ? 0 : wide ? 2 : 1};
}

std::string spaces(int count) { return std::string(std::max(0, count), ' '); }

// 3.64, -1.2, 12 %, 4.1x, 1e-05, nan, or a dash in the place of a number.
bool looks_numeric(const std::string& cell) {
  if (cell.empty() || cell == "-" || cell == "–" || cell == "nan" || cell == "inf") return true;
  const bool has_digit = cell.find_first_of("0123456789") != std::string::npos;
  return has_digit && cell.find_first_not_of("0123456789+-.,eE %x×kM()") == std::string::npos;
}

}  // namespace

bool is_terminal(int fd) { return isatty(fd) == 1 && environment("TERM") != "dumb"; }

int terminal_width(int fd) {
  constexpr int kUnknown = 80;
  winsize size = {};
  if (ioctl(fd, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return kUnknown;
  return size.ws_col;
}

bool utf8_locale() {
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    std::string value = environment(name);
    if (value.empty()) continue;
    for (char& c : value) c = 'a' <= c && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    return value.find("UTF-8") != std::string::npos || value.find("UTF8") != std::string::npos;
  }
  return false;
}

int display_width(std::string_view text) {
  int width = 0;
  while (!text.empty()) {
    const Character character = measured(text);
    width += character.width;
    text.remove_prefix(character.bytes.size());
  }
  return width;
}

std::string cut_to_width(std::string_view text, int columns) {
  std::size_t end = 0;
  for (int width = 0; end < text.size();) {
    const Character character = measured(text.substr(end));
    width += character.width;
    if (width > columns) break;
    end += character.bytes.size();
  }
  return std::string(text.substr(0, end));
}

TextTable::TextTable(std::vector<std::string> header) : rows_{std::move(header)} {}

void TextTable::row(std::vector<std::string> cells) {
  check_argument(cells.size() == rows_[0].size(), "TextTable::row", cells.size(), " cells for ",
                 rows_[0].size(), " columns");
  rows_.push_back(std::move(cells));
}

std::string TextTable::text() const {
  const std::size_t columns = rows_[0].size();
  std::vector<int> width(columns, 0);
  std::vector<bool> right(columns, true);
  for (std::size_t r = 0; r < rows_.size(); ++r) {
    for (std::size_t c = 0; c < columns; ++c) {
      width[c] = std::max(width[c], display_width(rows_[r][c]));
      if (r > 0 && !looks_numeric(rows_[r][c])) right[c] = false;
    }
  }
  // Columns stand two spaces apart; one where only so the table fits a terminal, unless a cell
  // between others has spaces of its own.
  int letters = 0;
  for (const int w : width) letters += w;
  const auto gaps = static_cast<int>(columns) - 1;
  bool single_words = true;
  for (std::size_t r = 1; r < rows_.size(); ++r)
    for (std::size_t c = 1; c + 1 < columns; ++c)
      single_words = single_words && rows_[r][c].find(' ') == std::string::npos;
  const bool close =
      single_words && letters + 2 * gaps > kTerminalColumns && letters + gaps <= kTerminalColumns;
  const int gap = close ? 1 : 2;
  std::string result;
  for (const auto& row : rows_) {
    std::string line;
    for (std::size_t c = 0; c < columns; ++c) {
      const std::string pad = spaces(width[c] - display_width(row[c]));
      if (c > 0) line += spaces(gap);
      line += right[c] ? concat(pad, row[c]) : concat(row[c], pad);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    result += line + "\n";
    if (&row == &rows_.front()) result += std::string(letters + gap * gaps, '-') + "\n";
  }
  return result;
}

}  // namespace whereabouts
