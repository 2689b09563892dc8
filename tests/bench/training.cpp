// Training with every scheme: time and memory.
#include <iostream>

#include "bench/parts.h"
#include "kernels/peak.h"
#include "position/schemes.h"
#include "report/terminal.h"
#include "train/trainer.h"
#include "util/buffer.h"

namespace whereabouts {
namespace {

// Seconds of each of several steps of a scheme and, in turn with them, of none: what slows the
// machine down for a while then slows both.
struct StepTimes {
  std::vector<double> scheme, none;
};

StepTimes step_times(int width, int layers, const std::string& scheme,
                     const std::vector<Token>& text) {
  Transformer model(model_of(width, layers, scheme), 0), plain(model_of(width, layers, "none"), 0);
  Trainer trainer(model, {.steps = 1000}, text), beside(plain, {.steps = 1000}, text);
  StepTimes times;
  for (int i = 0; i < 13; ++i) {
    for (const bool own : {true, false}) {
      const double begin = now();
      (own ? trainer : beside).step();
      if (i >= 2) (own ? times.scheme : times.none).push_back(now() - begin);  // the first warm up
    }
  }
  return times;
}
}  // namespace

void training(Bench& bench, int width, int layers) {
  TextTable table({"scheme", "tokens/s", "x none", "MB"});
  const double peak = multiply_add_peak(bench.threads);
  for (const SchemeEntry& e : schemes()) {
    const std::int64_t before = Buffer::bytes_from_system();
    const StepTimes times = step_times(width, layers, e.name, bench.text);
    const auto memory = static_cast<double>(Buffer::bytes_from_system() - before);
    const double seconds = median(times.scheme);
    bench.keep(std::string("tokens of ") + e.name + " at width " + std::to_string(width), 2048,
               times.scheme, peak);
    table.row({e.name, format_fixed(2048 / seconds, 0),
               format_fixed(seconds / median(times.none), 2), format_fixed(memory / 1e6, 1)});
  }
  std::cout << "\nTraining, every scheme, width " << width << ", " << layers
            << " layers. Memory is what each takes from the\nsystem beyond what those above it "
               "took:\n\n"
            << table.text();
}

}  // namespace whereabouts
