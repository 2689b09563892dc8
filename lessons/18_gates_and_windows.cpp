// Lesson 18. Gates, windows and layers in turn.
//
// Question  What if a head is given a window of its own, if the text itself decides what is
//           forgotten, or if positions are left out of every second layer?
// Run       make 18
// Try       1. All heads free but one: make 18 ARGS="--schemes hard-alibi:free=3,hard-alibi:free=1"
//           2. Gates over rope: make 18 ARGS="--schemes fox,fox:over=rope"
//           3. Write the gates and the windows yourself: make exercise-18
#include <algorithm>
#include <cmath>
#include <iostream>
#include <map>

#include "evaluate/fixed_windows.h"
#include "experiment/length_curve.h"
#include "experiment/results.h"
#include "lesson/curves.h"
#include "lesson/guess.h"
#include "lesson/lesson.h"
#include "nn/inspect.h"
#include "report/number.h"
#include "report/page.h"
#include "report/svg.h"
#include "util/write_file.h"

using namespace whereabouts;

namespace {

// What a character forgets of all that is before it, -ln f: what fox adds to the score of the key
// just before it, less what it adds to its own.
void show_gates(const Transformer& model, const Text& text) {
  constexpr int kLength = 64, kTexts = 32;
  const std::span<const Token> validation = split(text).validation;
  const int heads = model.config().heads;
  const auto kind = [&](Token t) {
    const char32_t c = text.vocabulary[static_cast<std::size_t>(t)];
    if (c == U'\n') return std::string("line break");
    if (c == U' ') return std::string("space");
    if (c == U'.' || c == U'!' || c == U'?') return std::string("end of a sentence");
    if (c >= U'a' && c <= U'z') return std::string("small letter");
    if (c >= U'A' && c <= U'Z') return std::string("capital letter");
    return std::string("other");
  };
  std::map<std::string, std::vector<double>> forgotten;  // by kind: a sum for each head, a count
  for (int n = 0; n < kTexts; ++n) {
    const auto piece = validation.subspan(
        static_cast<std::size_t>(n) * (validation.size() - kLength) / kTexts, kLength);
    const Tensor added = first_layer(model, piece).pair_bias;  // [1, H, T, T]
    for (int k = 1; k < kLength; ++k) {
      std::vector<double>& sums = forgotten[kind(piece[static_cast<std::size_t>(k)])];
      sums.resize(static_cast<std::size_t>(heads) + 1);
      sums.back() += 1;
      for (int h = 0; h < heads; ++h) {
        const float* row = added.data() + (std::int64_t{h} * kLength + k) * kLength + k;
        sums[static_cast<std::size_t>(h)] += row[0] - row[-1];
      }
    }
  }
  std::vector<std::string> head = {"share that is kept, f"};
  for (int h = 1; h <= heads; ++h) head.push_back(concat("head ", h));
  TextTable table(head);
  for (const auto& [name, sums] : forgotten) {
    std::vector<std::string> cells = {name};
    for (int h = 0; h < heads; ++h)
      cells.push_back(format_fixed(std::exp(-sums[static_cast<std::size_t>(h)] / sums.back()), 2));
    table.row(cells);
  }
  std::cout << table.text()
            << "\n(geometric means over the first layer: what is kept of all that came before)\n";
}

void lesson_18(Lesson& lesson) {
  Settings& s = lesson.settings;
  s.limit_if_quick(4, 128);
  const Text text = load_lesson_text(lesson);
  check_long_enough(text, std::max(64, s.length), s.longest());
  std::cout << heading("1. Trained short, tested long");
  const Guess guess(lesson, concat("how many of these ", s.schemes.size(),
                                   " lose less than 0.1 bits up to ", s.longest(), "?"));
  std::vector<ResultRow> rows;
  std::vector<Transformer> gated;
  for (const std::string& scheme : s.schemes) {
    const Transformer model = train_model(lesson, text, scheme, s.seed);
    std::ranges::copy(measure_lengths(lesson, scheme, model, text), std::back_inserter(rows));
    if (scheme == "fox") gated.push_back(model.replica());
  }
  std::cout << "\n";
  show_curves(lesson, rows, "Gates, windows and layers in turn");
  guess.compare(flat_schemes(rows, s.length, s.longest(), 0.1), 1);
  if (!gated.empty()) {
    std::cout << heading("2. What closes a gate of fox");
    show_gates(gated[0], text);
  }
  std::cout << "\nwritten to " << lesson.out.string()
            << ": gap.svg gap.csv\n"
               "next: make 19, every claim of the course with a verdict\n";
}

}  // namespace

int main(int argc, char** argv) {
  Settings defaults;
  defaults.schemes = {"none", "alibi",          "hard-alibi",
                      "fox",  "stick-breaking", "ssmax",
                      "rope", "rope/none",      "window:over=rope:size=16/none"};
  defaults.steps = 500;  // of 1000 elsewhere: nine models in a minute
  defaults.eval_lengths = {64, 128, 256, 512, 1024};
  return run_lesson(argc, argv, "18_gates_and_windows",
                    "Heads with windows, gates that forget, layers without positions.", defaults,
                    lesson_18);
}
