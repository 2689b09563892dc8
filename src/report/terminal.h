// Well-set text for the terminal: how wide it is, and a table. Whether a stream is a terminal and
// how wide that is is asked here too.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace whereabouts {

/// What is printed fits into so many columns, as far as its words and numbers allow.
inline constexpr int kTerminalColumns = 80;

bool is_terminal(int fd);    ///< a terminal that understands carriage returns: TERM is not "dumb"
int terminal_width(int fd);  ///< columns at this moment; 80 when unknown or not a terminal
bool utf8_locale();          ///< LC_ALL, LC_CTYPE or LANG (the first one set) names UTF-8

/// Columns that UTF-8 text takes: 0 for combining marks, 2 for wide East Asian characters.
int display_width(std::string_view text);

/// The first characters of `text` that fit into `columns`.
std::string cut_to_width(std::string_view text, int columns);

/// Rows under a header. Columns of numbers are set to the right, others to the left.
class TextTable {
 public:
  explicit TextTable(std::vector<std::string> header);
  /// Throws std::invalid_argument unless there is a cell for each column.
  void row(std::vector<std::string> cells);
  std::string text() const;

 private:
  std::vector<std::vector<std::string>> rows_;  // the header first
};

}  // namespace whereabouts
