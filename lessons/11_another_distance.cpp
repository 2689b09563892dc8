// Lesson 11. Tell rope another distance.
//
// Question  A trained rope breaks where distances are new to it. What if far characters are told
//           to be nearer than they are? And does the model then use them, or only survive them?
// Run       make 11
// Try       1. Faster pairs: make 11 ARGS="--schemes rope:base=500"
//           2. The fables: make 11 ARGS="--data data/fables.txt --steps 1000"
//           3. Write Self-Extend's distance yourself: make exercise-11
#include <algorithm>
#include <cmath>
#include <functional>
#include <iostream>

#include "evaluate/cropped.h"
#include "evaluate/fixed.h"
#include "evaluate/repeated_names.h"
#include "experiment/length_curve.h"
#include "experiment/measure.h"
#include "experiment/recall_table.h"
#include "experiment/results.h"
#include "lesson/curves.h"
#include "lesson/lesson.h"
#include "report/number.h"
#include "report/page.h"
#include "report/svg.h"
#include "util/check.h"
#include "util/file.h"
#include "util/write_file.h"

using namespace whereabouts;

namespace {

constexpr double kHidden = -1;

struct Told {
  const char* name;
  std::function<double(int i, int j)> rho;
};

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
         if (i / w == j / w) return i - j;
         return (i / w - j / w == 1 ? std::min(w + i % w, L - 1) : L - 1) - j % w;
       }},
      {"lm-infinite",
       [=](int i, int j) { return i - j < L || j < sinks ? std::min(i - j, L - 1) : kHidden; }},
      {"streaming",
       [=](int i, int j) {
         return i - j < L - sinks ? i - j : j < sinks ? std::min(i, L - 1) - j : kHidden;
       }},
  };
}

void show_distances(const Lesson& lesson) {
  constexpr int L = 8, kText = 16;
  std::cout << heading("1. Trained on 8 characters: what the last of 16 is told of each");
  std::vector<std::string> head = {"key at"};
  for (int j = 0; j < kText; ++j) head.push_back(std::to_string(j));
  TextTable table(head);
  for (const Told& told : told_distances(L)) {
    std::vector<std::string> cells = {told.name};
    HeatMap map{told.name, "Distance that a query (row) is told of a key (column)", "key", "query"};
    map.rows = map.columns = kText;
    map.low = 0, map.high = kText - 1;
    for (int i = 0; i < kText; ++i) {
      for (int j = 0; j < kText; ++j) {
        const double rho = j > i ? kHidden : told.rho(i, j);
        map.values.push_back(rho == kHidden ? std::nan("") : rho);
        if (i + 1 == kText) cells.push_back(rho == kHidden ? "." : concat(rho));
      }
    }
    table.row(cells);
    write_file(lesson.out / concat("told_", name_for_file(told.name), ".svg"), svg_heat_map(map));
  }
  std::cout << table.text() << "\n. is hidden; up to 7 nothing is new to the model.\n";
}

struct Reading {
  std::string name, spec;
  bool chosen = false;  // by the Chooser
};

// The best of several values on text that the tables below do not score: the end of the training
// part, which the model has seen, as it has everything that can be chosen by.
class Chooser {
 public:
  Chooser(const Transformer& model, std::span<const Token> text, int length, int windows)
      : model_(model), text_(text), length_(length) {
    windows_ = fixed_windows(text.size(), length);
    windows_.stride *= std::max(1, windows_.count / windows);
    windows_.count = std::min(windows, windows_.count);
  }
  double bits(const std::string& spec) const {
    return score_fixed(model_.with_scheme(spec), text_, windows_, length_).bits_per_char;
  }
  std::string best(const std::string& spec, const std::vector<int>& values) const {
    std::vector<std::pair<double, std::string>> tried;
    for (const int value : values) {
      const std::string with = concat(spec, value);
      tried.emplace_back(bits(with), with);
    }
    return std::ranges::min(tried).second;
  }
  // LongRoPE searches a factor for each pair; here one pair after another, slow ones first.
  std::string best_factors(const std::string& rope, int pairs) const {
    std::vector<double> factors(static_cast<std::size_t>(pairs), 1);
    const auto spec = [&] {
      std::string list;
      for (const double f : factors) list += concat(list.empty() ? "" : "+", f);
      return rope + ":scaling=longrope:magnitude=1:factors=" + list;
    };
    for (int pair = pairs - 1; pair >= 0; --pair) {
      std::vector<std::pair<double, double>> tried;
      double& factor = factors[static_cast<std::size_t>(pair)];
      for (const double f : {1.0, 1.5, 2.0, 3.0, 4.0, 6.0, 8.0}) {
        factor = f;
        tried.emplace_back(bits(spec()), f);
      }
      factor = std::ranges::min(tried).second;
    }
    return spec();
  }

