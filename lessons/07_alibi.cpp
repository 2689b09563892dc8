// Lesson 07. ALiBi: a slope per head.
//
// Question  What does a penalty on distance alone achieve, at the training length and beyond?
// Run       make 07
// Expect    | -2.0  -1.5  -1.0  -0.5   0.0
//           | 4 heads   -2   -4   -6   -8
// within 0.2| bits per character    32    48    64    80    96   128   256   512  1024
//           | alibi, 4 heads      2.60  2.51  2.51  2.52  2.53  2.53  2.54  2.54  2.54
//           | alibi, 1 head       3.14  3.17  3.24  3.28  3.32  3.38  3.45  3.47  3.48
// Try       1. More heads, more slopes: make 07 ARGS="--heads 8"
//           2. Is it the slope or the head? make 07 ARGS="--schemes none"
//           3. Write slopes and bias yourself: make exercise-07
#include <algorithm>
#include <cmath>
#include <iostream>

#include "evaluate/fixed.h"
#include "evaluate/inside.h"
#include "lesson/curves.h"
#include "lesson/lesson.h"
#include "nn/interventions.h"
#include "position/alibi.h"
#include "report/number.h"
#include "report/page.h"
#include "report/svg.h"
#include "report/terminal.h"
#include "util/check.h"
#include "util/write_file.h"

using namespace whereabouts;

namespace {

// -slope |i - j| for every query i and key j; with a causal mask, what comes later stays blank.
std::vector<double> bias(int positions, double slope, bool causal = false) {
  std::vector<double> values;
  for (int i = 0; i < positions; ++i) {
    for (int j = 0; j < positions; ++j)
      values.push_back(causal && j > i ? -INFINITY : -slope * std::abs(i - j));
  }
  return values;
}

void five_positions() {
  std::cout << heading("1. The bias of five positions at slope 0.5");
  std::cout << text_matrix(bias(5, 0.5), 5, 5, 1);
}

void slopes() {
  std::cout << heading("2. A slope for each head: 2 to the power of ...");
  for (int heads = 1; heads <= 16; ++heads) {
    std::string line = concat(heads < 10 ? " " : "", heads, heads == 1 ? " head " : " heads");
    for (const double slope : alibi_slopes(heads)) {
      const double power = std::round(2 * std::log2(slope)) / 2;
      const std::string text = format_fixed(power, power == std::floor(power) ? 0 : 1);
      line.append(text.size() < 5 ? 5 - text.size() : 1, ' ').append(text);
    }
    std::cout << line << "\n";
  }
}

// How far a head sees if all keys have the same q . k: softmax of -slope n over n = 0, 1, 2, ...
// The weight falls by e^-slope a step, so half of it lies within ln 2 / slope.
void how_far(const Lesson& lesson) {
  const Settings& s = lesson.settings;
  std::cout << heading("3. How far does each head see?");
  const std::vector<double> m = alibi_slopes(s.heads);
  TextTable table({"head", "slope", "half of its attention lies within", "left at 64", "at 1024"});
  LinePlot plot;
  plot.title = "What the penalty leaves of a key";
  plot.subtitle = "e^(-slope n) for each of the " + std::to_string(s.heads) +
                  " heads: how much a key counts, at distance n, relative to distance 0";
  plot.x_label = "distance n";
  plot.y_label = "weight, 1 at distance 0";
  plot.log2_x = true;
  plot.mark_x = s.length;
  plot.mark_label = "trained at " + std::to_string(s.length);
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

  HeatMap map;
  map.title = "The bias of one head, slope 1/4";
  map.subtitle = "With a causal mask. The same along every diagonal: only the distance counts";
  map.x_label = "key";
  map.y_label = "query";
  map.rows = map.columns = 12;
  map.values = bias(12, 0.25, /*causal=*/true);
  map.decimals = 2;
  write_file(lesson.out / "bias.svg", svg_heat_map(map));
}

// Two explanations of a flat curve: far keys count next to nothing, or they do count and change
// nothing. So: how much of the attention is on them, and what do they bring?
void why_flat(const Lesson& lesson, const Transformer& model, std::span<const Token> text) {
  const Settings& s = lesson.settings;
  const int length = s.quick ? s.length : 4 * s.length;
  std::cout << heading("5. Why is it flat?");
  FixedWindows windows = fixed_windows(text.size(), length);
  if (windows.count == 0) {
    std::cout << "The text has no room for contexts of " << length << ".\n";
    return;
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
                 format_fixed(attention[static_cast<std::size_t>(layer * s.heads + head)].far, 3),
                 bits(without_far_keys(model, layer, head, s.length))});
  }
  std::cout << table.text();
}

void short_and_long(const Lesson& lesson) {
  std::cout << heading("4. Trained short, tested long");
  const Settings& s = lesson.settings;
  const Text text = load_lesson_text(lesson);
  Lesson one_head = lesson;
  one_head.settings.heads = 1;
  const Transformer model = train_model(lesson, text, s.schemes[0], s.seed);
  const Transformer single = train_model(one_head, text, s.schemes[0], s.seed);
  std::vector<ResultRow> rows =
      measure_lengths(lesson, concat(s.schemes[0], ", ", s.heads, " heads"), model, text);
  std::ranges::copy(measure_lengths(one_head, s.schemes[0] + ", 1 head", single, text),
                    std::back_inserter(rows));
  std::cout << "\n";
  show_curves(lesson, rows, "A slope per head, and a single one");
  why_flat(lesson, model, split(text).validation);
}

}  // namespace

int main(int argc, char** argv) {
  Settings defaults;
  defaults.schemes = {"alibi"};

  return run_lesson(
      argc, argv, "07_alibi", "A slope per head.", defaults, [](const Lesson& lesson) {
        check_user(lesson.settings.schemes.size() == 1, "this lesson takes one scheme");
        five_positions();
        slopes();
        how_far(lesson);
        short_and_long(lesson);
        std::cout << "\nwritten to " << lesson.out.string()
                  << ": weights.svg bias.svg gap.svg gap.csv\n"
                     "next: make 08, where what a distance means is learned\n";
      });
}
