// Lesson 09. The extrapolation gap: all side by side.
//
// Question  Trained on 64 characters at a time, which schemes still work on 1024, and which break
// at once? Run       make run Try       1. Your own text: make run ARGS="--data my.txt"
//           2. Twice the training length: does the place where rope breaks move with it?
#include <algorithm>
#include <iostream>

#include "app/lesson.h"
#include "evaluate/fixed.h"
#include "evaluate/results.h"
#include "report/number.h"
#include "report/svg.h"
#include "report/terminal.h"
#include "util/check.h"
#include "util/write_file.h"

using namespace whereabouts;

namespace {

// Bits per character, a row for each scheme and a column for each length; `relative` subtracts the
// value at the training length.
std::string table(const Settings& s, const std::vector<ResultRow>& rows,
                  const std::vector<std::string>& clamped, bool relative) {
  std::vector<std::string> header = {"scheme"};
  for (const int length : s.eval_lengths) header.push_back(std::to_string(length));
  TextTable text(header);
  for (const std::string& scheme : s.schemes) {
    std::vector<std::string> cells = {scheme};
    for (const int length : s.eval_lengths) {
      const double at_home = relative ? spread(rows, scheme, "fixed", s.length).median : 0;
      const double bits = spread(rows, scheme, "fixed", length).median - at_home;
      const bool mark = length > s.length && std::ranges::find(clamped, scheme) != clamped.end();
      cells.push_back(sentence(relative && bits >= 0 ? "+" : "", fixed(bits, 2), mark ? "*" : ""));
    }
    text.row(cells);
  }
  return text.text();
}

LinePlot plot(const Settings& s, const std::vector<ResultRow>& rows,
              const std::vector<std::string>& clamped) {
  LinePlot p;
  p.title = "What happens beyond the training length";
  p.subtitle =
      "Bits per character on the same characters, with more and more context before them (lower is "
      "better)";
  p.x_label = "characters of context";
  p.y_label = "bits per character";
  p.log2_x = true;
  p.mark_x = s.length;
  p.mark_label = "trained at " + std::to_string(s.length);
  p.hollow_note = "the learned table is over, its last row is repeated";
  for (const int length : s.eval_lengths) p.x_ticks.push_back(length);
  for (const std::string& scheme : s.schemes) {
    PlotSeries series{.name = scheme, .points = {}};
    for (const int length : s.eval_lengths) {
      const Spread bits = spread(rows, scheme, "fixed", length);
      PlotPoint point{.x = static_cast<double>(length), .y = bits.median};
      if (s.seeds > 1) point.low = bits.low, point.high = bits.high;
      point.hollow = length > s.length && std::ranges::find(clamped, scheme) != clamped.end();
      series.points.push_back(point);
    }
    p.series.push_back(series);
  }
  return p;
}

}  // namespace

int main(int argc, char** argv) {
  Settings defaults;
  defaults.schemes = {"none", "sinusoidal", "learned", "rope", "alibi", "t5"};

  return run_lesson(
      argc, argv, "09_extrapolation_gap", "Schemes trained short and tested long, side by side.",
      defaults, [](Lesson& lesson) {
        const Settings& s = lesson.settings;
        const Text text = load_lesson_text(lesson);
        const Split parts = split(text);
        const FixedWindows windows = fixed_windows(parts.validation.size(), s.longest());

        std::vector<ResultRow> rows;
        std::vector<std::string>
            clamped;  // schemes that needed another form beyond the training length
        for (const std::string& scheme : s.schemes) {
          for (std::uint64_t seed = s.seed; seed < s.seed + s.seeds; ++seed) {
            const Transformer model = train_model(lesson, text, scheme, seed);
            for (const int length : s.eval_lengths) {
              bool changed = false;
              const Score score = score_fixed(for_length(model, length, &changed), parts.validation,
                                              windows, length);
              rows.push_back({scheme, seed, "fixed", length, score.bits_per_char, score.scored});
              if (changed && std::ranges::find(clamped, scheme) == clamped.end())
                clamped.push_back(scheme);
            }
          }
        }

        std::cout << "\nBits per character at each length of context, always on the same "
                  << rows[0].scored << " characters"
                  << (s.seeds > 1 ? ", median of " + std::to_string(s.seeds) + " seeds" : "")
                  << ":\n\n"
                  << table(s, rows, clamped, false)
                  << "\nThe gap: how much more than at the training length of " << s.length
                  << ":\n\n"
                  << table(s, rows, clamped, true);
        for (const std::string& scheme : clamped) {
          std::cout
              << "\n* " << scheme << " is not defined beyond " << s.length << "; evaluated as "
              << for_length(Transformer(s.model(text, scheme), 0), s.length + 1).config().scheme
              << "\n";
        }
        save_results(rows, lesson.out / "results.csv");
        write_file(lesson.out / "gap.svg", svg_line_plot(plot(s, rows, clamped)));
        std::cout << "\nwritten: " << (lesson.out / "results.csv").string() << ", "
                  << (lesson.out / "gap.svg").string() << "\n";
      });
}
