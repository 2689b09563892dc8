// Lesson 03. Train short, test long.
//
// Question  How do we train a tiny transformer, and how do we measure length fairly?
// Run       make 03
// Expect    | parameters: 108160, scheme options: none
//           | what follows each                   3.471
// within 0.2|      64               3.239     +0.000    6144
//           |    1024               3.557     +0.318    6144
// Try       1. Another scheme: build/lessons/03_train_short_test_long --schemes rope
//           2. Ten times the steps. What gets better: 64, 1024, or both?
//           3. Write the measure and the protocol yourself: make exercise-03
#include <cmath>
#include <iostream>
#include <numbers>

#include "evaluate/fixed_targets.h"
#include "evaluate/for_length.h"
#include "experiment/measure.h"
#include "experiment/reading_progress.h"
#include "lesson/lesson.h"
#include "lesson/training_run.h"
#include "nn/generate.h"
#include "report/number.h"
#include "report/svg.h"
#include "report/terminal.h"
#include "util/check.h"
#include "util/write_file.h"

using namespace whereabouts;

namespace {

std::string listed(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

}  // namespace

int main(int argc, char** argv) {
  Settings defaults;
  defaults.schemes = {"none"};
  defaults.saves_checkpoints = true;
  defaults.takes_documents = true;
  defaults.watches_validation = true;

  return run_lesson(
      argc, argv, "03_train_short_test_long",
      "One scheme: trained on short windows, tested on longer ones.", defaults, [](Lesson& lesson) {
        const Settings& s = lesson.settings;
        check_user(s.schemes.size() == 1, "this lesson takes one scheme, got ", s.schemes.size(),
                   "; 09_extrapolation_gap compares several");
        const Text text = load_lesson_text(lesson);
        const Split parts = split(text);

        // 1. Train. The loss of a batch is the mean cross-entropy of the next characters in nats:
        // ln V before the first step. With --model nothing is trained, and there is no curve.
        const bool trains = !lesson.checkpoint || lesson.resumed;
        const TrainedRun run = trains ? train_in_folder(lesson, text)
                                      : TrainedRun{train_model(lesson, text, s.schemes[0], s.seed)};
        const Transformer& model = run.model;
        std::vector<TextSeries> curves = {{.label = "loss",
                                           .x = {run.curve.steps.begin(), run.curve.steps.end()},
                                           .y = run.curve.losses}};
        if (!run.curve.validation.empty())
          curves.push_back({.label = "validation", .x = {}, .y = {}});
        for (const ValidationLoss& look : run.curve.validation) {
          curves.back().x.push_back(look.step);
          curves.back().y.push_back(look.loss);
        }
        const FixedTargets targets(text, s.longest());
        // For comparison, what takes no training: guessing, and the n-gram baseline, which only
        // counts which character follows.
        std::vector<std::pair<std::string, double>> levels = {
            {"guessing", std::log2(text.vocabulary_size())},
            {"each character", targets.ngram_baseline(0)},
            {"what follows each", targets.ngram_baseline(1)},
            {"what follows each two", targets.ngram_baseline(2)}};
        if (trains) {
          LinePlot plot;
          plot.title = "Loss while training, scheme " + s.schemes[0];
          plot.x_label = "step";
          plot.y_label = "nats per character";
          for (const TextSeries& curve : curves) {
            PlotSeries series{.name = curve.label, .points = {}};
            for (std::size_t i = 0; i < curve.x.size(); ++i)
              series.points.push_back({.x = curve.x[i], .y = curve.y[i]});
            plot.series.push_back(series);
          }
          const double last = run.curve.steps.back();
          for (const auto& [name, bits] : levels) {  // as level lines
            const double nats = bits * std::numbers::ln2;
            plot.series.push_back(
                {.name = name, .points = {{.x = 1, .y = nats}, {.x = last, .y = nats}}});
          }
          write_file(lesson.out / "loss.svg", svg_line_plot(plot));
        }
        std::cout << "\nparameters: " << model.parameters().size() << ", scheme options: "
                  << (model.scheme_options().empty() ? "none" : model.scheme_options()) << "\n";
        const AdamW optimiser(model.parameters(), {});
        std::cout << "the optimiser pulls towards zero: " << listed(optimiser.with_weight_decay())
                  << "\nand leaves alone: " << listed(optimiser.without_weight_decay()) << "\n";
        if (trains)
          std::cout
              << "\nLoss of each step's batch and, now and then, on the validation part, in nats:\n"
              << text_plot(curves);

        // 2. Read a little of what it writes.
        std::cout << "\nA sample, at temperature 0.8:\n\n";
        Random sampling(s.seed, "sample");
        const std::vector<Token> prompt = {parts.validation[0]};
        std::vector<Token> written;
        const int samples = text.boundary < 0 ? 1 : 10;  // documents are short, and end
        for (int sample = 0; sample < samples; ++sample)
          generate(for_length(model, s.length + 1), prompt, 300, {.temperature = 0.8}, sampling,
                   [&](int token) {
                     written.push_back(token);
                     return token != text.boundary;
                   });
        std::cout << decode(text.vocabulary, written) << "\n";

        // 3. Test at every length on the same characters, so that only their context differs.
        TextTable table(
            {"context", "bits per character", "gap to " + std::to_string(s.length), "scored"});
        const ReadingProgress progress(s.schemes[0]);
        const double at_home = targets.score(model, s.length).bits_per_char;
        bool any_changed = false;
        for (const int length : s.eval_lengths) {
          bool changed = false;
          const Score score =
              targets.score(for_length(model, targets.reach(length), &changed), length);
          const double gap = score.bits_per_char - at_home;
          table.row({std::to_string(length),
                     format_fixed(score.bits_per_char, 3) + (changed ? "*" : ""),
                     (gap >= 0 ? "+" : "") + format_fixed(gap, 3), std::to_string(score.scored)});
          any_changed |= changed;
        }
        std::cout << "\n" << table.text();
        std::cout << documents_end(targets, s);
        if (any_changed)
          std::cout << "* not defined beyond the training length; evaluated as "
                    << for_length(model, s.length + 1).config().scheme << "\n";

        TextTable counts({"a table of", "bits per character"});
        for (std::size_t i = 1; i < levels.size(); ++i)
          counts.row({levels[i].first, format_fixed(levels[i].second, 3)});
        std::cout
            << "\nThe same characters, predicted by a table of counts of the training part:\n\n"
            << counts.text();

        if (trains)
          std::cout << "\nwritten to " << lesson.out.string()
                    << ": model.safetensors, training.safetensors, loss.csv, loss.svg"
                    << (run.curve.validation.empty() ? "" : ", best.safetensors") << "\n";
      });
}
