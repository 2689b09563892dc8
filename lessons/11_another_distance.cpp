// Lesson 11. Tell rope another distance.
//
// Question  A trained rope breaks where distances are new to it. What if far characters are told
//           to be nearer than they are? And does the model then use them, or only survive them?
// Run       make 11
// Try       1. Faster pairs: make 11 ARGS="--schemes rope:base=500"
//           2. The fables: make 11 ARGS="--data data/fables.txt --steps 1000"
//           3. Write Self-Extend's distance yourself: make exercise-11
#include <algorithm>
#include <iostream>

#include "evaluate/cropped.h"
#include "evaluate/fixed.h"
#include "evaluate/repeated_names.h"
#include "experiment/length_curve.h"
#include "experiment/measure.h"
#include "experiment/recall_table.h"
#include "experiment/results.h"
#include "lesson/curves.h"
#include "lesson/guess.h"
#include "lesson/lesson.h"
#include "lesson/rope_extensions.h"
#include "lesson/told_distances.h"
#include "report/number.h"
#include "report/page.h"
#include "util/check.h"

using namespace whereabouts;

namespace {

// What a query at i is told of a key at j <= i, if L characters were trained.
std::vector<Told> told_distances(int L) {
  const int w = L / 2, G = 4, sinks = 2;
  return {
      {"rope as it is", [](int i, int j) { return i - j; }},
      {"window", [=](int i, int j) { return i - j < L ? i - j : kHidden; }},
      {"rerope", [=](int i, int j) { return std::min(i - j, w); }},
      {"leaky", [=](int i, int j) { return i - j < w ? i - j : w + (i - j - w) / (1.0 * G); }},
      {"self-extend", [=](int i, int j) { return i - j < w ? i - j : i / G - j / G + w - w / G; }},
      {"dual-chunk",
       [=](int i, int j) {
         const int at = i / w - j / w == 1 ? std::min(w + i % w, L - 1) : L - 1;
         return i / w == j / w ? i - j : at - j % w;
       }},
      {"lm-infinite",
       [=](int i, int j) { return i - j < L || j < sinks ? std::min(i - j, L - 1) : kHidden; }},
      {"streaming",
       [=](int i, int j) {
         return i - j < L - sinks ? i - j : j < sinks ? std::min(i, L - 1) - j : kHidden;
       }},
  };
}

void lesson_11(Lesson& lesson) {
  Settings& s = lesson.settings;
  s.limit_if_quick(10, 128);
  check_plain_rope(s);
  std::cout << heading("1. Trained on 8 characters: what the last of 16 is told of each");
  show_told_distances(lesson, told_distances(8));

  const Text text = load_lesson_text(lesson);
  Split parts = split(text);
  const std::size_t some = std::min<std::size_t>(4'000, parts.validation.size());
  if (s.quick) parts.validation = parts.validation.first(some);
  const Transformer model = train_model(lesson, text, s.schemes[0], s.seed);
  const auto seen = parts.training.last(std::min<std::size_t>(100'000, parts.training.size()));
  const int chosen_at = std::min(256, s.longest());
  const auto ways = twelve_readings(model, seen, chosen_at, s.length, s.quick);

  std::cout << heading("2. One trained rope, read in twelve ways: bits per character");
  const Guess guess(lesson,
                    concat("through Self-Extend: how many bits more at ", s.longest(), "?"));
  std::vector<ResultRow> rows, names;
  const RepeatedNames repeated = repeated_names_beside(text);
  for (const Reading& way : ways) {
    const Transformer reader = model.with_scheme(way.spec);
    std::ranges::copy(measure_lengths(lesson, way.name, reader, text), std::back_inserter(rows));
    if (repeated.names.empty()) continue;
    for (ResultRow& row :
         repeated_names_rows({reader, text, repeated, {s.length, s.longest()}, s.seed}, parts)) {
      row.scheme = way.name;
      names.push_back(row);
    }
  }
  show_curves(lesson, rows, "One rope model, twelve distances", "read");
  guess.compare(bits_at(rows, "self-extend", s.longest()) - bits_at(rows, "self-extend", s.length),
                0.1, 2);
  const FixedWindows windows = fixed_windows(parts.validation.size(), s.longest());
  const Score cropped = score_cropped(model, parts.validation, windows, s.longest(), s.length);
  std::cout << "\nrope that reads the last " << s.length << " of " << s.longest() << ": "
            << format_fixed(cropped.bits_per_char, 2)
            << "\nchosen on the end of the training part, at " << chosen_at << ":\n";
  for (const Reading& way : ways)
    if (way.chosen) std::cout << "  " << way.spec << "\n";
  std::cout << heading("3. Who survives, and who uses it: names said again");
  if (names.empty())
    std::cout << "this text has no list of them\n";
  else
    std::cout << "last said within " << s.length
              << " characters (near) and before them (far, reading " << s.longest() << "):\n\n"
              << recall_verdicts(names, s.length, s.longest());
  save_results(names, lesson.out / "names.csv");
  std::cout << "\nwritten to " << lesson.out.string()
            << ": told_*.svg read.svg read.csv names.csv\n"
               "next: make 12, which asks whether a long context is used at all\n";
}

}  // namespace

int main(int argc, char** argv) {
  Settings defaults;
  defaults.schemes = {"rope"};
  defaults.data = "data/playground.txt";  // names are copied in it, see data/README.md
  defaults.steps = 3000;
  defaults.eval_lengths = {64, 96, 128, 256, 512};
  return run_lesson(argc, argv, "11_another_distance",
                    "One rope model, told other distances than there are.", defaults, lesson_11);
}
