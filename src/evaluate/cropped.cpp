#include "evaluate/cropped.h"

#include <algorithm>

#include "util/check.h"

namespace whereabouts {

Score score_cropped(const Transformer& model, std::span<const Token> validation,
                    const FixedWindows& windows, int length, int window) {
  constexpr int kTargets = FixedWindows::kTargets;
  check(length >= kTargets && window >= 1, "score_cropped", "length ", length, ", window ", window);
  ScoreSum sum;
  for (int before_last = kTargets - 1; before_last >= 0; --before_last) {
    const int context = std::min(window, length - before_last);
    std::vector<std::int64_t> starts;
    for (int w = 0; w < windows.count; ++w)
      starts.push_back(windows.end(w) - before_last - context);
    for (const CharLoss& loss : window_losses(model, validation, starts, context, 1)) sum.add(loss);
  }
  return sum.mean();
}

}  // namespace whereabouts
