#include "lesson/rope_extensions.h"

#include <algorithm>
#include <cmath>
#include <iostream>
#include <numbers>

#include "experiment/length_curve.h"
#include "lesson/curves.h"
#include "position/options.h"
#include "report/number.h"
#include "report/svg.h"
#include "report/terminal.h"
#include "train/fine_tuning.h"
#include "util/check.h"
#include "util/write_file.h"

namespace whereabouts {
namespace {

// A name for the tables, and what is added to the scheme.
struct RopeExtension {
  std::string name, options;
};
const std::vector<RopeExtension> kExtensions = {
    {"rope as it is", ""},
    {"pi", ":scaling=pi"},
    {"ntk", ":scaling=ntk"},
    {"dynamic-ntk, factor 2", ":scaling=dynamic-ntk:factor=2"},
    {"yarn, ramp by index", ":scaling=yarn"},
    {"yarn, ramp by turns", ":scaling=yarn:ramp=turns"}};

}  // namespace

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

void check_plain_rope(const Settings& settings) {
  check_user(settings.schemes.size() == 1 && SchemeOptions(settings.schemes[0]).name() == "rope" &&
                 settings.schemes[0].find('/') == std::string::npos,
             "this lesson takes one scheme, a form of rope, the same in every layer");
  check_user(settings.schemes[0].find("scaling=") == std::string::npos,
             "this lesson reads one model through every scaling, so leave it out of --schemes ",
             settings.schemes[0]);
}

std::vector<ResultRow> measure_untrained(const Lesson& lesson, const Transformer& rope,
                                         const Text& text) {
  std::vector<ResultRow> rows;
  for (const auto& [name, options] : kExtensions) {
    const Transformer reader = rope.with_scheme(lesson.settings.schemes[0] + options);
    std::ranges::copy(measure_lengths(lesson, name, reader, text), std::back_inserter(rows));
  }
  return rows;
}

std::vector<ResultRow> measure_tuned(const Lesson& lesson, const Transformer& rope,
                                     const Text& text, int steps, int length) {
  const Settings& s = lesson.settings;
  const int factor = (length + s.length - 1) / s.length;
  TrainingConfig again = s.training(s.seed + 1);
  again.steps = steps, again.length = length;
  again.batch = std::max(1, s.batch / factor);  // as many characters a step as before
  again.learning_rate /= 3;
  std::vector<ResultRow> rows;
  const auto add = [&](const std::string& name, const std::string& scheme) {
    const Transformer further = trained_further(rope, scheme, s.seed, again, split(text).training);
    std::ranges::copy(measure_lengths(lesson, name, further, text), std::back_inserter(rows));
  };
  for (const auto& [name, options] : kExtensions) {
    if (name.starts_with("dynamic")) continue;
    add(name, s.schemes[0] + (options.empty() ? "" : concat(options, ":factor=", factor)));
  }
  again.length = s.length, again.batch = s.batch;
  add("rope, skipping (pose)",
      concat("pose", s.schemes[0].substr(4), ":limit=", std::max(s.length, length)));
  return rows;
}

void show_extensions(const Lesson& lesson, const Text& text, const std::vector<ResultRow>& rows,
                     double at_home, const std::string& title, const std::string& file) {
  std::cout << "\n";
  show_gap(lesson, text, rows, title, file);
  std::cout << "\n" << reach_lines(rows, at_home, 0.1);
}

}  // namespace whereabouts
