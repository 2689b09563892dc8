#include "lesson/alibi_pictures.h"

#include <algorithm>
#include <cmath>
#include <iostream>

#include "evaluate/fixed.h"
#include "evaluate/inside.h"
#include "nn/interventions.h"
#include "report/number.h"
#include "report/svg.h"
#include "report/terminal.h"
#include "util/check.h"
#include "util/write_file.h"

namespace whereabouts {

// How far a head sees if all keys have the same q . k: softmax of -slope n over n = 0, 1, 2, ...
// The weight falls by e^-slope a step, so half of it lies within ln 2 / slope.
void show_how_far(const Lesson& lesson, std::span<const double> m) {
  const Settings& s = lesson.settings;
  TextTable table({"head", "slope", "half of its attention lies within", "left at 64", "at 1024"});
  LinePlot plot = plot_over_lengths(
      s.length, "What the penalty leaves of a key",
      concat("e^(-slope n) for each of the ", s.heads,
             " heads: how much a key counts, at distance n, relative to distance 0"),
      "distance n", "weight, 1 at distance 0");
  for (std::size_t h = 0; h < m.size(); ++h) {
    table.row({std::to_string(h), format_fixed(m[h], 4), format_fixed(std::log(2.0) / m[h], 1),
               format_fixed(std::exp(-m[h] * 64), 3), format_fixed(std::exp(-m[h] * 1024), 3)});
    PlotSeries series{.name = "slope 1/" + format_fixed(1 / m[h], 0), .points = {}};
    for (int n = 1; n <= 1024; n *= 2)
      series.points.push_back({.x = static_cast<double>(n), .y = std::exp(-m[h] * n)});
    plot.series.push_back(series);
  }
  write_file(lesson.out / "weights.svg", svg_line_plot(plot));
  std::cout << table.text();
}

void draw_bias(const Lesson& lesson, const std::vector<double>& bias, double slope) {
  HeatMap map{concat("The bias of one head, slope 1/", format_fixed(1 / slope, 0)),
              "With a causal mask. The same along every diagonal: only the distance counts", "key",
              "query"};
  map.rows = map.columns = static_cast<int>(std::lround(std::sqrt(bias.size())));
  map.values = bias;
  map.decimals = 2;
  write_file(lesson.out / "bias.svg", svg_heat_map(map));
}

double show_far_attention(const Lesson& lesson, const Transformer& model,
                          std::span<const Token> text) {
  const Settings& s = lesson.settings;
  const int length = s.quick ? s.length : 4 * s.length;
  FixedWindows windows = fixed_windows(text.size(), length);
  if (windows.count == 0) {
    std::cout << "The text has no room for contexts of " << length << ".\n";
    return 0;
  }
  if (s.quick) windows.count = std::min(windows.count, 8);
  const auto bits = [&](const Transformer& reader) {
    return format_fixed(score_fixed(reader, text, windows, length).bits_per_char, 3);
  };
  const std::vector<HeadAttention> attention = attention_of_heads(model, text, length);
  TextTable table({"layer", "head", concat("attention at ", s.length, " or more"),
                   concat("bits at ", length, " without it")});
  table.row({"-", "none", "-", bits(model)});
  for (int layer = 0; layer < s.layers; ++layer) {
    for (int head = 0; head < s.heads; ++head)
      table.row({std::to_string(layer + 1), std::to_string(head),
                 format_fixed(attention[layer * s.heads + head].far, 3),
                 bits(without_far_keys(model, layer, head, s.length))});
  }
  std::cout << table.text();
  return std::ranges::max(attention, {}, &HeadAttention::far).far;
}

}  // namespace whereabouts
