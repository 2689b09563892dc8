// Lesson 10. Extending rope.
//
// Question  A rope model was trained on 64 characters. Can the same weights read 128, 256 or 1024,
//           if we turn queries and keys more slowly? And what do 100 steps of training add?
// Run       make 10
// Expect    | ntk takes another base: for factor 4 it is 48760.5
// within 0.6| ntk   2.24  2.26  2.29  3.79  4.66  6.90  6.49
// Try       1. Faster pairs: make 10 ARGS="--schemes rope:base=500" (then 100, 2000)
//           2. Fine-tune at 512: make 10 ARGS="--fine-tune-length 512"
//           3. Write the new frequencies yourself: make exercise-10
#include <algorithm>
#include <cmath>
#include <iostream>
#include <numbers>

#include "app/gap.h"
#include "app/lesson.h"
#include "position/rope.h"
#include "report/number.h"
#include "report/page.h"
#include "report/svg.h"
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
  LinePlot waves;
  waves.title = "The eight pairs of rope over 256 positions";
  waves.subtitle =
      "Cosine of the angle. What lies right of the line, training never showed: five "
      "pairs are far from having completed a turn";
  waves.x_label = "position", waves.y_label = "cosine";
  waves.mark_x = 64, waves.mark_label = "trained up to 64";
  waves.y_min = -1, waves.y_max = 1;
  HeatMap kept;
  kept.title = "Which frequencies are slowed down for four times the length";
  kept.subtitle = "New frequency over old: 1 is kept, 0.25 is four times slower";
  kept.x_label = "pair, from fast to slow", kept.value_label = "new / old";
  kept.rows = 4, kept.columns = 8, kept.decimals = 2;
  kept.row_labels = {"pi", "ntk", "yarn by index", "yarn by turns"};
  for (std::size_t i = 0; i < theta.size(); ++i) {
    const double turn = 2 * std::numbers::pi / theta[i];
    std::vector<std::string> row = {std::to_string(i), fixed(turn, 1), fixed(64 / turn, 2)};
    for (const auto& method : scaled) row.push_back(fixed(method[i] / theta[i], 2));
    table.row(row);
    PlotSeries wave{.name = "pair " + std::to_string(i), .points = {}};
    for (int p = 0; p <= 256; ++p)
      wave.points.push_back({.x = 1.0 * p, .y = std::cos(p * theta[i])});
    waves.series.push_back(wave);
  }
  for (const auto& method : scaled) {
    for (std::size_t i = 0; i < theta.size(); ++i) kept.values.push_back(method[i] / theta[i]);
  }
  std::cout << table.text() << "\nThe last four columns: new frequency over old, for factor 4.\n";
  write_file(lesson.out / "pairs.svg", svg_stacked_plot(waves));
  write_file(lesson.out / "slowed.svg", svg_heat_map(kept));

  // The base that ntk takes is seen in the last pair: theta = base^(-14/16).
  const auto base_of = [](const RopeScaling& how) {
    return std::pow(rope_frequencies(16, kBase, how).theta.back(), -16.0 / 14);
  };
  std::cout << "\nntk takes another base: for factor 4 it is "
            << fixed(base_of({.method = "ntk", .factor = 4}), 1)
            << "\ndynamic-ntk, factor 4, at length 64: "
            << fixed(base_of({.method = "dynamic-ntk", .factor = 4, .length = 64}), 1);
  for (const int length : {65, 128, 256})
    std::cout << ", at " << length << ": "
              << fixed(base_of({.method = "dynamic-ntk", .factor = 4, .length = 1.0 * length}), 1);
  std::cout << "\n";
}

// How far a model can be trusted: the longest length up to which every value is close to home.
int reach(const Gap& gap, double at_home) {
  int longest = 0;
  for (std::size_t i = 0; i < gap.lengths.size() && gap.bits[i] <= at_home + 0.1; ++i)
    longest = gap.lengths[i];
  return longest;
}

