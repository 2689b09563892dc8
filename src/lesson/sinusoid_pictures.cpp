#include "lesson/sinusoid_pictures.h"

#include <cmath>
#include <iostream>
#include <numbers>

#include "ops.h"
#include "report/number.h"
#include "report/page.h"
#include "report/svg.h"
#include "util/write_file.h"

namespace whereabouts {

void print_channels(const Tensor& PE) {
  const int positions = PE.dim(0), channels = PE.dim(1);
  std::vector<std::string> labels;
  for (int c = 0; c < channels; ++c) {
    const double wave = 2 * std::numbers::pi * std::pow(10000.0, 2.0 * (c / 2) / channels);
    const std::string length = format_fixed(wave, wave < 100 ? 1 : 0);
    labels.push_back((c % 2 == 0 ? "sin" : "cos") + std::string(7 - length.size(), ' ') + length);
  }
  std::cout << text_matrix(transpose(PE).numbers(), channels, positions, 2, labels);
}

void show_waves(const Lesson& lesson, const Tensor& PE) {
  const int positions = PE.dim(0), channels = PE.dim(1);
  LinePlot plot{"Six of 32 channels over 100 positions",
                "Channels 0 and 1, 2 and 3, 4 and 5 are sine and cosine of one wave; each pair is "
                "slower than the one before",
                "position", "value"};
  plot.y_min = -1, plot.y_max = 1;
  for (int c = 0; c < 6; ++c) {
    std::vector<double> values;
    for (int p = 0; p < positions; ++p) values.push_back(PE.data()[p * channels + c]);
    plot.series.push_back(curve("channel " + std::to_string(c), values));
    std::cout << "channel " << c << "  " << text_curve(std::span(values).first(68), -1, 1) << "\n";
  }
  write_file(lesson.out / "six_channels.svg", svg_stacked_plot(plot));

  HeatMap map{"The encoding of 100 positions in 32 channels",
              "Each pair of columns is one wave: fast on the left, slow on the right", "channel",
              "position"};
  map.rows = positions, map.columns = channels, map.diverging = true;
  map.values.assign(PE.numbers().begin(), PE.numbers().end());
  write_file(lesson.out / "heat_map.svg", svg_heat_map(map));
}

void show_likeness(const Lesson& lesson, const Tensor& PE) {
  constexpr int kHome = 100;
  const int positions = PE.dim(0);
  const Tensor alike = matmul_transposed(PE, PE);
  TextTable table({"p", "n = -10", "-1", "0", "1", "2", "5", "10", "20", "50"});
  for (const int p : {10, 50, kHome}) {
    std::vector<std::string> row = {std::to_string(p)};
    for (const int n : {-10, -1, 0, 1, 2, 5, 10, 20, 50})
      row.push_back(format_fixed(alike.data()[p * positions + p + n], 2));
    table.row(row);
  }
  std::cout << table.text()
            << "\nThe rows are equal: only the distance counts. And n looks the same as -n.\n";

  const auto of_home = alike.numbers().subspan(kHome * positions, positions);
  LinePlot plot{
      "How alike are two addresses?",
      "PE(100) . PE(q) in 64 channels: highest where q is 100, and the same on both sides of it",
      "position q", "PE(100) . PE(q)"};
  plot.series = {curve("p = 100", std::vector<double>(of_home.begin(), of_home.end()))};
  write_file(lesson.out / "likeness.svg", svg_line_plot(plot));
}

}  // namespace whereabouts
