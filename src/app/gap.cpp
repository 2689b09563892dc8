#include "app/gap.h"

#include <algorithm>
#include <iostream>

#include "app/reading_progress.h"
#include "evaluate/fixed.h"
#include "report/csv.h"
#include "report/number.h"
#include "report/terminal.h"
#include "util/check.h"
#include "util/write_file.h"

namespace whereabouts {

double Gap::at(int length) const {
  const auto found = std::ranges::find(lengths, length);
  check(found != lengths.end(), "Gap::at", name, " was not evaluated at ", length);
  return bits[static_cast<std::size_t>(found - lengths.begin())];
}

int Gap::reach(double most) const {
  int longest = 0;
  for (std::size_t i = 0; i < lengths.size() && bits[i] <= most; ++i) longest = lengths[i];
  return longest;
}

Gap measure_gap(const Lesson& lesson, const std::string& name, const Transformer& model,
                const Split& parts) {
  const Settings& s = lesson.settings;
  const ReadingProgress progress(name);
  const FixedWindows windows = fixed_windows(parts.validation.size(), s.longest());
  Gap gap{.name = name, .lengths = s.eval_lengths, .bits = {}};
  for (const int length : s.eval_lengths) {
    const Score score = score_fixed(for_length(model, length), parts.validation, windows, length);
    gap.bits.push_back(score.bits_per_char);
    gap.scored = score.scored;
  }
  return gap;
}

std::string gap_table(std::span<const Gap> gaps) {
  std::vector<std::string> header = {"bits per character"};
  for (const int length : gaps[0].lengths) header.push_back(std::to_string(length));
  TextTable table(header);
  for (const Gap& gap : gaps) {
    std::vector<std::string> cells = {gap.name};
    for (const double bits : gap.bits) cells.push_back(fixed(bits, 2));
    table.row(cells);
  }
  return table.text();
}

std::string gap_text_plot(std::span<const Gap> gaps) {
  std::vector<TextSeries> curves;
  for (const Gap& gap : gaps) {
    curves.push_back(
        {.label = gap.name, .x = {gap.lengths.begin(), gap.lengths.end()}, .y = gap.bits});
  }
  return text_plot(curves, {.height = 12, .log2_x = true});
}

LinePlot gap_plot(std::span<const Gap> gaps, int trained_length, const std::string& title) {
  LinePlot plot = plot_over_lengths(trained_length);
  plot.title = title;
  plot.subtitle =
      "Bits per character on the same characters, with more and more context before "
      "them (lower is better)";
  plot.x_label = "characters of context";
  plot.y_label = "bits per character";
  for (const int length : gaps[0].lengths) plot.x_ticks.push_back(length);
  for (const Gap& gap : gaps) {
    PlotSeries series{.name = gap.name, .points = {}};
    for (std::size_t i = 0; i < gap.lengths.size(); ++i)
      series.points.push_back({.x = static_cast<double>(gap.lengths[i]), .y = gap.bits[i]});
    plot.series.push_back(series);
  }
  return plot;
}

std::string gap_csv(std::span<const Gap> gaps) {
  Csv csv({"model", "length", "bits_per_char", "scored"});
  for (const Gap& gap : gaps) {
    for (std::size_t i = 0; i < gap.lengths.size(); ++i)
      csv.row(gap.name, gap.lengths[i], gap.bits[i], gap.scored);
  }
  return csv.text();
}

void show_gaps(const Lesson& lesson, std::span<const Gap> gaps, const std::string& title,
               const std::string& file) {
  write_file(lesson.out / (file + ".csv"), gap_csv(gaps));
  write_file(lesson.out / (file + ".svg"),
             svg_line_plot(gap_plot(gaps, lesson.settings.length, title)));
  std::cout << gap_table(gaps) << "\n" << gap_text_plot(gaps);
}

void train_short_test_long(const Lesson& lesson, const std::string& title) {
  const Settings& s = lesson.settings;
  require(s.schemes.size() == 1, "this lesson takes one scheme");
  const Text text = load_lesson_text(lesson);
  const Transformer model = train_model(lesson, text, s.schemes[0], s.seed);
  const std::vector<Gap> gap = {measure_gap(lesson, s.schemes[0], model, split(text))};
  std::cout << "\n";
  show_gaps(lesson, gap, title);
}

}  // namespace whereabouts
