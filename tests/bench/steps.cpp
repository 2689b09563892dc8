// A training step, on one thread and on all, as a share of the machine's peak.
#include <iostream>

#include "bench/parts.h"
#include "kernels/peak.h"
#include "report/terminal.h"
#include "train/trainer.h"
#include "util/parallel.h"

namespace whereabouts {
namespace {

// Multiplications and additions of one training step: three products for each of the forward pass,
// attention included (the causal half).
double step_operations(const ModelConfig& m, int batch) {
  const double T = m.trained_length, C = m.width;
  const double per_token = m.layers * (12 * C * C + 2 * C * (T + 1) / 2) + C * m.vocabulary;
  return 3 * 2 * per_token * batch * T;
}

}  // namespace

void steps(Bench& bench, int width, int layers) {
  const int threads = bench.threads;
  const double operations = step_operations(model_of(width, layers, "none"), 32);
  const std::string name = "training step, width " + std::to_string(width) + " and " +
                           std::to_string(layers) + " layers";
  std::cout << "\nA " << name << ", 32 windows of 64:\n\n";
  TextTable table({"threads", "ms", "tokens/s", "GFLOP/s", "peak", "of peak", "times one"});
  Transformer model(model_of(width, layers, "none"), 0);
  Trainer trainer(model, {.steps = 1000}, bench.text);
  // One thread and all of them in turn, for the reason given above.
  std::vector<double> times[2];
  for (int i = 0; i < 24; ++i) {
    const ThreadCount limit(i % 2 == 0 ? 1 : threads);
    const double begin = now();
    trainer.step();
    if (i >= 4) times[i % 2].push_back(now() - begin);
  }
  const double one = median(times[0]);
  for (const int n : {1, threads}) {
    const std::vector<double>& own = times[n == 1 ? 0 : 1];
    const double peak = multiply_add_peak(n), seconds = median(own);
    bench.keep(name + (n == 1 ? " on one thread" : ""), operations, own, peak);
    table.row({std::to_string(n), format_fixed(1e3 * seconds, 2), format_fixed(2048 / seconds, 0),
               giga(operations / seconds), giga(peak), percent(operations / seconds / peak),
               format_fixed(one / seconds, 2)});
    if (threads == 1) break;
  }
  std::cout << table.text();
}

}  // namespace whereabouts
