#include "lesson/curves.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <set>

#include "evaluate/fixed_targets.h"
#include "experiment/length_curve.h"
#include "experiment/reading_progress.h"
#include "experiment/results.h"
#include "util/check.h"
#include "util/file.h"
#include "util/write_file.h"

namespace whereabouts {

namespace {

void print_curves(const Lesson& lesson, const std::vector<ResultRow>& rows) {
  const LengthCurves curves{.trained_length = lesson.settings.length};
  std::cout << length_table(rows, curves, "bits per character") << "\n"
            << length_text_plot(rows, curves);
}

// Whether the run in this folder was as the lesson comes: the file of its settings has a line for
// each flag that was given, and comments for the others.
bool ran_as_it_comes(const std::filesystem::path& folder) {
  std::ifstream settings(folder / "settings.txt");
  if (!settings) return false;
  for (std::string line; std::getline(settings, line);)
    if (!line.starts_with("# ") && !line.starts_with("threads ")) return false;
  return true;
}

// The curves in gap.csv of the lessons before this one, in their order, without those that `plot`
// has itself.
std::vector<PlotSeries> earlier_curves(const Lesson& lesson, const LinePlot& plot) {
  std::set<std::filesystem::path> folders;
  std::error_code unreadable;
  for (const auto& entry :
       std::filesystem::directory_iterator(lesson.out.parent_path(), unreadable)) {
    const std::string name = entry.path().filename().string();
    const bool is_lesson =
        name.size() > 3 && name[2] == '_' && std::isdigit(static_cast<unsigned char>(name[0])) != 0;
    if (is_lesson && name < lesson.name.substr(0, 2) && exists(entry.path() / "gap.csv") &&
        ran_as_it_comes(entry.path()))
      folders.insert(entry.path());
  }
  std::vector<PlotSeries> curves;
  for (const auto& folder : folders) {
    const std::string file = (folder / "gap.csv").string();
    std::vector<ResultRow> rows;
    try {
      rows = rows_from(read_file(file, "an earlier lesson's results"), file, by_length_columns());
    } catch (const UserError& error) {
      std::cout << "notice: left out of the picture: " << error.what() << "\n";
      continue;
    }
    for (PlotSeries& s : length_plot(rows, {}, "").series) {
      if (std::ranges::find(plot.series, s.name, &PlotSeries::name) != plot.series.end()) continue;
      s.name += concat(" (", folder.filename().string().substr(0, 2), ")");
      curves.push_back(s);
    }
  }
  return curves;
}

}  // namespace

std::vector<ResultRow> measure_lengths(const Lesson& lesson, const std::string& name,
                                       const Transformer& model, const Text& text) {
  const ReadingProgress progress(name);
  std::vector<ResultRow> rows = fixed_rows({.model = model,
                                            .text = text,
                                            .repeated = {},
                                            .lengths = lesson.settings.eval_lengths,
                                            .seed = lesson.settings.seed});
  for (ResultRow& row : rows) row.scheme = name;
  return rows;
}

void show_curves(const Lesson& lesson, const std::vector<ResultRow>& rows, const std::string& title,
                 const std::string& file) {
  const LengthCurves curves{.trained_length = lesson.settings.length};
  save_results(rows, lesson.out / (file + ".csv"));
  write_file(lesson.out / (file + ".svg"), svg_line_plot(length_plot(rows, curves, title)));
  print_curves(lesson, rows);
}

LinePlot in_gap_frame(const Lesson& lesson, const Text& text, LinePlot plot) {
  plot.y_min = 2, plot.y_max = 7;  // unless a curve needs more
  for (const PlotSeries& s : plot.series) {
    for (const PlotPoint& p : s.points) {
      plot.y_min = std::min(*plot.y_min, std::floor(p.low.value_or(p.y)));
      plot.y_max = std::max(*plot.y_max, std::ceil(p.high.value_or(p.y)));
    }
  }
  const FixedTargets targets(text, lesson.settings.longest());
  const double first = plot.x_ticks.front(), last = plot.x_ticks.back();
  std::vector<PlotSeries> quiet = earlier_curves(lesson, plot);
  for (const auto& [name, bits] : {std::pair{"guessing", std::log2(text.vocabulary_size())},
                                   std::pair{"counts, 1 character", targets.ngram_baseline(1)},
                                   std::pair{"counts, 2 characters", targets.ngram_baseline(2)}})
    quiet.push_back({.name = name, .points = {{.x = first, .y = bits}, {.x = last, .y = bits}}});
  for (PlotSeries& s : quiet) {
    s.quiet = true;
    plot.series.push_back(s);
  }
  return plot;
}

void draw_gap(const Lesson& lesson, const Text& text, const std::vector<ResultRow>& rows,
              const std::string& title, const std::string& file) {
  const LengthCurves curves{.trained_length = lesson.settings.length};
  save_results(rows, lesson.out / (file + ".csv"));
  write_file(lesson.out / (file + ".svg"),
             svg_line_plot(in_gap_frame(lesson, text, length_plot(rows, curves, title))));
}

void show_gap(const Lesson& lesson, const Text& text, const std::vector<ResultRow>& rows,
              const std::string& title, const std::string& file) {
  draw_gap(lesson, text, rows, title, file);
  print_curves(lesson, rows);
}

std::vector<ResultRow> train_short_test_long(const Lesson& lesson, const std::string& title) {
  const Settings& s = lesson.settings;
  check_user(s.schemes.size() == 1, "this lesson takes one scheme");
  const Text text = load_lesson_text(lesson);
  const Transformer model = train_model(lesson, text, s.schemes[0], s.seed);
  const std::vector<ResultRow> rows = measure_lengths(lesson, s.schemes[0], model, text);
  std::cout << "\n";
  show_gap(lesson, text, rows, title);
  return rows;
}

}  // namespace whereabouts
