// The stacked plot: each curve in a strip of its own, one under another, over one axis.
#include <algorithm>
#include <cmath>

#include "report/number.h"
#include "report/svg.h"
#include "report/svg_canvas.h"
#include "util/check.h"

namespace whereabouts {

std::string svg_stacked_plot(const LinePlot& plot) {
  constexpr double kSheet = 820, kRight = 800, kStrip = 52, kCurve = 40;
  check_argument(!plot.series.empty(), "svg_stacked_plot", "there is nothing to draw");
  double x_low = INFINITY, x_high = -INFINITY, y_low = INFINITY, y_high = -INFINITY, widest = 0;
  for (const PlotSeries& s : plot.series) {
    widest = std::max(widest, text_width(s.name, 13.5));
    for (const PlotPoint& p : s.points) {
      check_argument(std::isfinite(p.x) && std::isfinite(p.y), "svg_stacked_plot", s.name,
                     " has a point ", p.x, ", ", p.y);
      x_low = std::min(x_low, p.x), x_high = std::max(x_high, p.x);
      y_low = std::min(y_low, p.y), y_high = std::max(y_high, p.y);
    }
  }
  y_low = plot.y_min.value_or(y_low), y_high = plot.y_max.value_or(y_high);
  check_argument(x_high > x_low && y_high > y_low, "svg_stacked_plot", "the axes have no extent");

  SvgCanvas canvas(kSheet, plot.title, plot.subtitle,
                   concat(plot.series.size(), " curves of ", plot.y_label, " against ",
                          plot.x_label, ", with values from ", format_fixed(y_low, plot.decimals),
                          " to ", format_fixed(y_high, plot.decimals), "."));
  const double left = 20 + widest + 56, top = canvas.top() + 24,
               bottom = top + kStrip * static_cast<double>(plot.series.size());
  const auto across = [&](double x) {
    return left + (x - x_low) / (x_high - x_low) * (kRight - left);
  };
  const std::vector<double> x_ticks =
      plot.x_ticks.empty() ? round_ticks(x_low, x_high, 10) : plot.x_ticks;
  const std::vector<std::string> x_texts = tick_texts(x_ticks);
  for (std::size_t i = 0; i < x_ticks.size(); ++i) {
    const double x = across(x_ticks[i]);
    canvas.line({x, top}, {x, bottom}, "grid");
    canvas.text({x, bottom + 20}, x_texts[i], "tick", "middle");
  }
  const std::vector<std::string> ends = tick_texts({y_high, y_low});
  for (std::size_t i = 0; i < plot.series.size(); ++i) {
    const PlotSeries& s = plot.series[i];
    const double strip = top + kStrip * static_cast<double>(i) + (kStrip - kCurve) / 2;
    canvas.open_group(concat("class=\"series s", i % kSeriesColours, "\" data-name=\"",
                             xml_escaped(s.name), "\""));
    std::vector<Spot> spots;
    for (const PlotPoint& p : s.points) {
      const double share = std::clamp((p.y - y_low) / (y_high - y_low), 0.0, 1.0);
      spots.push_back({across(p.x), strip + (1 - share) * kCurve});
    }
    canvas.line({left, strip + kCurve / 2}, {kRight, strip + kCurve / 2}, "grid");
    canvas.path(spots, false, "class=\"curve\"");
    canvas.text({20, strip + kCurve / 2 + 4.5}, s.name, "label");
    canvas.close_group();
    canvas.text({left - 8, strip + 8}, ends[0], "tick", "end");
    canvas.text({left - 8, strip + kCurve + 2}, ends[1], "tick", "end");
  }
  if (plot.mark_x) {
    canvas.line({across(*plot.mark_x), top - 8}, {across(*plot.mark_x), bottom}, "mark");
    canvas.text({across(*plot.mark_x) + 5, top - 2}, plot.mark_label, "note");
  }
  canvas.line({left, bottom}, {kRight, bottom}, "axis");
  canvas.text({(left + kRight) / 2, bottom + 42}, plot.x_label, "quiet", "middle");
  return canvas.finish(bottom + 58);
}

}  // namespace whereabouts
