// The heat map: a matrix as colours, with a colour bar.
#include <algorithm>
#include <array>
#include <cmath>

#include "report/number.h"
#include "report/svg.h"
#include "report/svg_canvas.h"
#include "util/check.h"

namespace whereabouts {
namespace {

using Colour = std::array<double, 3>;

// Even in lightness, so that they also read in grey and for the colour-blind: the sequential one
// follows viridis (van der Walt and Smith, 2015), the diverging one ColorBrewer's RdBu.
constexpr std::array<Colour, 5> kSequential{
    {{68, 1, 84}, {59, 82, 139}, {33, 145, 140}, {94, 201, 98}, {253, 231, 37}}};
constexpr std::array<Colour, 5> kDiverging{
    {{33, 102, 172}, {146, 197, 222}, {247, 247, 247}, {244, 165, 130}, {178, 24, 43}}};

constexpr int kLevels = 128;  // colours in a map; equal neighbours are drawn as one rectangle

Colour colour_at(bool diverging, double share) {
  const auto& stops = diverging ? kDiverging : kSequential;
  const double place = std::clamp(share, 0.0, 1.0) * 4;
  const auto i = std::min<std::size_t>(3, static_cast<std::size_t>(place));
  const double t = place - static_cast<double>(i);
  Colour c;
  for (std::size_t k = 0; k < 3; ++k)
    c[k] = std::round(stops[i][k] * (1 - t) + stops[i + 1][k] * t);
  return c;
}

std::string fill(const Colour& c) {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string text = "fill=\"#";
  for (double part : c) {
    const int v = static_cast<int>(part);
    text += {kDigits[v / 16], kDigits[v % 16]};
  }
  return text + "\"";
}

// Whether white is more readable on it than black: relative luminance, as WCAG defines contrast.
bool is_dark(const Colour& c) {
  const auto linear = [](double v) { return std::pow((v / 255 + 0.055) / 1.055, 2.4); };
  return 0.2126 * linear(c[0]) + 0.7152 * linear(c[1]) + 0.0722 * linear(c[2]) < 0.179;
}

class HeatMapPainter {
 public:
  explicit HeatMapPainter(const HeatMap& map) : map_(map) {
    find_range();
    double widest_row_label = 0;
    for (int r = 0; r < map.rows; ++r)
      widest_row_label = std::max(widest_row_label, text_width(row_label(r), 12));
    for (int c = 0; c < map.columns; ++c)
      widest_column_label_ = std::max(widest_column_label_, text_width(column_label(c), 12));

    // Square cells where the matrix is nearly square, wider ones where the labels need it.
    constexpr double kLargest = 44, kWidest = 560, kHighest = 440;
    cell_width_ = std::min(kLargest, kWidest / map.columns);
    cell_height_ = std::min(kLargest, kHighest / map.rows);
    if (map.rows <= 2 * map.columns && map.columns <= 2 * map.rows)
      cell_width_ = cell_height_ = std::min(cell_width_, cell_height_);
    if (!map.column_labels.empty())
      cell_width_ =
          std::min(std::max(cell_width_, widest_column_label_ + 8), kWidest / map.columns);
    left_ = 20 + widest_row_label + 8;
    right_ = left_ + cell_width_ * map.columns;
  }

  std::string paint() {
    // Wide enough for the titles too.
    const double width = std::max(420.0, right_ + 30 + 14 + 80);
    SvgCanvas canvas(width, map_.title, map_.subtitle, description());
    top_ = canvas.top() + 26 + (map_.y_label.empty() ? 0 : 18);
    bottom_ = top_ + cell_height_ * map_.rows;
    paint_cells(canvas);
    paint_axes(canvas);
    paint_bar(canvas);
    return canvas.finish(std::max(bottom_, top_ + kBarHeight) + (map_.x_label.empty() ? 34 : 58));
  }

 private:
  static constexpr double kBarHeight = 120;

  double value(int r, int c) const { return map_.values[r * map_.columns + c]; }
  std::string row_label(int r) const {
    return map_.row_labels.empty() ? std::to_string(r) : map_.row_labels[r];
  }
  std::string column_label(int c) const {
    return map_.column_labels.empty() ? std::to_string(c) : map_.column_labels[c];
  }
  // What is beyond the range has the colour of its end.
  double share(double v) const {
    return high_ > low_ ? std::clamp((v - low_) / (high_ - low_), 0.0, 1.0) : 0.5;
  }
  int level(double v) const {
    return std::isfinite(v) ? static_cast<int>(std::lround(share(v) * (kLevels - 1))) : -1;
  }
  Colour level_colour(int l) const { return colour_at(map_.diverging, l / (kLevels - 1.0)); }

  void find_range() {
    low_ = INFINITY, high_ = -INFINITY;
    for (double v : map_.values) {
      if (!std::isfinite(v)) continue;
      low_ = std::min(low_, v);
      high_ = std::max(high_, v);
    }
    if (low_ > high_) low_ = high_ = 0;
    low_ = map_.low.value_or(low_);
    high_ = map_.high.value_or(high_);
    if (map_.diverging) {
      high_ = std::max(std::abs(low_), std::abs(high_));
      low_ = -high_;
    }
  }

