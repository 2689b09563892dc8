#include "lesson/product_speed.h"

#include "check/difference.h"
#include "kernels/matmul.h"
#include "nn/parameters.h"
#include "report/number.h"
#include "report/terminal.h"
#include "util/fastest.h"

namespace whereabouts {

std::string product_speed_table(std::span<const int> sizes, std::uint64_t seed) {
  TextTable table({"size", "three loops", "fast", "times", "equal"});
  for (const int n : sizes) {
    Parameters random(seed);
    const Tensor A = random.normal("A", {n, n}, 1), B = random.normal("B", {n, n}, 1);
    const MatrixView a{A.data(), n}, b{B.data(), n};
    const Tensor slow({n, n}), fast({n, n});
    const double slow_seconds =
        fastest(5, [&] { matmul_naive(n, n, n, a, b, slow.data(), n, Start::kZero); });
    const double fast_seconds =
        fastest(5, [&] { matmul_fast(n, n, n, a, b, fast.data(), n, Start::kZero); });
    const double work = 2.0 * n * n * n / 1e9;  // a multiplication and an addition for each i, j, k
    const bool equal = largest_difference(slow.numbers(), fast.numbers()) < 1e-3;
    table.row({std::to_string(n), format_fixed(work / slow_seconds, 1),
               format_fixed(work / fast_seconds, 1), format_fixed(slow_seconds / fast_seconds, 0),
               equal ? "yes" : "no"});
  }
  return table.text();
}

}  // namespace whereabouts
