// The pictures of the project: line plots and heat maps as SVG.
//
// They scale, need no script and no network, follow the reader's light or dark theme, and tell
// series apart by label, marker and dash as well as by colour (after Okabe and Ito, 2008).
// Numbers that are not finite are left out and counted in a note; text is escaped.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace whereabouts {

struct PlotPoint {
  double x, y;
  std::optional<double> low = {}, high = {};  ///< spread over seeds, drawn as a band
  bool hollow = false;                        ///< a hollow marker, explained by hollow_note
};

struct PlotSeries {
  std::string name;
  std::vector<PlotPoint> points = {};
  bool quiet = false;  ///< a thin grey line without markers, for what others are compared with
  bool joined = true;  ///< false: points alone
  int style = -1;  ///< colour, marker and dash, to keep them from picture to picture; -1: by order
};

/// The curve of a function from `first` to `last`, a point each `step`.
PlotSeries curve(const std::string& name, const std::function<double(double x)>& y, double first,
                 double last, double step = 1);
/// The curve through (x_i, y_i). Throws std::invalid_argument unless there are as many of each.
PlotSeries curve(const std::string& name, std::span<const float> x, std::span<const float> y);
/// A curve through values at `first`, `first` + 1, ...; or, of a restless one, through the means of
/// so many values `together`, each at the place of its last.
PlotSeries curve(const std::string& name, const std::vector<double>& values, int first = 0,
                 int together = 1);

struct LinePlot {
  std::string title = {}, subtitle = {}, x_label = {}, y_label = {};
  std::vector<PlotSeries> series = {};
  bool log2_x = false, log2_y = false;  ///< log2_y is for svg_line_plot() alone
  std::vector<double> x_ticks = {};     ///< empty: chosen
  std::optional<double> y_min = {},
                        y_max = {};   ///< unset: from the points; what lies beyond is an arrow
  std::optional<double> mark_x = {};  ///< a vertical line, such as the training length
  std::string mark_label = {}, hollow_note = {};
  int decimals = 2;  ///< of the values at the line ends and in the tooltips
};

/// The frame of a plot over characters of context, distances or places: the axis by powers of two,
/// and a line at the length trained at.
LinePlot plot_over_lengths(int trained_length, const std::string& title = "",
                           const std::string& subtitle = "", const std::string& x_label = "",
                           const std::string& y_label = "");

/// 1, 2, 4, ... not beyond `last`: ticks for such an axis.
std::vector<double> powers_of_two(int last);

/// The plot as the text of an SVG file. Every series is a <g class="series" data-name="...">.
std::string svg_line_plot(const LinePlot& plot);

/// The same curves each in a strip of its own, one under another, for many that would cross. The
/// scales are shared; markers, bands, log2_x and hollow points are not drawn. Throws
/// std::invalid_argument if there is nothing to draw or a number is not finite.
std::string svg_stacked_plot(const LinePlot& plot);

struct HeatMap {
  std::string title = {}, subtitle = {}, x_label = {}, y_label = {}, value_label = {};
  int rows = 0, columns = 0;
  std::vector<double> values = {};  ///< [rows, columns], row by row; nan and infinities stay blank
  std::vector<std::string> row_labels = {}, column_labels = {};  ///< empty: 0, 1, 2, ...
  /// Of the scale; unset: from the values. What is beyond has the colour of its end.
  std::optional<double> low = {}, high = {};
  bool diverging = false;  ///< two hues around 0 in place of one scale from lowest to highest
  int decimals = -1;       ///< values written into the cells where they fit; -1: none
};

/// The heat map as the text of an SVG file. Throws std::invalid_argument when sizes disagree.
std::string svg_heat_map(const HeatMap& map);

/// A pair of channels as an arrow in the plane, at positions 0, 1, 2, ...
struct TurningPair {
  std::string name, note;
  std::vector<double> x, y;
};

/// Each pair in a circle of its own, its arrows fading in from the first position to the last.
/// Throws std::invalid_argument if there is nothing to draw or sizes disagree.
std::string svg_turning_pairs(const std::string& title, const std::string& subtitle,
                              const std::vector<TurningPair>& pairs);

}  // namespace whereabouts
