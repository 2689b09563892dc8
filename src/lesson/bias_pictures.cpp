#include "lesson/bias_pictures.h"

#include <iostream>

#include "experiment/length_curve.h"
#include "nn/inspect.h"
#include "report/number.h"
#include "report/svg.h"
#include "report/terminal.h"
#include "util/check.h"
#include "util/file.h"
#include "util/write_file.h"

namespace whereabouts {

bool is_bias(const std::string& scheme) {
  return scheme.starts_with("kerple") || scheme.starts_with("fire") ||
         scheme.starts_with("sandwich");
}

void draw_biases(const Lesson& lesson, const std::vector<Transformer>& models, const Text& text) {
  constexpr int kDistances = 129;
  TextTable table({"scheme", "head", "n = 0", "1", "2", "4", "8", "16", "32", "64", "128"});
  for (const Transformer& model : models) {
    const std::string& scheme = model.config().scheme;
    if (!is_bias(scheme)) continue;
    const Tensor added = added_by_distance(model, split(text).validation.first(256), kDistances);
    LinePlot plot;
    plot.title = "What " + scheme + " adds to the score";
    plot.subtitle = "By distance, a curve for each head of the first layer";
    plot.x_label = "distance", plot.y_label = "added";
    plot.mark_x = lesson.settings.length - 1, plot.mark_label = "farthest in training";
    for (int h = 0; h < added.dim(0); ++h) {
      plot.series.push_back({.name = "head " + std::to_string(h + 1), .points = {}});
      for (int n = 0; n < kDistances; ++n)
        plot.series.back().points.push_back({.x = 1.0 * n, .y = added.data()[h * kDistances + n]});
      std::vector<std::string> cells = {scheme, std::to_string(h + 1)};
      for (const int n : {0, 1, 2, 4, 8, 16, 32, 64, 128})
        cells.push_back(format_fixed(added.data()[h * kDistances + n], 2));
      table.row(cells);
    }
    write_file(lesson.out / ("adds_" + name_for_file(scheme) + ".svg"), svg_line_plot(plot));
  }
  std::cout << table.text();
}

std::string show_biases_and_others(const Lesson& lesson, const std::vector<ResultRow>& rows) {
  const int trained = lesson.settings.length;
  std::string written;
  LengthCurves biases{.trained_length = trained}, others = biases;
  for (const ResultRow& row : rows) {
    if (row.length == trained)
      (is_bias(row.scheme) ? biases : others).schemes.push_back(row.scheme);
  }
  for (const auto& [name, curves] : {std::pair{"biases", &biases}, {"others", &others}}) {
    if (curves->schemes.empty()) continue;
    const std::string file = concat("gap_", name, ".svg"),
                      title = curves == &biases ? "Biases on the scores"
                                                : "Turned, counted, cut, dropped";
    write_file(lesson.out / file, svg_line_plot(length_plot(rows, *curves, title)));
    written += " " + file;
    std::cout << "\n" << length_text_plot(rows, *curves);
  }
  return written;
}

}  // namespace whereabouts
