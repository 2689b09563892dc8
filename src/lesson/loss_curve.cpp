#include "lesson/loss_curve.h"

#include <iostream>
#include <numbers>

#include "report/svg.h"
#include "report/text_plot.h"
#include "util/write_file.h"

namespace whereabouts {

void show_loss(const Lesson& lesson, const LossCurve& curve, const Baselines& baselines) {
  LinePlot plot{"Loss while training, scheme " + lesson.settings.schemes[0], "", "step",
                "nats per character"};
  plot.series = {{.name = "loss"}};
  for (std::size_t i = 0; i < curve.steps.size(); ++i)
    plot.series[0].points.push_back({.x = 1.0 * curve.steps[i], .y = curve.losses[i]});
  if (!curve.validation.empty()) plot.series.push_back({.name = "validation"});
  for (const ValidationLoss& look : curve.validation)
    plot.series.back().points.push_back({.x = 1.0 * look.step, .y = look.loss});
  const std::string in_text = text_plot(plot.series);
  const double last = curve.steps.back();
  for (const auto& [name, bits] : baselines) {
    const double nats = bits * std::numbers::ln2;
    plot.series.push_back({.name = name, .points = {{.x = 1, .y = nats}, {.x = last, .y = nats}}});
  }
  write_file(lesson.out / "loss.svg", svg_line_plot(plot));
  std::cout << "\nLoss of each step's batch and, now and then, on the validation part, in nats:\n"
            << in_text;
}

}  // namespace whereabouts
