// What the figures to touch are made of: controls, a drawing for readers without script, and the
// frame around them.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "report/svg_canvas.h"

namespace whereabouts {

/// A number to choose by a slider. The script reads it by its name.
std::string slider(const std::string& name, const std::string& label, double low, double high,
                   double value, double step = 1);
/// One of several, each a value and the words for it.
std::string choice(const std::string& name, const std::string& label,
                   const std::vector<std::pair<std::string, std::string>>& options,
                   const std::string& chosen);
/// Something that is so or not.
std::string tick_box(const std::string& name, const std::string& label, bool ticked);
std::string button(const std::string& name, const std::string& label);
/// A line of text to type.
std::string text_line(const std::string& name, const std::string& label, const std::string& text,
                      int longest);

/// The width of a drawing for readers without script, in pixels: a phone's.
inline constexpr double kDrawingWidth = 400;

struct FigureParts {
  std::string title, description;  ///< of the picture, for those who cannot see it
  std::string controls;
  std::string drawing;  ///< SVG, kDrawingWidth wide
  double height = 0;
  std::string caption;
  std::string data = {};  ///< JSON for the script

  /// The same with what was drawn, which is so high.
  FigureParts with(const SvgCanvas& canvas, double its_height) {
    drawing = canvas.drawn(), height = its_height;
    return *this;
  }
};

/// The whole <figure>. `style` is the text of figures.css.
std::string figure_html(const std::string& name, const FigureParts& parts,
                        const std::string& style);

/// A canvas without a title, for a drawing.
SvgCanvas figure_canvas();

/// From low .. high to first .. last, straight or by the logarithm.
struct PlaceScale {
  double low, high, first, last;
  bool log = false;
  double operator()(double v) const;
};

/// The frame of a plot: where it stands, and its ticks.
struct PlotFrame {
  PlaceScale x, y;
  std::vector<double> x_ticks, y_ticks;
  std::string x_label, y_label;
};
void draw_frame(SvgCanvas& canvas, const PlotFrame& frame);
/// y(x) as a line of the class `style`, at `first`, `first` + `step`, ... to `last`.
template <class Function>
void draw_curve(SvgCanvas& canvas, const PlotFrame& frame, Function y, double first, double last,
                double step, const std::string& style) {
  std::vector<Spot> spots;
  for (int i = 0; first + i * step <= last + 1e-9; ++i)
    spots.push_back({frame.x(first + i * step), frame.y(y(first + i * step))});
  canvas.path(spots, false, "class=\"curve " + style + "\"");
}
void draw_circle(SvgCanvas& canvas, Spot at, double radius, const std::string& style);
/// An arrow over `length` pixels in the direction `angle`, in radians against the clock.
void draw_arrow(SvgCanvas& canvas, Spot from, double length, double angle,
                const std::string& style);

}  // namespace whereabouts
