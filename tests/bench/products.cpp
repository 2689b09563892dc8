// Matrix products of every size that the model has, as a share of the machine's peak.
#include <iostream>

#include "bench/parts.h"
#include "bench/product_sizes.h"
#include "kernels/peak.h"
#include "report/terminal.h"
#include "util/parallel.h"

namespace whereabouts {

void products(Bench& bench) {
  TextTable table({"M", "N", "K", "", "1 thread", "of peak",
                   std::to_string(bench.threads) + " threads", "of peak"});
  std::vector<ProductSize> sizes = {
      {256, 256, 256, "square"}, {512, 512, 512, "square"}, {1024, 1024, 1024, "square"}};
  for (const int C : {64, 128}) std::ranges::copy(layer_products(C), std::back_inserter(sizes));
  for (const ProductSize& s : sizes) {
    // The machine is faster in one minute than in another: its peak is taken beside each figure.
    const double peak_1 = multiply_add_peak(1), peak_all = multiply_add_peak(bench.threads);
    const std::string size =
        std::to_string(s.M) + " x " + std::to_string(s.N) + " x " + std::to_string(s.K) + " ";
    std::string what = s.what;  // in the first of three rows
    for_each_product(s, [&](const std::string& product, const std::function<void()>& work) {
      std::vector<std::string> cells{std::to_string(s.M), std::to_string(s.N), std::to_string(s.K),
                                     std::exchange(what, "") + "  " + product};
      const auto add = [&](const std::string& name, double peak) {
        const double per_second = bench.keep(name, s.operations(), seconds_of(work), peak);
        cells.push_back(giga(per_second));
        cells.push_back(percent(per_second / peak));
      };
      {
        const ThreadCount limit(1);
        add(size + product + " on one thread", peak_1);
      }
      // A shard is the work of one thread: only larger products are shared.
      if (s.operations() > 2.0 * (1 << 24)) {
        add(size + product, peak_all);
      } else {
        cells.resize(cells.size() + 2);
      }
      table.row(cells);
    });
  }
  std::cout << "\nMatrix products, billions of operations a second (GFLOP/s):\n\n" << table.text();
}

}  // namespace whereabouts
