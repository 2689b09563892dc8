// The line plot: curves named at their ends, in the order in which they end.
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "report/number.h"
#include "report/svg.h"
#include "report/svg_canvas.h"
#include "report/terminal.h"
#include "util/check.h"
#include "util/joined.h"

namespace whereabouts {
namespace {

constexpr double kWidth = 820, kLeft = 62, kLabelHeight = 17, kLabelGap = 30;

constexpr std::size_t kMostMarkers = 40;  // on a curve

constexpr std::array<std::string_view, 4> kDashes{"", "8 4", "2 4", "10 3 2 3"};

// Circle, square, diamond, triangle up, triangle down: shapes that can be hollow.
std::vector<Spot> marker(int shape, Spot at, double radius) {
  static constexpr struct {
    int corners;
    double turn, size;
  } kShapes[] = {{16, 0, 1}, {4, 0.25, 1.2}, {4, 0, 1.25}, {3, -0.5, 1.35}, {3, 0.5, 1.35}};
  const auto& s = kShapes[shape % 5];
  std::vector<Spot> spots;
  for (int i = 0; i < s.corners; ++i) {
    const double angle = std::numbers::pi * (s.turn + 2.0 * i / s.corners);
    spots.push_back(
        {at.x + s.size * radius * std::cos(angle), at.y + s.size * radius * std::sin(angle)});
  }
  return spots;
}

// Moves sorted label heights apart, to `spacing` at least, each group around the mean of what its
// members wanted, all inside top .. bottom.
std::vector<double> pushed_apart(const std::vector<double>& wanted, double spacing, double top,
                                 double bottom) {
  struct Group {
    double centre;
    int size;
    double first(double step) const { return centre - step * (size - 1) / 2; }
    double last(double step) const { return centre + step * (size - 1) / 2; }
  };
  std::vector<Group> groups;
  const auto inside = [&](Group& g) {
    const double half = spacing * (g.size - 1) / 2;
    g.centre = std::max(std::min(g.centre, bottom - half), top + half);
  };
  for (double y : wanted) {
    groups.push_back({y, 1});
    inside(groups.back());
    while (groups.size() > 1) {
      Group& above = groups[groups.size() - 2];
      const Group& below = groups.back();
      if (below.first(spacing) - above.last(spacing) >= spacing) break;
      above.centre =
          (above.centre * above.size + below.centre * below.size) / (above.size + below.size);
      above.size += below.size;
      groups.pop_back();
      inside(groups.back());
    }
  }
  std::vector<double> result;
  for (const Group& g : groups)
    for (int i = 0; i < g.size; ++i) result.push_back(g.first(spacing) + spacing * i);
  return result;
}

class LinePlotPainter {
 public:
  explicit LinePlotPainter(const LinePlot& plot)
      : plot_(plot), canvas_(kWidth, plot.title, plot.subtitle, description()) {
    find_ranges();
  }

  std::string paint() {
    layout();
    paint_axes();
    paint_mark();
    for (std::size_t i = 0; i < plot_.series.size(); ++i) paint_series(i);
    paint_notes();
    return canvas_.finish(bottom_ + 58 + 18 * std::min(1, static_cast<int>(notes_.size())));
  }

 private:
  struct Label {
    std::string name, value;
    double last_value;
    Spot end;
    double y;
  };

  double scaled(double x) const { return plot_.log2_x ? std::log2(x) : x; }
  double up(double y) const { return plot_.log2_y ? std::log2(y) : y; }
  bool drawable(const PlotPoint& p) const {
    return std::isfinite(scaled(p.x)) && std::isfinite(up(p.y));
  }
  double across(double x) const {
    return kLeft + 12 + (scaled(x) - x_low_) / (x_high_ - x_low_) * (right_ - kLeft - 24);
  }
  // Values far beyond the axis end ten heights away: viewers stumble over huge coordinates.
  double down(double y) const {
    const double share = std::clamp((up(y) - up(y_low_)) / (up(y_high_) - up(y_low_)), -10.0, 10.0);
    return bottom_ - share * (bottom_ - top_);
  }
  double clamped(double y) const { return std::clamp(y, y_low_, y_high_); }
  int style(std::size_t i) const {
    return plot_.series[i].style >= 0 ? plot_.series[i].style : static_cast<int>(i);
  }

