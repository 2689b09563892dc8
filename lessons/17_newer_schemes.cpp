// Lesson 17. The schemes that came later.
//
// Question  Which schemes were invented after 2021 to read longer texts than in training, and which
//           of their effects show in a minute on a laptop?
// Run       make 17
// Expect    | sandwich  1  0.00  -0.31  -1.14  -3.21  -4.22  -5.33  -6.14  -8.74  -10.61
//           | the formulas of this lesson add what the library's schemes add: yes
// within 0.4| window  2.79  2.72  2.74  2.74  2.74  2.74
// Try       1. Positions drawn from a shorter text: make 17 ARGS="--schemes randomized:limit=512"
//           2. Drop the positions earlier: make 17 ARGS="--drop-at 0.5"
//           3. Write Sandwich and KERPLE yourself: make exercise-17
#include <algorithm>
#include <iostream>

#include "17_biases.h"
#include "experiment/length_curve.h"
#include "experiment/model_pictures.h"
#include "experiment/results.h"
#include "lesson/bias_pictures.h"
#include "lesson/curves.h"
#include "lesson/guess.h"
#include "lesson/lesson.h"
#include "report/number.h"
#include "report/page.h"
#include "util/check.h"

using namespace whereabouts;

namespace {

// Train with rope, then remove it: the last steps, with a warm-up of their own, use no positions
// (Gelberg et al., 2025).
Transformer train_and_drop(const Lesson& lesson, const Text& text, double drop_at) {
  const Settings& s = lesson.settings;
  const int with = static_cast<int>(drop_at * s.steps), without = std::max(1, s.steps - with);
  Transformer model(s.model(text, "rope"), s.seed);
  Trainer first(model, s.training(s.seed), split(text).training);
  for (int step = 0; step < with; ++step) first.step();

  Transformer dropped = model.with_scheme("none");
  TrainingConfig rest = s.training(s.seed + 1);
  rest.steps = without;
  Trainer second(dropped, rest, split(text).training);
  double loss = 0;
  std::cout << "rope, dropped after " << with << " of " << with + without
            << " steps: loss of the next batches";
  for (int step = 0; step < without; ++step) {
    loss = second.step();
    if (step == 0 || step == without / 4 || step == without - 1)
      std::cout << " " << format_fixed(loss, 2);
  }
  std::cout << "\n";
  return dropped;
}

}  // namespace

int main(int argc, char** argv) {
  Settings defaults;
  defaults.schemes = {"none", "kerple-log", "kerple-power", "fire",   "sandwich", "rope",
                      "xpos", "p-rope",     "randomized",   "window", "cope"};
  defaults.steps = 400;  // of 1000 elsewhere: eleven models in a minute
  defaults.eval_lengths = {32, 64, 96, 128, 256, 512};
  double drop_at = 0.875;

  return run_lesson(
      argc, argv, "17_newer_schemes",
      "KERPLE, FIRE, Sandwich, xPos, p-RoPE, random positions, CoPE, DroPE.", defaults,
      [&](Lesson& lesson) {
        Settings& s = lesson.settings;
        s.limit_if_quick(4, 128);  // so that twelve models take seconds
        const Text text = load_lesson_text(lesson);
        check_enough_for_pictures(text);
        std::cout << heading("1. Trained short, tested long");
        const Guess guess(
            lesson, concat("how many of these lose less than 0.1 bits up to ", s.longest(), "?"));
        std::vector<Transformer> models;
        std::vector<ResultRow> rows;
        const auto add = [&](const std::string& name, const Transformer& model) {
          std::ranges::copy(measure_lengths(lesson, name, model, text), std::back_inserter(rows));
        };
        for (const std::string& scheme : s.schemes) {
          models.push_back(train_model(lesson, text, scheme, s.seed));
          add(scheme, models.back());
        }
        add("rope, then none", train_and_drop(lesson, text, drop_at));
        save_results(rows, lesson.out / "gap.csv");
        std::cout << "\n" << length_table(rows, {.trained_length = s.length}, "bits per character");
        guess.compare(flat_schemes(rows, s.length, s.longest(), 0.1), 1);
        std::string written = "gap.csv";

        written += show_biases_and_others(lesson, rows);
        if (std::ranges::any_of(s.schemes, is_bias)) {
          std::cout << heading("2. What they add to the score, by distance (first layer, trained)");
          draw_biases(lesson, models, text);
          bool same = true;
          for (const char* name : {"kerple-log", "kerple-power", "sandwich", "fire", "cope"})
            same = same && newer_schemes::off_from_the_library(name) < 1e-4;
          std::cout << "\nthe formulas of this lesson add what the library's schemes add: "
                    << (same ? "yes\n" : "no\n");
          written += " adds_*.svg";
        }
        std::cout << "\nwritten to " << lesson.out.string() << ": " << written
                  << "\n"
                     "next: make 18, gates, windows and layers in turn\n";
      },
      [&](Flags& flags) {
        flags.add("drop-at", drop_at, "the share of the steps after which rope is dropped", 0.01,
                  0.99);
      });
}