void show(const Lesson& lesson, const std::vector<Gap>& gaps, double at_home,
          const std::string& file, const std::string& title) {
  std::cout << "\n" << gap_table(gaps) << "\n" << gap_text_plot(gaps) << "\n";
  for (const Gap& gap : gaps) {
    const int longest = reach(gap, at_home);
    std::cout << gap.name << ": within 0.1 bits of home "
              << (longest == 0 ? "nowhere" : "up to " + std::to_string(longest)) << "\n";
  }
  write_file(lesson.out / (file + ".csv"), gap_csv(gaps));
  write_file(lesson.out / (file + ".svg"),
             svg_line_plot(gap_plot(gaps, lesson.settings.length, title)));
}

}  // namespace

int main(int argc, char** argv) {
  Settings defaults;
  defaults.schemes = {"rope"};
  defaults.eval_lengths = {64, 96, 128, 192, 256, 512, 1024};
  int fine_tune_steps = 100, fine_tune_length = 256;

  return run_lesson(
      argc, argv, "10_extending_rope", "One rope model, read at longer and longer texts.", defaults,
      [&](Lesson& lesson) {
        Settings& s = lesson.settings;
        if (s.quick) {  // eleven tables in a moment
          s.steps = std::min(s.steps, 10), fine_tune_steps = std::min(fine_tune_steps, 2);
          std::erase_if(s.eval_lengths, [](int length) { return length > 128; });
        }
        require(s.schemes.size() == 1 && s.schemes[0].starts_with("rope"),
                "this lesson takes one scheme, a form of rope");
        turns(lesson);
        const Text text = load_lesson_text(lesson);
        const Split parts = split(text);

        std::cout << heading("2. The same weights, other frequencies: no training");
        const Transformer model = train_model(lesson, text, s.schemes[0], s.seed);
        std::vector<Gap> untrained;
        for (const auto& [name, options] : kWays)
          untrained.push_back(
              measure_gap(lesson, name, model.with_scheme(s.schemes[0] + options), parts));
        const double at_home = untrained[0].at(s.length);
        show(lesson, untrained, at_home, "untrained",
             "One rope model, six ways to read longer texts");

        const int factor = (fine_tune_length + s.length - 1) / s.length, steps = fine_tune_steps;
        std::cout << heading(
            sentence("3. And ", steps, " steps of training at length ", fine_tune_length));
        std::vector<Gap> tuned;
        for (const auto& [name, options] : kWays) {
          if (name.starts_with("dynamic")) continue;  // its frequencies would never stand still
          ModelConfig config = model.config();
          config.scheme += options.empty() ? "" : options + ":factor=" + std::to_string(factor);
          Transformer copy(config, s.seed);
          copy.parameters().take_values(model.parameters());
          TrainingConfig training = s.training(s.seed + 1);
          training.steps = steps, training.length = fine_tune_length;
          training.batch = std::max(1, s.batch / factor);  // as many characters a step as before
          training.learning_rate /= 3;
          Trainer trainer(copy, training, parts.training);
          for (int step = 0; step < steps; ++step) trainer.step();
          tuned.push_back(measure_gap(lesson, name, copy, parts));
        }
        show(lesson, tuned, at_home, "tuned",
             sentence("After ", steps, " more steps, at length ", fine_tune_length));
        std::cout << "\nwritten to " << lesson.out.string()
                  << ": pairs.svg slowed.svg untrained.svg "
                  << "untrained.csv tuned.svg tuned.csv\nnext: make 11, which asks whether a long "
                     "context is used at all\n";
      },
      [&](Flags& flags) {
        flags.add("fine-tune-steps", fine_tune_steps, "steps of training after the change", 1,
                  1'000'000);
        flags.add("fine-tune-length", fine_tune_length, "characters in a window of those steps", 64,
                  65'536);
      });
}
