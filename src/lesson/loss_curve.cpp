#include "lesson/loss_curve.h"

#include <iostream>
#include <numbers>

#include "report/svg.h"
#include "report/terminal.h"
#include "util/write_file.h"

namespace whereabouts {

void show_loss(const Lesson& lesson, const LossCurve& curve, const Baselines& baselines) {
  std::vector<TextSeries> curves = {
      {.label = "loss", .x = {curve.steps.begin(), curve.steps.end()}, .y = curve.losses}};
  if (!curve.validation.empty()) curves.push_back({.label = "validation", .x = {}, .y = {}});
  for (const ValidationLoss& look : curve.validation) {
    curves.back().x.push_back(look.step);
    curves.back().y.push_back(look.loss);
  }
  LinePlot plot;
  plot.title = "Loss while training, scheme " + lesson.settings.schemes[0];
  plot.x_label = "step";
  plot.y_label = "nats per character";
  for (const TextSeries& series : curves) {
    plot.series.push_back({.name = series.label});
    for (std::size_t i = 0; i < series.x.size(); ++i)
      plot.series.back().points.push_back({.x = series.x[i], .y = series.y[i]});
  }
  const double last = curve.steps.back();
  for (const auto& [name, bits] : baselines) {
    const double nats = bits * std::numbers::ln2;
    plot.series.push_back({.name = name, .points = {{.x = 1, .y = nats}, {.x = last, .y = nats}}});
  }
  write_file(lesson.out / "loss.svg", svg_line_plot(plot));
  std::cout << "\nLoss of each step's batch and, now and then, on the validation part, in nats:\n"
            << text_plot(curves);
}

}  // namespace whereabouts