 private:
  const Transformer& model_;
  std::span<const Token> text_;
  int length_;
  FixedWindows windows_;
};

std::vector<Reading> readings(const Transformer& model, std::span<const Token> other_text,
                              int length, int trained, bool quick) {
  const std::string rope = model.config().scheme, options = rope.substr(4);
  const auto mapped = [&](const char* map) { return concat("mapped-rope", options, ":map=", map); };
  const std::vector<int> windows = {trained / 4, trained / 2, 3 * trained / 4};
  const Chooser chooser(model, other_text, length, quick ? 1 : 24);
  const int pairs = model.config().width / model.config().heads / 2;
  return {{"rope as it is", rope},
          {"window", concat("window", options)},
          {"ntk", rope + ":scaling=ntk"},
          {"yarn", rope + ":scaling=yarn"},
          {"llama3", rope + ":scaling=llama3"},
          {"longrope", chooser.best_factors(rope, pairs), true},
          {"rerope", chooser.best(mapped("rerope:window="), windows), true},
          {"leaky", chooser.best(mapped("leaky:window="), windows), true},
          {"self-extend", chooser.best(mapped("self-extend:window="), windows), true},
          {"dual-chunk", chooser.best(mapped("dual-chunk:chunk="), windows), true},
          {"lm-infinite", mapped("lm-infinite")},
          {"streaming", mapped("streaming")}};
}

void lesson_11(Lesson& lesson) {
  Settings& s = lesson.settings;
  s.limit_if_quick(10, 128);
  check_user(s.schemes.size() == 1 && s.schemes[0].starts_with("rope") &&
                 s.schemes[0].find("scaling=") == std::string::npos,
             "this lesson takes one scheme, a form of rope without scaling");
  show_distances(lesson);

  const Text text = load_lesson_text(lesson);
  Split parts = split(text);
  if (s.quick)
    parts.validation =
        parts.validation.first(std::min<std::size_t>(4'000, parts.validation.size()));
  const Transformer model = train_model(lesson, text, s.schemes[0], s.seed);
  const auto seen = parts.training.last(std::min<std::size_t>(100'000, parts.training.size()));
  const std::vector<Reading> ways =
      readings(model, seen, std::min(256, s.longest()), s.length, s.quick);

  std::cout << heading("2. One trained rope, read in twelve ways: bits per character");
  std::vector<ResultRow> rows, names;
  const RepeatedNames repeated = repeated_names_beside(text);
  for (const Reading& way : ways) {
    const Transformer reader = model.with_scheme(way.spec);
    std::ranges::copy(measure_lengths(lesson, way.name, reader, text), std::back_inserter(rows));
    if (repeated.names.empty()) continue;
    const Measurement reading{.model = reader,
                              .text = text,
                              .repeated = repeated,
                              .lengths = {s.length, s.longest()},
                              .seed = s.seed};
    for (ResultRow& row : repeated_names_rows(reading, parts)) {
      row.scheme = way.name;
      names.push_back(row);
    }
  }
  show_curves(lesson, rows, "One rope model, twelve distances", "read");
  const FixedWindows windows = fixed_windows(parts.validation.size(), s.longest());
  std::cout
      << "\nrope that reads the last " << s.length << " of " << s.longest() << ": "
      << format_fixed(
             score_cropped(model, parts.validation, windows, s.longest(), s.length).bits_per_char,
             2)
      << "\nchosen on the end of the training part, at " << std::min(256, s.longest()) << ":\n";
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
