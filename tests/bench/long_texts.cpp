// Reading a long text with every scheme, as evaluation does: time and memory.
#include <iostream>

#include "bench/parts.h"
#include "evaluate/cost.h"
#include "kernels/peak.h"
#include "position/schemes.h"
#include "report/terminal.h"

namespace whereabouts {
namespace {

constexpr int kWidth = 64, kLayers = 2;
// What is wished for.
constexpr double kMostTimesNone = 4, kMostMegabytes = 250;

}  // namespace

void long_texts(Bench& bench) {
  const int length = bench.evaluated;
  const std::span<const Token> text = std::span(bench.text).first(static_cast<std::size_t>(length));
  const double peak = multiply_add_peak(bench.threads);
  const Transformer none(model_of(kWidth, kLayers, "none"), 0);
  const auto seconds_for = [&](const Transformer& model) {
    const NoGrad no_grad;
    const double begin = now();
    model.hidden(text, 1, Positions::whole(length));
    return now() - begin;
  };
  TextTable table({"scheme", "us/target", "x none", "MB", ""});
  for (const SchemeEntry& e : schemes()) {
    const Transformer model = Transformer(model_of(kWidth, kLayers, e.name), 0).past_trained();
    std::vector<double> own, plain;
    for (int i = 0; i < 3; ++i) {  // in turn: what slows the machine down slows both
      own.push_back(seconds_for(model));
      plain.push_back(seconds_for(none));
    }
    bench.keep(concat("targets of ", e.name, " at length ", length), length, own, peak);
    const double megabytes = static_cast<double>(memory_cost(model, 2, length).reading) / 1e6;
    const double times = std::ranges::min(own) / std::ranges::min(plain);
    table.row(
        {e.name, format_fixed(1e6 * std::ranges::min(own) / length, 1), format_fixed(times, 2),
         format_fixed(megabytes, 0),
         concat(times > kMostTimesNone ? "slow" : "", megabytes > kMostMegabytes ? " large" : "")});
  }
  std::cout << "\nReading a text of " << length << " characters, width " << kWidth << ", "
            << kLayers << " layers. Wished for: at most " << format_fixed(kMostTimesNone, 0)
            << " times\nthe time of none, and " << format_fixed(kMostMegabytes, 0)
            << " MB (of one thread, besides the weights):\n\n"
            << table.text();
}

}  // namespace whereabouts
