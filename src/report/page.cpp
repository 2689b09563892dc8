#include "report/page.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "report/number.h"
#include "util/check.h"

namespace whereabouts {

std::string heading(const std::string& text) {
  return "\n" + text + "\n" + std::string(display_width(text), '-') + "\n\n";
}

std::string text_matrix(std::span<const double> values, int rows, int columns, int decimals,
                        std::span<const std::string> row_labels) {
  const auto R = static_cast<std::size_t>(rows), C = static_cast<std::size_t>(columns);
  check_argument(values.size() == R * C, "text_matrix", values.size(), " values for ", rows,
                 " rows of ", columns);
  check_argument(row_labels.empty() || row_labels.size() == R, "text_matrix", row_labels.size(),
                 " labels for ", rows, " rows");
  const double smallest = 0.5 * std::pow(10.0, -decimals);
  std::vector<std::string> cells;
  std::size_t cell_width = 0;
  for (const double v : values) {
    cells.push_back(format_fixed(std::abs(v) < smallest ? 0.0 : v, decimals));  // no "-0.00"
    cell_width = std::max(cell_width, cells.back().size());
  }
  int label_width = 0;
  for (const std::string& label : row_labels)
    label_width = std::max(label_width, display_width(label));
  const std::size_t wide = label_width + C * (cell_width + 2);
  const std::string gap(wide <= std::size_t{kTerminalColumns} ? 2 : 1, ' ');
  std::string result;
  for (std::size_t r = 0; r < R; ++r) {
    std::string line;
    if (!row_labels.empty()) {
      line = row_labels[r];
      line.append(static_cast<std::size_t>(label_width - display_width(line)), ' ');
    }
    for (std::size_t c = 0; c < C; ++c) {
      const std::string& cell = cells[r * C + c];
      line += gap + std::string(cell_width - cell.size(), ' ') + cell;
    }
    result += line + "\n";
  }
  return result;
}

std::string text_matrix(std::span<const float> values, int rows, int columns, int decimals,
                        std::span<const std::string> row_labels) {
  return text_matrix(std::vector<double>(values.begin(), values.end()), rows, columns, decimals,
                     row_labels);
}

std::string text_curve(std::span<const double> values, double low, double high, bool utf8) {
  static const std::array<std::string, 8> kBlocks{"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
  static const std::array<std::string, 8> kAscii{"_", ".", ":", "-", "=", "+", "*", "#"};
  std::string line;
  for (const double v : values) {
    const double share = std::clamp((v - low) / (high - low), 0.0, 1.0);
    line +=
        (utf8 ? kBlocks : kAscii)[std::min<std::size_t>(7, static_cast<std::size_t>(share * 8))];
  }
  return line;
}

}  // namespace whereabouts
