#include "lesson/curves.h"

#include <iostream>

#include "evaluate/fixed_targets.h"
#include "experiment/length_curve.h"
#include "experiment/reading_progress.h"
#include "experiment/results.h"
#include "util/check.h"
#include "util/write_file.h"

namespace whereabouts {

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
  std::cout << length_table(rows, curves, "bits per character") << "\n"
            << length_text_plot(rows, curves);
}

void train_short_test_long(const Lesson& lesson, const std::string& title) {
  const Settings& s = lesson.settings;
  check_user(s.schemes.size() == 1, "this lesson takes one scheme");
  const Text text = load_lesson_text(lesson);
  const Transformer model = train_model(lesson, text, s.schemes[0], s.seed);
  const std::vector<ResultRow> rows = measure_lengths(lesson, s.schemes[0], model, text);
  std::cout << "\n";
  show_curves(lesson, rows, title);
}

}  // namespace whereabouts