  // For those who cannot see the picture: the first and the last value of each series.
  std::string description() const {
    std::string text = concat(plot_.y_label, " against ", plot_.x_label, ".");
    for (const PlotSeries& s : plot_.series) {
      const auto first = std::ranges::find_if(s.points, [&](const auto& p) { return drawable(p); });
      const PlotPoint* const last = last_drawn(s);
      if (last)
        text += concat(" ", s.name, ": ", format_fixed(first->y, plot_.decimals), " at ",
                       shortest(first->x), ", ", format_fixed(last->y, plot_.decimals), " at ",
                       shortest(last->x), ".");
    }
    return text;
  }

  void find_ranges() {
    x_low_ = y_low_ = INFINITY;
    x_high_ = y_high_ = -INFINITY;
    int left_out = 0;
    for (const PlotSeries& s : plot_.series) {
      for (const PlotPoint& p : s.points) {
        if (!drawable(p)) {
          ++left_out;
          continue;
        }
        if (p.hollow) hollow_ = true;
        xs_.push_back(p.x);
        x_low_ = std::min(x_low_, scaled(p.x));
        x_high_ = std::max(x_high_, scaled(p.x));
        const double low = p.low.value_or(p.y), high = p.high.value_or(p.y);
        y_low_ = std::min({y_low_, p.y, std::isfinite(low) ? low : p.y});
        y_high_ = std::max({y_high_, p.y, std::isfinite(high) ? high : p.y});
      }
    }
    if (left_out > 0)
      notes_.push_back(concat(left_out, left_out == 1 ? " value is" : " values are",
                              " not finite and not drawn"));
    if (xs_.empty()) x_low_ = y_low_ = 0, x_high_ = y_high_ = 1;
    const double padding = plot_.log2_y ? 0 : 0.04 * (y_high_ - y_low_);
    y_low_ = plot_.y_min.value_or(y_low_ - padding);
    y_high_ = plot_.y_max.value_or(y_high_ + padding);
    if (!(x_high_ > x_low_)) x_low_ -= 0.5, x_high_ += 0.5;
    if (!(y_high_ > y_low_)) y_low_ -= 0.5, y_high_ = y_low_ + 1;
    std::sort(xs_.begin(), xs_.end());
    xs_.erase(std::unique(xs_.begin(), xs_.end()), xs_.end());
  }

