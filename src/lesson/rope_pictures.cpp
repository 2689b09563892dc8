#include "lesson/rope_pictures.h"

#include <cmath>
#include <iostream>
#include <numbers>

#include "report/number.h"
#include "report/svg.h"
#include "report/terminal.h"
#include "util/write_file.h"

namespace whereabouts {

void show_frequencies(const Lesson& lesson, const std::vector<double>& theta,
                      const std::vector<NamedFrequencies>& methods) {
  std::vector<std::string> header = {"pair", "one turn takes", "turns in 64"};
  LinePlot waves{"The eight pairs of rope over 256 positions",
                 "Cosine of the angle. What lies right of the line, training never showed: five "
                 "pairs are far from having completed a turn",
                 "position", "cosine"};
  waves.mark_x = 64, waves.mark_label = "trained up to 64";
  waves.y_min = -1, waves.y_max = 1;
  HeatMap kept{"Which frequencies are slowed down for four times the length",
               "New frequency over old: 1 is kept, 0.25 is four times slower",
               "pair, from fast to slow"};
  kept.value_label = "new / old", kept.decimals = 2;
  kept.rows = static_cast<int>(methods.size()), kept.columns = static_cast<int>(theta.size());
  for (const NamedFrequencies& method : methods) {
    header.push_back(method.name), kept.row_labels.push_back(method.name);
    for (std::size_t i = 0; i < theta.size(); ++i)
      kept.values.push_back(method.theta.at(i) / theta[i]);
  }
  TextTable table(header);
  for (std::size_t i = 0; i < theta.size(); ++i) {
    const double turn = 2 * std::numbers::pi / theta[i];
    std::vector<std::string> cells = {std::to_string(i), format_fixed(turn, 1),
                                      format_fixed(64 / turn, 2)};
    for (const NamedFrequencies& method : methods)
      cells.push_back(format_fixed(method.theta[i] / theta[i], 2));
    table.row(cells);
    waves.series.push_back(curve(
        "pair " + std::to_string(i), [&](double p) { return std::cos(p * theta[i]); }, 0, 256));
  }
  write_file(lesson.out / "pairs.svg", svg_stacked_plot(waves));
  write_file(lesson.out / "slowed.svg", svg_heat_map(kept));
  std::cout << table.text() << "\nThe last four columns: new frequency over old, for factor 4.\n";
}

}  // namespace whereabouts
