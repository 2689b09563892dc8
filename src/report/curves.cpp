// The curves of a line plot, and its frame over lengths.
#include "report/svg.h"
#include "util/check.h"

namespace whereabouts {

PlotSeries curve(const std::string& name, const std::vector<double>& values, int first,
                 int together) {
  check_argument(together >= 1, "curve", together, " values together");
  PlotSeries series{.name = name, .points = {}};
  double sum = 0;
  int summed = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    sum += values[i], ++summed;
    if (summed < together && i + 1 < values.size()) continue;
    series.points.push_back({.x = first + static_cast<double>(i), .y = sum / summed});
    sum = summed = 0;
  }
  return series;
}

LinePlot plot_over_lengths(int trained_length, const std::string& title,
                           const std::string& subtitle, const std::string& x_label,
                           const std::string& y_label) {
  LinePlot plot{title, subtitle, x_label, y_label};
  plot.log2_x = true;
  plot.mark_x = trained_length;
  plot.mark_label = "trained at " + std::to_string(trained_length);
  return plot;
}

std::vector<double> powers_of_two(int last) {
  std::vector<double> powers;
  for (double power = 1; power <= last; power *= 2) powers.push_back(power);
  return powers;
}

PlotSeries curve(const std::string& name, const std::function<double(double x)>& y, double first,
                 double last, double step) {
  check_argument(step > 0, "curve", "a step must be above 0, got ", step);
  PlotSeries series{.name = name, .points = {}};
  for (double x = first; x <= last; x += step) series.points.push_back({.x = x, .y = y(x)});
  return series;
}

PlotSeries curve(const std::string& name, std::span<const float> x, std::span<const float> y) {
  check_argument(x.size() == y.size(), "curve", x.size(), " places and ", y.size(), " values");
  PlotSeries series{.name = name, .points = {}};
  for (std::size_t i = 0; i < x.size(); ++i) series.points.push_back({.x = x[i], .y = y[i]});
  return series;
}

}  // namespace whereabouts