  std::string description() const {
    return concat("A matrix of ", map_.rows, " by ", map_.columns, ", ", map_.y_label, " by ",
                  map_.x_label, ", with values from ", shortest(low_), " to ", shortest(high_),
                  ".");
  }

  void paint_cells(SvgCanvas& canvas) const {
    // One path for each colour: a large map then takes a quarter of the bytes.
    std::array<std::string, kLevels> outlines;
    for (int r = 0; r < map_.rows; ++r) {
      for (int c = 0; c < map_.columns;) {
        int end = c + 1;
        const int l = level(value(r, c));
        while (end < map_.columns && level(value(r, end)) == l) ++end;
        if (l >= 0) {
          const std::string from = coordinate(left_ + c * cell_width_),
                            to = coordinate(left_ + end * cell_width_);
          outlines[l] += concat("M", from, " ", coordinate(top_ + r * cell_height_), "H", to, "V",
                                coordinate(top_ + (r + 1) * cell_height_), "H", from, "Z");
        }
        c = end;
      }
    }
    canvas.open_group("shape-rendering=\"crispEdges\"");
    for (int l = 0; l < kLevels; ++l) canvas.outline(outlines[l], fill(level_colour(l)));
    canvas.close_group();
    if (map_.decimals < 0) return;
    for (int r = 0; r < map_.rows; ++r) {
      for (int c = 0; c < map_.columns; ++c) {
        if (!std::isfinite(value(r, c))) continue;
        const std::string text = format_fixed(value(r, c), map_.decimals);
        if (text_width(text, 12) > cell_width_ - 2 || cell_height_ < 15) continue;
        const bool dark = is_dark(level_colour(level(value(r, c))));
        canvas.text({left_ + (c + 0.5) * cell_width_, top_ + (r + 0.5) * cell_height_ + 4}, text,
                    dark ? "cell on-dark" : "cell on-light", "middle");
      }
    }
  }

  void paint_axes(SvgCanvas& canvas) const {
    if (!map_.y_label.empty()) canvas.text({20, top_ - 12}, map_.y_label, "quiet");
    for (int r = 0; r < map_.rows; r += stride(15 / cell_height_))
      canvas.text({left_ - 8, top_ + (r + 0.5) * cell_height_ + 4}, row_label(r), "tick", "end");
    for (int c = 0; c < map_.columns; c += stride((widest_column_label_ + 8) / cell_width_))
      canvas.text({left_ + (c + 0.5) * cell_width_, bottom_ + 18}, column_label(c), "tick",
                  "middle");
    if (!map_.x_label.empty())
      canvas.text({(left_ + right_) / 2, bottom_ + 40}, map_.x_label, "quiet", "middle");
  }

  // Every how many cells a label stands, when one label is as long as `cells` cells.
  static int stride(double cells) {
    for (int power = 1;; power *= 10)
      for (int factor : {1, 2, 5})
        if (factor * power >= cells) return factor * power;
  }

  void paint_bar(SvgCanvas& canvas) const {
    const double x = right_ + 30;
    constexpr int kSteps = 40;
    canvas.open_group("shape-rendering=\"crispEdges\"");
    for (int i = 0; i < kSteps; ++i)
      canvas.rectangle({x, top_ + i * kBarHeight / kSteps}, 14, kBarHeight / kSteps,
                       fill(colour_at(map_.diverging, 1 - (i + 0.5) / kSteps)));
    canvas.close_group();
    const std::vector<double> ticks = round_ticks(low_, high_, 4);
    const std::vector<std::string> texts = tick_texts(ticks);
    for (std::size_t i = 0; i < ticks.size(); ++i)
      canvas.text({x + 20, top_ + (1 - share(ticks[i])) * kBarHeight + 4}, texts[i], "tick");
    if (!map_.value_label.empty()) canvas.text({x, top_ - 12}, map_.value_label, "note");
  }

  const HeatMap& map_;
  double low_ = 0, high_ = 0;
  double widest_column_label_ = 0, cell_width_ = 0, cell_height_ = 0, left_ = 0, right_ = 0,
         top_ = 0, bottom_ = 0;
};

}  // namespace

std::string svg_heat_map(const HeatMap& map) {
  check_argument(map.rows > 0 && map.columns > 0 &&
                     std::ssize(map.values) == std::int64_t{map.rows} * map.columns,
                 "svg_heat_map", map.values.size(), " values for ", map.rows, " rows of ",
                 map.columns);
  check_argument(map.row_labels.empty() || std::ssize(map.row_labels) == map.rows, "svg_heat_map",
                 map.row_labels.size(), " labels for ", map.rows, " rows");
  check_argument(map.column_labels.empty() || std::ssize(map.column_labels) == map.columns,
                 "svg_heat_map", map.column_labels.size(), " labels for ", map.columns, " columns");
  return HeatMapPainter(map).paint();
}

}  // namespace whereabouts
