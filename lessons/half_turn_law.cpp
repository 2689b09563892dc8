// The half-turn law of rope, predicted and measured:   make half-turn
//
// For rope with several bases, with a quarter of its channels, and several training lengths, each
// with several seeds: where the law says that it breaks, and where it does. Some 15 minutes.
#include <algorithm>
#include <filesystem>
#include <iostream>

#include "experiment/half_turn.h"
#include "experiment/results.h"
#include "experiment/seeds_table.h"
#include "experiment/train_model.h"
#include "lesson/lesson.h"
#include "report/csv.h"
#include "report/number.h"
#include "report/svg.h"
#include "report/terminal.h"
#include "util/check.h"
#include "util/write_file.h"

using namespace whereabouts;

namespace {

void half_turn_law(Lesson& lesson) {
  const Settings& given = lesson.settings;
  const Text text = load_lesson_text(lesson);
  const auto validation = split(text).validation;
  const int factor = 16;  // how far beyond the training length a break is looked for
  TextTable table(
      {"scheme", "trained", "pair", "half a turn", "predicted", "measured", "median / predicted"});
  Csv csv({"scheme", "trained", "seed", "predicted", "measured"});
  LinePlot plot;
  plot.title = "Where rope breaks: the half-turn law";
  plot.subtitle =
      concat("Measured: ", kBroken, " bits above the training length; median and extremes of ",
             given.seeds, " seeds");
  plot.x_label = "predicted break, in training lengths: max(1, pi / theta_c / L)";
  plot.y_label = "measured break, in training lengths";
  plot.y_min = 0;
  plot.series = {{.name = "the law", .points = {{.x = 1, .y = 1}, {.x = 10, .y = 10}}},
                 {.name = "1.5 L", .points = {{.x = 1, .y = 1.5}, {.x = 10, .y = 1.5}}}};
  for (const int length : given.quick ? std::vector{32} : std::vector{32, 64, 128}) {
    PlotSeries series{.name = concat("trained on ", length), .points = {}};
    for (const std::string& scheme : given.schemes) {
      Settings s = given;
      s.length = length;
      s.eval_lengths = {factor * length};
      const auto theta = rope_theta(scheme, s.width / s.heads);
      check_user(theta.has_value(), scheme, ": the law is about rope, with base or partial");
      const auto law = half_turn(*theta, length);
      if (!law) continue;
      const FixedWindows windows = fixed_windows(validation.size(), factor * length);
      check_user(windows.count > 0, "the text has no room for contexts of ", factor * length);
      std::vector<double> found;
      for (const std::uint64_t seed : seeds_from(s.seed, s.seeds)) {
        const Transformer model = train_model(s, text, scheme, seed);
        const auto at = measured_break(model, validation, windows, factor * length);
        csv.row(scheme, length, seed, law->predicted,
                at ? std::to_string(*at) : std::string("none"));
        if (at) found.push_back(*at);
      }
      const bool all = std::ssize(found) == s.seeds;  // with one that holds there is no median
      table.row({scheme, std::to_string(length), std::to_string(law->pair),
                 format_fixed(law->distance, 1), format_fixed(law->predicted, 0),
                 all ? mean_of_seeds(found, 0) : concat("none up to ", factor * length),
                 all ? format_fixed(spread(found).median / law->predicted, 2) : "-"});
      write_file(lesson.out / "half_turn.csv", csv.text());
      if (!all) continue;
      const Spread around = spread(found);
      series.points.push_back({.x = law->predicted / length,
                               .y = around.median / length,
                               .low = around.low / length,
                               .high = around.high / length});
    }
    std::ranges::sort(series.points, {}, &PlotPoint::x);
    plot.series.push_back(series);
  }
  write_file(lesson.out / "half_turn.svg", svg_line_plot(plot));
  std::cout << "\n"
            << table.text() << "\nwritten to " << lesson.out.string()
            << ": half_turn.csv half_turn.svg\n";
}

}  // namespace

int main(int argc, char** argv) {
  Settings defaults;
  defaults.schemes = {"rope:base=500", "rope:base=2000", "rope", "rope:base=100000",
                      "rope:partial=0.25"};
  defaults.seeds = 5, defaults.takes_seeds = true;
  return run_lesson(argc, argv, "half_turn_law", "Where rope breaks, predicted and measured.",
                    defaults, half_turn_law);
}
