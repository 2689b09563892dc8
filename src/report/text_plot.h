// The line plot in text, for the terminal.
#pragma once

#include <span>
#include <string>

#include "report/svg.h"
#include "report/terminal.h"

namespace whereabouts {

struct TextPlotOptions {
  int width = 76, height = 16;  // in characters, labels included; at least 40 by 4
  bool log2_x = false;
  bool utf8 = utf8_locale();  // braille lines, else plain ASCII
};

/// Lines through the points of curves, each named at its right end, with its letter on every point.
/// Points that are not finite are left out.
std::string text_plot(std::span<const PlotSeries> series, const TextPlotOptions& options = {});

}  // namespace whereabouts
