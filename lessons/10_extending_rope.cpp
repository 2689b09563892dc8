// Lesson 10. Extending rope.
//
// Question  A rope model was trained on 64 characters. Can the same weights read 128, 256 or 1024,
//           if we turn queries and keys more slowly? And what do 100 steps of training add?
// Run       make 10
// Expect    | ntk takes another base: for factor 4 it is 48760.5
// within 0.6| ntk   2.23  2.25  2.29  3.80  4.71  6.92  6.59
// Try       1. Faster pairs: make 10 ARGS="--schemes rope:base=500" (then 100, 2000)
//           2. Fine-tune at 512: make 10 ARGS="--fine-tune-length 512"
//           3. Write the new frequencies yourself: make exercise-10
#include <algorithm>
#include <cmath>
#include <iostream>
#include <numbers>

#include "evaluate/fixed_windows.h"
#include "experiment/length_curve.h"
#include "lesson/curves.h"
#include "lesson/lesson.h"
#include "position/rope.h"
#include "report/number.h"
#include "report/page.h"
#include "report/svg.h"
#include "train/fine_tuning.h"
#include "util/check.h"
#include "util/write_file.h"

using namespace whereabouts;

namespace {

constexpr double kBase = 10000;
const std::vector<std::pair<std::string, std::string>> kWays = {
    {"rope as it is", ""},
    {"pi", ":scaling=pi"},
    {"ntk", ":scaling=ntk"},
    {"dynamic-ntk, factor 2", ":scaling=dynamic-ntk:factor=2"},
    {"yarn, ramp by index", ":scaling=yarn"},
    {"yarn, ramp by turns", ":scaling=yarn:ramp=turns"}};

constexpr const char* kSkipping = "rope, skipping (pose)";

std::vector<double> frequencies(const std::string& method, const std::string& ramp, double factor) {
  return rope_frequencies(16, kBase,
                          {.method = method,
                           .factor = factor,
                           .ramp = ramp,
                           .fast_turns = 64 / (4 * std::numbers::pi)})
      .theta;
}

void turns(const Lesson& lesson) {
  std::cout << heading("1. Eight pairs of channels, and how far each turns within 64 characters");
  const std::vector<double> theta = frequencies("none", "index", 1);
  const std::vector<std::vector<double>> scaled = {
      frequencies("pi", "index", 4), frequencies("ntk", "index", 4),
      frequencies("yarn", "index", 4), frequencies("yarn", "turns", 4)};
  TextTable table(
      {"pair", "one turn takes", "turns in 64", "pi", "ntk", "yarn by index", "yarn by turns"});
  LinePlot waves{"The eight pairs of rope over 256 positions",
                 "Cosine of the angle. What lies right of the line, training never showed: five "
                 "pairs are far from having completed a turn",
                 "position", "cosine"};
  waves.mark_x = 64, waves.mark_label = "trained up to 64";
  waves.y_min = -1, waves.y_max = 1;
  HeatMap kept{"Which frequencies are slowed down for four times the length",
               "New frequency over old: 1 is kept, 0.25 is four times slower",
               "pair, from fast to slow"};
  kept.value_label = "new / old";
  kept.rows = 4, kept.columns = 8, kept.decimals = 2;
  kept.row_labels = {"pi", "ntk", "yarn by index", "yarn by turns"};
  for (std::size_t i = 0; i < theta.size(); ++i) {
    const double turn = 2 * std::numbers::pi / theta[i];
    std::vector<std::string> row = {std::to_string(i), format_fixed(turn, 1),
                                    format_fixed(64 / turn, 2)};
    for (const auto& method : scaled) row.push_back(format_fixed(method[i] / theta[i], 2));
    table.row(row);
    waves.series.push_back(curve(
        concat("pair ", i), [&](double p) { return std::cos(p * theta[i]); }, 0, 256));
  }
  for (const auto& method : scaled)
    for (std::size_t i = 0; i < theta.size(); ++i) kept.values.push_back(method[i] / theta[i]);
  write_file(lesson.out / "pairs.svg", svg_stacked_plot(waves));
  write_file(lesson.out / "slowed.svg", svg_heat_map(kept));
  std::cout << table.text() << "\nThe last four columns: new frequency over old, for factor 4.\n";

  // The base that ntk takes is seen in the last pair: theta = base^(-14/16).
  const auto base_of = [](const RopeScaling& how) {
    return std::pow(rope_frequencies(16, kBase, how).theta.back(), -16.0 / 14);
  };
  std::cout << "\nntk takes another base: for factor 4 it is "
            << format_fixed(base_of({.method = "ntk", .factor = 4}), 1)
            << "\ndynamic-ntk, factor 4, at length 64: "
            << format_fixed(base_of({.method = "dynamic-ntk", .factor = 4, .length = 64}), 1);
  for (const int length : {65, 128, 256})
    std::cout << ", at " << length << ": "
              << format_fixed(
                     base_of({.method = "dynamic-ntk", .factor = 4, .length = 1.0 * length}), 1);
  std::cout << "\n";
}

void show(const Lesson& lesson, const std::vector<ResultRow>& rows, double at_home,
          const std::string& file, const std::string& title) {
  std::cout << "\n";
  show_curves(lesson, rows, title, file);
  std::cout << "\n";
  std::vector<std::string> shown;
  for (const ResultRow& row : rows) {
    if (std::ranges::find(shown, row.scheme) != shown.end()) continue;
    shown.push_back(row.scheme);
    const int longest = reach(rows, row.scheme, at_home + 0.1);
    std::cout << row.scheme << ": within 0.1 bits of the trained length "
              << (longest == 0 ? "nowhere" : "up to " + std::to_string(longest)) << "\n";
  }
}

void lesson_10(Lesson& lesson, int fine_tune_steps, int fine_tune_length) {
  Settings& s = lesson.settings;
  s.limit_if_quick(10, 128);  // so that eleven tables take seconds
  if (s.quick) fine_tune_steps = std::min(fine_tune_steps, 2);
  check_user(s.schemes.size() == 1 && s.schemes[0].starts_with("rope"),
             "this lesson takes one scheme, a form of rope");
  check_user(s.schemes[0].find("scaling=") == std::string::npos,
             "this lesson reads one model through every scaling, so leave it out of --schemes ",
             s.schemes[0]);
  turns(lesson);
  const Text text = load_lesson_text(lesson);
  check_long_enough(text, std::max(s.length, fine_tune_length), s.longest());

  std::cout << heading("2. The same weights, other frequencies: no training");
  const Transformer model = train_model(lesson, text, s.schemes[0], s.seed);
  std::vector<ResultRow> untrained;
  for (const auto& [name, options] : kWays) {
    std::ranges::copy(
        measure_lengths(lesson, name, model.with_scheme(s.schemes[0] + options), text),
        std::back_inserter(untrained));
  }
  const double at_home = bits_at(untrained, untrained[0].scheme, s.length);
  show(lesson, untrained, at_home, "untrained", "One rope model, six ways to read longer texts");

  std::cout << heading(
      concat("3. And ", fine_tune_steps, " steps of training at length ", fine_tune_length));
  const int factor = (fine_tune_length + s.length - 1) / s.length;
  TrainingConfig again = s.training(s.seed + 1);
  again.steps = fine_tune_steps, again.length = fine_tune_length;
  again.batch = std::max(1, s.batch / factor);  // as many characters a step as before
  again.learning_rate /= 3;
  std::vector<ResultRow> tuned;
  for (const auto& [name, options] : kWays) {
    if (name.starts_with("dynamic")) continue;  // its frequencies change with every length
    const std::string scheme =
        s.schemes[0] + (options.empty() ? "" : concat(options, ":factor=", factor));
    const Transformer further = trained_further(model, scheme, s.seed, again, split(text).training);
    std::ranges::copy(measure_lengths(lesson, name, further, text), std::back_inserter(tuned));
  }
  // The same steps on windows of the first length, which are told that a piece is missing.
  again.length = s.length, again.batch = s.batch;
  const std::string skipping =
      concat("pose", s.schemes[0].substr(4), ":limit=", std::max(s.length, fine_tune_length));
  std::ranges::copy(
      measure_lengths(lesson, kSkipping,
                      trained_further(model, skipping, s.seed, again, split(text).training), text),
      std::back_inserter(tuned));
  show(lesson, tuned, at_home, "tuned",
       concat("After ", fine_tune_steps, " more steps, at length ", fine_tune_length));
  std::cout << "\nwritten to " << lesson.out.string()
            << ": pairs.svg slowed.svg untrained.svg untrained.csv tuned.svg tuned.csv\n"
               "next: make 11, which tells rope other distances\n";
}

}  // namespace

int main(int argc, char** argv) {
  Settings defaults;
  defaults.schemes = {"rope"};
  defaults.eval_lengths = {64, 96, 128, 192, 256, 512, 1024};
  int steps = 100, length = 256;

  return run_lesson(
      argc, argv, "10_extending_rope", "One rope model, read at longer and longer texts.", defaults,
      [&](Lesson& lesson) { lesson_10(lesson, steps, length); },
      [&](Flags& flags) {
        flags.add("fine-tune-steps", steps, "steps of training after the change", 1, 1'000'000);
        flags.add("fine-tune-length", length, "characters in a window of those steps", 64, 65'536);
      });
}
