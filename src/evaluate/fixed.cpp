#include "evaluate/fixed.h"

#include "util/check.h"

namespace whereabouts {

Score score_fixed(const Transformer& model, std::span<const Token> validation,
                  const FixedWindows& windows, int length) {
  check_argument(length >= FixedWindows::kTargets, "score_fixed", "length ", length,
                 " is less than the ", FixedWindows::kTargets, " targets of a window");
  check_argument(windows.count >= 1 && windows.first_end >= length &&
                     windows.end(windows.count - 1) < static_cast<std::int64_t>(validation.size()),
                 "score_fixed", "the windows do not fit into ", validation.size(), " characters");
  std::vector<std::int64_t> starts;
  for (int w = 0; w < windows.count; ++w) starts.push_back(windows.end(w) - length);
  ScoreSum sum;
  sum.add(window_losses(model, validation, starts, length, FixedWindows::kTargets));
  return sum.mean();
}

}  // namespace whereabouts
