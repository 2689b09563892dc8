#include "evaluate/fixed.h"

#include <algorithm>
#include <numbers>
#include <vector>

#include "util/check.h"
#include "util/parallel.h"

namespace whereabouts {

Score score_fixed(const Transformer& model, std::span<const Token> validation,
                  const FixedWindows& windows, int length) {
  constexpr int kTargets = FixedWindows::kTargets;
  check(length >= kTargets, "score_fixed", "length ", length, " is less than the ", kTargets,
        " targets of a window");
  check(windows.count >= 1 && windows.first_end >= length &&
            windows.end(windows.count - 1) < static_cast<std::int64_t>(validation.size()),
        "score_fixed", "the windows do not fit into ", validation.size(), " characters");

  const Positions at = Positions::whole(length);
  std::vector<double> losses(windows.count);
  const int together =
      std::max(1, 2048 / length);  // windows in one forward pass; changes no result
  parallel_for((windows.count + together - 1) / together, [&](int group) {
    const NoGrad no_grad;
    const int first = group * together, rows = std::min(together, windows.count - first);
    std::vector<Token> inputs;
    for (int w = first; w < first + rows; ++w) {
      const auto window = validation.subspan(windows.end(w) - length, length);
      inputs.insert(inputs.end(), window.begin(), window.end());
    }
    const Tensor hidden = model.hidden(inputs, rows, at);  // [rows, T, C]
    const Tensor logits =
        model.head(slice_positions(hidden, length - kTargets, kTargets));  // [rows, 32, V]
    const int V = logits.dim(-1);
    for (int r = 0; r < rows; ++r) {
      const Tensor own({kTargets, V}, logits.numbers().subspan(std::size_t(r) * kTargets * V,
                                                               std::size_t(kTargets) * V));
      losses[first + r] =
          cross_entropy(own, validation.subspan(windows.end(first + r) - kTargets + 1, kTargets))
              .item();
    }
  });
  double total = 0;
  for (const double loss : losses) total += loss;
  return {total / windows.count / std::numbers::ln2, std::int64_t{windows.count} * kTargets};
}

}  // namespace whereabouts
