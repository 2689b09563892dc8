// Lesson 03. Train short, test long.
//
// Question  What is a transformer, how is it trained, and how do we measure length fairly?
// Run       make 03
// Expect    | three steps by hand, the losses agree to 0.0001: yes
//           | parameters: 108160, scheme options: none
//           | what follows each                   3.471
// within 0.2|      64               3.239     +0.000    6144
//           |    1024               3.557     +0.318    6144
// Try       1. Another scheme: build/lessons/03_train_short_test_long --schemes rope
//           2. Ten times the steps. What gets better: 64, 1024, or both?
//           3. Write the measure and the protocol yourself: make exercise-03
#include <cmath>
#include <iostream>

#include "03_training_step.h"
#include "evaluate/fixed_targets.h"
#include "evaluate/for_length.h"
#include "experiment/measure.h"
#include "experiment/reading_progress.h"
#include "lesson/architecture_picture.h"
#include "lesson/curves.h"
#include "lesson/guess.h"
#include "lesson/lesson.h"
#include "lesson/loss_curve.h"
#include "lesson/sampling_flags.h"
#include "report/number.h"
#include "report/page.h"
#include "util/check.h"
#include "util/write_file.h"

using namespace whereabouts;

namespace {

// At every length the same characters are scored, so that only their context differs.
void test_longer(const Lesson& lesson, const Text& text, const FixedTargets& targets,
                 const Transformer& model) {
  const Settings& s = lesson.settings;
  std::cout << heading("4. Tested on longer texts");
  const Guess guess(lesson, concat("how many bits more does it need at ", s.longest(), " than at ",
                                   s.length, "?"));
  TextTable table(
      {"context", "bits per character", "gap to " + std::to_string(s.length), "scored"});
  const ReadingProgress progress(s.schemes[0]);
  const double at_home = targets.score(model, s.length).bits_per_char;
  bool any_changed = false;
  std::vector<ResultRow> rows;
  for (const int length : s.eval_lengths) {
    bool changed = false;
    const Score score = targets.score(for_length(model, targets.reach(length), &changed), length);
    table.row({std::to_string(length), format_fixed(score.bits_per_char, 3) + (changed ? "*" : ""),
               format_signed(score.bits_per_char - at_home, 3), std::to_string(score.scored)});
    any_changed |= changed;
    rows.push_back({s.schemes[0], s.seed, "fixed", length, score.bits_per_char, score.scored});
  }
  std::cout << table.text() << documents_end(targets, s);
  if (any_changed)
    std::cout << "* not defined beyond the training length; evaluated as "
              << for_length(model, s.length + 1).config().scheme << "\n";
  draw_gap(lesson, text, rows, concat("Scheme ", s.schemes[0], " on longer texts"));
  guess.compare(rows.back().bits_per_char - at_home, 0.1, 2);
}

void lesson_03(Lesson& lesson) {
  const Settings& s = lesson.settings;
  check_user(s.schemes.size() == 1, "this lesson takes one scheme, got ", s.schemes.size(),
             "; 09_extrapolation_gap compares several");
  const Text text = load_lesson_text(lesson);
  const bool trains = !lesson.checkpoint || lesson.resumed;
  if (!lesson.checkpoint && text.boundary < 0) three_steps_by_hand(s, text);
  std::cout << heading("2. The whole training");
  const TrainedRun run = trains ? train_in_folder(lesson, text)
                                : TrainedRun{train_model(lesson, text, s.schemes[0], s.seed)};
  const FixedTargets targets(text, s.longest());
  // What takes no training: guessing, and tables that count which character follows.
  const Baselines baselines = {{"guessing", std::log2(text.vocabulary_size())},
                               {"each character", targets.ngram_baseline(0)},
                               {"what follows each", targets.ngram_baseline(1)},
                               {"what follows each two", targets.ngram_baseline(2)}};
  const std::string options = run.model.scheme_options();
  std::cout << "\nparameters: " << run.model.parameters().size()
            << ", scheme options: " << (options.empty() ? "none" : options) << "\n";
  if (trains) show_loss(lesson, run.curve, baselines);
  std::cout << heading("3. A sample, at temperature 0.8");
  print_sample(s, text, run.model);
  test_longer(lesson, text, targets, run.model);
  std::cout << "\nThe same characters, predicted by a table of counts of the training part:\n\n";
  TextTable counts({"a table of", "bits per character"});
  for (const auto& [name, bits] : std::span(baselines).subspan(1))
    counts.row({name, format_fixed(bits, 3)});
  std::cout << counts.text();
  if (!trains) return;
  write_file(lesson.out / "architecture.svg", architecture_picture());
  std::cout << "\nwritten to " << lesson.out.string()
            << ": model.safetensors training.safetensors loss.csv loss.svg\n"
               "gap.csv gap.svg architecture.svg"
            << (run.curve.validation.empty() ? "" : " best.safetensors")
            << "\nnext: make 04, which tells each character its place\n";
}

}  // namespace

int main(int argc, char** argv) {
  Settings defaults;
  defaults.schemes = {"none"};
  defaults.saves_checkpoints = defaults.takes_documents = defaults.watches_validation = true;
  return run_lesson(argc, argv, "03_train_short_test_long",
                    "One scheme: trained on short windows, tested on longer ones.", defaults,
                    lesson_03);
}
