// Braille dots (2 by 4 in a character) or ASCII dots on a canvas.
#include "report/text_plot.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "report/number.h"
#include "util/check.h"

namespace whereabouts {
namespace {

class Canvas {
 public:
  Canvas(int columns, int rows, bool utf8)
      : columns_(columns), rows_(rows), utf8_(utf8), cells_(columns * rows) {}

  int dots_across() const { return columns_ * (utf8_ ? 2 : 1); }
  int dots_down() const { return rows_ * (utf8_ ? 4 : 1); }

  void dot(int x, int y) {
    Cell& cell = at(x, y);
    // Braille numbers its dots down the left column, then the right one; the last row came later.
    static constexpr std::uint8_t kBit[4][2] = {{1, 8}, {2, 16}, {4, 32}, {64, 128}};
    cell.dots |= utf8_ ? kBit[y % 4][x % 2] : 1;
  }
  void letter(int x, int y, int series) { at(x, y).letter = static_cast<char>('a' + series % 26); }
  /// From (x0, y0) to (x1, y1) in dots.
  void line(double x0, double y0, double x1, double y1) {
    const int steps =
        std::max(1, static_cast<int>(std::ceil(std::max(std::abs(x1 - x0), std::abs(y1 - y0)))));
    for (int i = 0; i <= steps; ++i) {
      const double t = static_cast<double>(i) / steps;
      dot(static_cast<int>(std::lround(x0 + t * (x1 - x0))),
          static_cast<int>(std::lround(y0 + t * (y1 - y0))));
    }
  }

  std::string row_text(int row) const {
    std::string text;
    for (int c = 0; c < columns_; ++c) text += cells_[row * columns_ + c].text(utf8_);
    return text;
  }

 private:
  struct Cell {
    std::uint8_t dots = 0;
    char letter = 0;

    std::string text(bool utf8) const {
      if (letter != 0) return std::string(1, letter);
      if (dots == 0) return " ";
      if (!utf8) return ".";
      const int code = 0x2800 + dots;
      return {static_cast<char>(0xE0 | code >> 12), static_cast<char>(0x80 | (code >> 6 & 0x3F)),
              static_cast<char>(0x80 | (code & 0x3F))};
    }
  };
  Cell& at(int x, int y) {
    const int column = x / (utf8_ ? 2 : 1), row = y / (utf8_ ? 4 : 1);
    return cells_[row * columns_ + column];
  }

  int columns_, rows_;
  bool utf8_;
  std::vector<Cell> cells_;
};

struct Range {
  double low = INFINITY, high = -INFINITY;
  void include(double v) {
    low = std::min(low, v);
    high = std::max(high, v);
  }
  double share(double v) const { return high > low ? (v - low) / (high - low) : 0.5; }
};

// The label's row for every series: as near to the line's end as others allow, at most one a row.
std::vector<int> label_rows(const std::vector<int>& wanted, int rows) {
  std::vector<int> order(wanted.size()), result(wanted.size(), -1);
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<int>(i);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return wanted[a] < wanted[b]; });
  int next = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const int left = static_cast<int>(order.size() - i);  // rows still needed, this one included
    next = std::max(next, std::min(wanted[order[i]], rows - left));
    result[order[i]] = next++;
  }
  return result;
}

}  // namespace

std::string text_plot(std::span<const PlotSeries> series, const TextPlotOptions& options) {
  check_argument(options.width >= 40 && options.height >= 4, "text_plot",
                 "at least 40 by 4 characters, got ", options.width, " by ", options.height);
  const auto scaled = [&](double x) { return options.log2_x ? std::log2(x) : x; };
  Range xs, ys;
  double first_x = NAN, last_x = NAN;
  int label_width = 0;
  for (const PlotSeries& s : series) {
    label_width = std::max(label_width, display_width(s.name));
    for (const PlotPoint& p : s.points) {
      if (!std::isfinite(scaled(p.x)) || !std::isfinite(p.y)) continue;
      if (!(scaled(p.x) >= xs.low)) first_x = p.x;
      if (!(scaled(p.x) <= xs.high)) last_x = p.x;
      xs.include(scaled(p.x));
      ys.include(p.y);
    }
  }
  if (xs.low > xs.high) return "(nothing to plot)\n";

  label_width = std::min(label_width, options.width / 3);
  const std::string top = format_fixed(ys.high, 2), bottom = format_fixed(ys.low, 2);
  const int margin = static_cast<int>(std::max(top.size(), bottom.size()));
  const int rows = std::max(options.height - 2, static_cast<int>(series.size()));
  const int columns = std::max(10, options.width - margin - label_width - 6);
  Canvas canvas(columns, rows, options.utf8);

  struct Dot {
    double across, down;
  };
  std::vector<std::vector<Dot>> dots(series.size());
  std::vector<int> wanted;
  for (std::size_t s = 0; s < series.size(); ++s) {
    bool drawing = false;
    for (const PlotPoint& p : series[s].points) {
      const double x = scaled(p.x), y = p.y;
      const bool finite = std::isfinite(x) && std::isfinite(y);
      if (finite) {
        const Dot dot{xs.share(x) * (canvas.dots_across() - 1),
                      (1 - ys.share(y)) * (canvas.dots_down() - 1)};
        if (drawing) canvas.line(dots[s].back().across, dots[s].back().down, dot.across, dot.down);
        dots[s].push_back(dot);
      }
      drawing = finite;
    }
    const double last = dots[s].empty() ? 0 : dots[s].back().down;
    wanted.push_back(static_cast<int>(std::lround(last)) * rows / canvas.dots_down());
  }
  // Letters after all lines, so that no line covers one.
  for (std::size_t s = 0; s < series.size(); ++s) {
    for (const Dot& dot : dots[s])
      canvas.letter(static_cast<int>(std::lround(dot.across)),
                    static_cast<int>(std::lround(dot.down)), static_cast<int>(s));
  }

  const std::vector<int> at = label_rows(wanted, rows);
  std::string result;
  for (int r = 0; r < rows; ++r) {
    std::string left = r == 0 ? top : r == rows - 1 ? bottom : "";
    left.insert(0, std::string(std::size_t(margin) - left.size(), ' '));
    std::string line = left + (options.utf8 ? " │" : " |") + canvas.row_text(r);
    for (std::size_t s = 0; s < series.size(); ++s) {
      if (at[s] != r) continue;
      line += concat(" ", static_cast<char>('a' + s % 26), " ",
                     cut_to_width(series[s].name, label_width));
    }
    line.erase(line.find_last_not_of(' ') + 1);
    result += line + "\n";
  }
  std::string axis = std::string(std::size_t(margin) + 1, ' ') + (options.utf8 ? "└" : "+");
  for (int c = 0; c < columns; ++c) axis += options.utf8 ? "─" : "-";
  const std::string from = shortest(first_x), to = shortest(last_x);
  const int gap = columns - static_cast<int>(from.size() + to.size());
  result += axis + "\n" + std::string(std::size_t(margin) + 2, ' ') + from +
            std::string(std::size_t(std::max(1, gap)), ' ') + to + "\n";
  return result;
}

}  // namespace whereabouts
