// Comma-separated tables (RFC 4180): quoted where needed, a decimal point in every locale.
#pragma once

#include <concepts>
#include <string>
#include <string_view>
#include <vector>

#include "report/number.h"

namespace whereabouts {

/// A header and rows. Numbers are written so that they read back as the same; for fewer decimals
/// hand over format_fixed(x, decimals).
class Csv {
 public:
  explicit Csv(const std::vector<std::string>& header);

  /// One row: csv.row("rope", seed, 64, format_fixed(bits, 4)). Throws std::invalid_argument when
  /// the number of cells is not that of the header.
  template <class... Cells>
  void row(const Cells&... cells) {
    add({cell(cells)...});
  }
  void add(const std::vector<std::string>& cells);

  const std::string& text() const { return text_; }

 private:
  static std::string cell(std::string_view text) { return std::string(text); }
  static std::string cell(double x) { return shortest(x); }
  static std::string cell(float x) { return shortest(x); }
  static std::string cell(std::integral auto x) { return std::to_string(x); }

  std::size_t columns_;
  std::string text_;
};

/// The cells of a line that Csv wrote, without its end (a \r there is dropped).
std::vector<std::string> csv_cells(std::string_view line);

}  // namespace whereabouts
