// A training step on one thread, by operation.
#include <iostream>

#include "bench/parts.h"
#include "bench/timed_step.h"
#include "report/terminal.h"
#include "util/parallel.h"

namespace whereabouts {

void operations(Bench& bench, int width, int layers) {
  const ThreadCount limit(1);
  Transformer model(model_of(width, layers, "none"), 0);
  Trainer trainer(model, {.steps = 1000}, bench.text);
  OperationTimes times;
  for (int i = 0; i < 3; ++i) timed_step(trainer, bench.text, times);
  const auto warm = times.by_operation();
  const int steps = 10;
  const double begin = now();
  for (int i = 0; i < steps; ++i) timed_step(trainer, bench.text, times);
  const double total = (now() - begin) / steps;
  TextTable table({"operation", "forward ms", "backward ms", "share"});
  double listed = 0;
  std::vector<std::pair<double, std::vector<std::string>>> lines;
  for (const auto& [name, s] : times.by_operation()) {
    const double forward = (s.forward - warm.at(name).forward) / steps;
    const double backward = (s.backward - warm.at(name).backward) / steps;
    listed += forward + backward;
    lines.push_back({forward + backward,
                     {name, format_fixed(1e3 * forward, 2), format_fixed(1e3 * backward, 2),
                      percent((forward + backward) / total)}});
  }
  std::ranges::sort(lines, std::greater<>(), [](const auto& l) { return l.first; });
  for (const auto& [seconds, cells] : lines) table.row(cells);
  table.row({"batch, adding gradients, AdamW", "", format_fixed(1e3 * (total - listed), 2),
             percent((total - listed) / total)});
  std::cout << "\nOne training step at width " << width << ", " << layers
            << " layers on one thread, " << format_fixed(1e3 * total, 1) << " ms, by operation:\n\n"
            << table.text();
}

}  // namespace whereabouts
