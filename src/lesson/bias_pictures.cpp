#include "lesson/bias_pictures.h"

#include <iostream>

#include "experiment/length_curve.h"
#include "experiment/model_pictures.h"
#include "nn/inspect.h"
#include "report/svg.h"
#include "util/check.h"
#include "util/file.h"
#include "util/write_file.h"

namespace whereabouts {

bool is_bias(const std::string& scheme) {
  return scheme.starts_with("kerple") || scheme.starts_with("fire") ||
         scheme.starts_with("sandwich");
}

void draw_biases(const Lesson& lesson, const std::vector<Transformer>& models, const Text& text) {
  std::vector<Added> all;
  for (const Transformer& model : models) {
    const std::string& scheme = model.config().scheme;
    if (!is_bias(scheme)) continue;
    all.push_back({scheme, added_by_distance(model, split(text).validation.first(256), 129)});
    const Tensor& added = all.back().by_distance;
    LinePlot plot{"What " + scheme + " adds to the score",
                  "By distance, a curve for each head of the first layer", "distance", "added"};
    plot.mark_x = lesson.settings.length - 1, plot.mark_label = "farthest in training";
    for (int h = 0; h < added.dim(0); ++h) {
      const auto of_head = added.numbers().subspan(h * added.dim(1), added.dim(1));
      plot.series.push_back(
          curve(concat("head ", h + 1), std::vector<double>(of_head.begin(), of_head.end())));
    }
    write_file(lesson.out / ("adds_" + name_for_file(scheme) + ".svg"), svg_line_plot(plot));
  }
  std::cout << added_table(all, std::vector{0, 1, 2, 4, 8, 16, 32, 64, 128});
}

std::string show_biases_and_others(const Lesson& lesson, const std::vector<ResultRow>& rows) {
  const int trained = lesson.settings.length;
  std::string written;
  LengthCurves biases{.trained_length = trained}, others = biases;
  for (const ResultRow& row : rows)
    if (row.length == trained)
      (is_bias(row.scheme) ? biases : others).schemes.push_back(row.scheme);
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