  void layout() {
    double widest = 0;
    for (const PlotSeries& s : plot_.series) {
      const PlotPoint* const last = last_drawn(s);
      const std::string value = format_fixed(clamped(last ? last->y : 0), plot_.decimals);
      widest = std::max(
          widest, text_width(shown_name(s), s.quiet ? 12.5 : 14.5) + text_width(value, 13) + 12);
    }
    right_ = kWidth - 16 - kLabelGap - widest;
    top_ = canvas_.top() + (plot_.mark_x ? 70 : 50);
    bottom_ = top_ + std::max(330.0, kLabelHeight * static_cast<double>(plot_.series.size()));

    // Labels from the highest end to the lowest.
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < plot_.series.size(); ++i) {
      const PlotPoint* const last = last_drawn(plot_.series[i]);
      labels_.push_back({shown_name(plot_.series[i]), "", 0, {0, 0}, 0});
      if (!last) continue;
      labels_[i].value = format_fixed(last->y, plot_.decimals);
      labels_[i].last_value = last->y;
      labels_[i].end = {across(last->x), down(clamped(last->y))};
      order.push_back(i);
    }
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return labels_[a].last_value > labels_[b].last_value;
    });
    std::vector<double> wanted;
    for (std::size_t i : order) wanted.push_back(labels_[i].end.y);
    const std::vector<double> placed = pushed_apart(wanted, kLabelHeight, top_ + 2, bottom_ - 2);
    for (std::size_t k = 0; k < order.size(); ++k) labels_[order[k]].y = placed[k];
  }

  static std::string shown_name(const PlotSeries& s) {
    constexpr int kLongest = 28;
    return display_width(s.name) <= kLongest ? s.name : cut_to_width(s.name, kLongest - 1) + "…";
  }
  const PlotPoint* last_drawn(const PlotSeries& s) const {
    for (auto p = s.points.rbegin(); p != s.points.rend(); ++p)
      if (drawable(*p)) return &*p;
    return nullptr;
  }

  std::vector<double> x_ticks() const {
    if (!plot_.x_ticks.empty()) return plot_.x_ticks;
    if (plot_.log2_x) return xs_;
    return round_ticks(x_low_, x_high_, 7);
  }

  void paint_axes() {
    canvas_.text({20, canvas_.top() + 30}, plot_.y_label, "quiet");
    const std::vector<double> y_ticks =
        plot_.log2_y ? powers_of_two(static_cast<int>(y_high_)) : round_ticks(y_low_, y_high_, 8);
    const std::vector<std::string> y_texts = tick_texts(y_ticks);
    for (std::size_t i = 0; i < y_ticks.size(); ++i) {
      if (y_ticks[i] < y_low_) continue;
      const double y = down(y_ticks[i]);
      canvas_.line({kLeft, y}, {right_, y}, "grid");
      canvas_.text({kLeft - 8, y + 4}, y_texts[i], "tick", "end");
    }
    canvas_.line({kLeft, bottom_}, {right_, bottom_}, "axis");
    double free_from = 0;
    const std::vector<double> ticks = x_ticks();
    std::vector<std::string> texts = tick_texts(ticks);
    if (plot_.log2_x)
      std::ranges::transform(ticks, texts.begin(), [](double x) { return shortest(x); });
    for (std::size_t i = 0; i < ticks.size(); ++i) {
      const double tick = ticks[i];
      if (!std::isfinite(scaled(tick)) || scaled(tick) < x_low_ - 1e-9 ||
          scaled(tick) > x_high_ + 1e-9)
        continue;
      const double x = across(tick), half = text_width(texts[i], 12) / 2;
      canvas_.line({x, bottom_}, {x, bottom_ + 5}, "axis");
      if (x - half < free_from) continue;
      canvas_.text({x, bottom_ + 20}, texts[i], "tick", "middle");
      free_from = x + half + 6;
    }
    canvas_.text({(kLeft + right_) / 2, bottom_ + 42}, plot_.x_label, "quiet", "middle");
  }

  void paint_mark() {
    if (!plot_.mark_x || !std::isfinite(scaled(*plot_.mark_x))) return;
    const double at = scaled(*plot_.mark_x);
    if (at < x_low_ || at > x_high_) return;
    const double x = across(*plot_.mark_x);
    canvas_.line({x, top_ - 26}, {x, bottom_}, "mark");
    const bool on_the_left = x < (kLeft + right_) / 2;
    canvas_.text({on_the_left ? x + 6 : x - 6, top_ - 17}, plot_.mark_label, "note",
                 on_the_left ? "start" : "end");
  }

  void paint_series(std::size_t index) {
    const PlotSeries& s = plot_.series[index];
    const int look = style(index);
    const std::string kind =
        s.quiet ? "quiet-series" : concat("s", std::to_string(look % kSeriesColours));
    canvas_.open_group(concat("class=\"series ", kind, "\" data-name=\"", xml_escaped(s.name),
                              "\" tabindex=\"0\""));
    // An inner <svg> cuts off what lies beyond the axes.
    canvas_.open_window({kLeft, top_}, right_ - kLeft, bottom_ - top_);
    paint_band(s);
    if (s.joined) paint_curve(s, look);
    canvas_.close_window();
    // Where points are dense, the curve says it all, except for those beyond the axis.
    const bool dense = s.quiet || s.points.size() > kMostMarkers;
    for (const PlotPoint& p : s.points)
      if (drawable(p) && (!dense || p.y != clamped(p.y))) paint_point(s, p, look);
    paint_readings(s);
    paint_label(labels_[index], s.quiet ? -1 : look);
    canvas_.close_group();
  }

  void paint_band(const PlotSeries& s) {
    std::vector<Spot> up, back;
    const auto flush = [&] {
      up.insert(up.end(), back.rbegin(), back.rend());
      if (up.size() > 2) canvas_.path(up, true, "class=\"band\"");
      up.clear();
      back.clear();
    };
    for (const PlotPoint& p : s.points) {
      if (!drawable(p) || !p.low || !p.high || !std::isfinite(*p.low) || !std::isfinite(*p.high)) {
        flush();
        continue;
      }
      up.push_back({across(p.x), down(*p.high)});
      back.push_back({across(p.x), down(*p.low)});
    }
    flush();
  }

  void paint_curve(const PlotSeries& s, int look) {
    const std::string_view dash =
        s.quiet ? "" : kDashes[(look + look / kSeriesColours) % kDashes.size()];
    const std::string attributes = dash.empty()
                                       ? "class=\"curve\""
                                       : concat("class=\"curve\" stroke-dasharray=\"", dash, "\"");
    std::vector<Spot> spots;
    const auto flush = [&] {
      if (spots.size() > 1) {
        canvas_.path(spots, false, attributes);
        canvas_.path(spots, false, "class=\"reach\"");  // easier to point at
      }
      spots.clear();
    };
    for (const PlotPoint& p : s.points) {
      if (drawable(p))
        spots.push_back({across(p.x), down(p.y)});
      else
        flush();
    }
    flush();
  }

  void paint_point(const PlotSeries& s, const PlotPoint& p, int look) {
    const Spot at{across(p.x), down(clamped(p.y))};
    canvas_.open_group("class=\"point\"");
    std::string tip =
        concat(s.name, " at ", shortest(p.x), ": ", format_fixed(p.y, plot_.decimals));
    if (p.low && p.high)
      tip += concat(" (", format_fixed(*p.low, plot_.decimals), " to ",
                    format_fixed(*p.high, plot_.decimals), ")");
    canvas_.tooltip(tip);
    if (p.y == clamped(p.y)) {
      canvas_.path(marker(look, at, 4), true, p.hollow ? "class=\"hollow\"" : "class=\"dot\"");
    } else {
      beyond_ = true;
      const double tip_y = p.y > y_high_ ? -11 : 11;
      const Spot arrow[] = {{at.x - 4, at.y}, {at.x, at.y + tip_y}, {at.x + 4, at.y}};
      canvas_.path(arrow, true, "class=\"dot\"");
    }
    canvas_.close_group();
  }

  // The values, shown while the curve is pointed at or focused, as many as there is room for.
  void paint_readings(const PlotSeries& s) {
    double free_from = 0;
    for (const PlotPoint& p : s.points) {
      if (!drawable(p)) continue;
      const std::string value = format_fixed(p.y, plot_.decimals);
      const double x = across(p.x), half = text_width(value, 12) / 2;
      if (x - half < free_from) continue;
      canvas_.text({x, down(clamped(p.y)) - 10}, value, "reading", "middle");
      free_from = x + half + 4;
    }
  }

  void paint_label(const Label& label, int look) {
    if (label.value.empty()) return;
    const double x = right_ + kLabelGap;
    const bool far = label.end.x < right_ - 20;
    if (std::abs(label.y - label.end.y) > 2.5 || far) {
      const Spot leader[] = {
          {label.end.x + 7, label.end.y}, {right_, label.end.y}, {x - 14, label.y}};
      canvas_.path(leader, false, far ? "class=\"leader far\"" : "class=\"leader\"");
    }
    if (look >= 0) canvas_.path(marker(look, {x - 7, label.y}, 4), true, "class=\"dot\"");
    canvas_.text({x + 2, label.y + 4.5}, label.name, "label", "start",
                 concat("<tspan class=\"value\" dx=\"7\">", label.value, "</tspan>"));
  }

  void paint_notes() {
    if (hollow_ && !plot_.hollow_note.empty())
      notes_.insert(notes_.begin(), "hollow: " + plot_.hollow_note);
    if (beyond_) notes_.push_back("arrow: beyond the axis");
    if (!notes_.empty()) canvas_.text({20, bottom_ + 64}, joined(notes_, "  ·  "), "note");
  }

  const LinePlot& plot_;
  SvgCanvas canvas_;
  double x_low_, x_high_, y_low_, y_high_;   // in scaled x
  double right_ = 0, top_ = 0, bottom_ = 0;  // of the plot area, in pixels
  std::vector<double> xs_;                   // all x that occur
  std::vector<Label> labels_;                // one per series
  std::vector<std::string> notes_;
  bool hollow_ = false, beyond_ = false;
};

}  // namespace

std::string svg_line_plot(const LinePlot& plot) { return LinePlotPainter(plot).paint(); }

}  // namespace whereabouts
