// Every product and every operation of a training step against the machine's two limits (Williams,
// Waterman and Patterson, 2009): an operation that calculates little for each byte that it moves is
// held up by the caches, and one that calculates much by the multipliers.
#include <filesystem>
#include <iostream>

#include "bench/operation_work.h"
#include "bench/parts.h"
#include "bench/product_sizes.h"
#include "bench/timed_step.h"
#include "kernels/peak.h"
#include "report/svg.h"
#include "report/terminal.h"
#include "util/fastest.h"
#include "util/parallel.h"
#include "util/write_file.h"

namespace whereabouts {
namespace {

constexpr int kWidth = 64, kLayers = 2;
const std::filesystem::path kPicture = "out/bench/roofline.svg";

// The time and the work of each operation, one way or the other.
class OperationRates : public OperationTimes {
 public:
  void recorded(const TapeEntry& entry) override {
    OperationTimes::recorded(entry);
    work_[entry.operation].forward += work_of(entry).forward;
    from_here();  // counting is none of its time
  }
  void differentiated(const TapeEntry& entry) override {
    OperationTimes::differentiated(entry);
    work_[entry.operation].backward += work_of(entry).backward;
    from_here();
  }
  const std::map<std::string, BothWays>& work() const { return work_; }

 private:
  std::map<std::string, BothWays> work_;
};

struct Limits {
  double peak, cache, memory;
  double at(double intensity) const { return std::min(peak, intensity * cache); }
};

// A line of the table, and a point of the picture where anything is calculated.
class Roofline {
 public:
  explicit Roofline(const Limits& limits) : limits_(limits) {}

  void add(const std::string& series, const std::string& what, const Work& work, double seconds,
           bool hollow) {
    const double intensity = work.operations / work.bytes, rate = work.operations / seconds;
    const bool by_multipliers = intensity * limits_.cache > limits_.peak;
    // Nothing calculated: what it moves is all there is to compare.
    const double share =
        std::max(work.operations / limits_.peak, work.bytes / limits_.cache) / seconds;
    table_.row({what, work.operations > 0 ? format_fixed(intensity, 2) : "-",
                work.operations > 0 ? giga(rate) : "-", giga(work.bytes / seconds),
                by_multipliers ? "multipliers" : "cache", percent(share)});
    if (work.operations <= 0) return;
    const auto known = std::ranges::find(series_, series, &PlotSeries::name);
    PlotSeries& points = known != series_.end() ? *known : series_.emplace_back(PlotSeries{series});
    points.joined = false;
    points.points.push_back({.x = intensity, .y = rate / 1e9, .hollow = hollow});
  }

  std::string table() const { return table_.text(); }
  std::string picture() const {
    LinePlot plot;
    plot.title = "What limits each operation";
    plot.subtitle = "operations of a training step, and products, on one thread of one machine";
    plot.x_label = "calculations for each byte moved";
    plot.y_label = "billions of calculations a second";
    plot.log2_x = plot.log2_y = true;
    plot.hollow_note = "backward";
    plot.decimals = 0;
    for (double x = kLeast; x <= kMost; x *= 2) plot.x_ticks.push_back(x);
    for (const auto& [name, bandwidth] :
         {std::pair("limit in the cache", limits_.cache), {"from memory", limits_.memory}}) {
      PlotSeries roof{.name = name, .quiet = true};
      const double corner = limits_.peak / bandwidth;
      for (const double x : {kLeast, corner, kMost})
        roof.points.push_back({x, std::min(limits_.peak, x * bandwidth) / 1e9});
      plot.series.push_back(roof);
    }
    for (const PlotSeries& s : series_) plot.series.push_back(s);
    plot.y_min = 1;
    return svg_line_plot(plot);
  }

 private:
  static constexpr double kLeast = 0.0625, kMost = 128;
  Limits limits_;
  TextTable table_{{"", "per byte", "GFLOP/s", "GB/s", "limited by", "of limit"}};
  std::vector<PlotSeries> series_;
};

void add_operations(Roofline& roofline, const std::vector<Token>& text) {
  Transformer model(model_of(kWidth, kLayers, "none"), 0);
  Trainer trainer(model, {.steps = 1000}, text);
  std::map<std::string, OperationTimes::Seconds> best;
  std::map<std::string, BothWays> work;
  for (int i = 0; i < 30; ++i) {  // of each operation its fastest step
    OperationRates rates;
    timed_step(trainer, text, rates);
    for (const auto& [name, s] : rates.by_operation()) {
      const auto [place, first] = best.emplace(name, s);
      place->second = {std::min(place->second.forward, s.forward),
                       std::min(place->second.backward, s.backward)};
    }
    work = rates.work();
  }
  for (const auto& [name, w] : work) {
    roofline.add(name, name + ", forward", w.forward, best[name].forward, false);
    roofline.add(name, name + ", backward", w.backward, best[name].backward, true);
  }
}

void add_products(Roofline& roofline) {
  std::vector<ProductSize> sizes = layer_products(64);
  std::ranges::copy(layer_products(128), std::back_inserter(sizes));
  for (const ProductSize& s : sizes) {
    for_each_product(s, [&](const std::string& product, const std::function<void()>& work) {
      roofline.add(product, concat(s.M, " x ", s.N, " x ", s.K, "  ", product),
                   {s.operations(), s.numbers() * sizeof(float)}, fastest(500, work), false);
    });
  }
}

}  // namespace

void roofline(Bench& bench) {
  const ThreadCount limit(1);
  const Limits limits = {multiply_add_peak(1), stream_bandwidth(1 << 18),
                         stream_bandwidth(1 << 28)};
  Roofline roofline(limits);
  add_operations(roofline, bench.text);
  add_products(roofline);
  std::filesystem::create_directories(kPicture.parent_path());
  write_file(kPicture, roofline.picture());
  std::cout << "\nWhat limits each operation of a step at width " << kWidth
            << ", and each product, on one thread. At most\n"
            << giga(limits.peak) << " GFLOP/s are calculated, and " << giga(limits.cache)
            << " GB/s moved in the cache, " << giga(limits.memory) << " from memory;\nthey meet at "
            << format_fixed(limits.peak / limits.cache, 1) << " calculations for each byte:\n\n"
            << roofline.table() << "\nwritten to " << kPicture.string() << '\n';
}

}  // namespace whereabouts
