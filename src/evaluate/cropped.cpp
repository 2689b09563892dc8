#include "evaluate/cropped.h"

#include <algorithm>

#include "util/check.h"

namespace whereabouts {

Score score_cropped(const Transformer& model, std::span<const Token> validation,
                    const FixedWindows& windows, int length, int window) {
  constexpr int kTargets = FixedWindows::kTargets;
  check_argument(length >= kTargets && window >= 1, "score_cropped", "length ", length, ", window ",
                 window);
  ScoreSum sum;
  for (int before_last = kTargets - 1; before_last >= 0; --before_last) {
    const int context = std::min(window, length - before_last);
    std::vector<std::int64_t> starts;
    for (int w = 0; w < windows.count; ++w)
      starts.push_back(windows.end(w) - before_last - context);
    sum.add(window_losses(model, validation, starts, context, 1));
  }
  return sum.mean();
}

std::vector<ResultRow> cropped_rows(const Measurement& m) {
  const int window = m.trained_length(), last_change = window + FixedWindows::kTargets - 1;
  const FixedWindows windows = fixed_windows(m.validation().size(), m.longest());
  std::vector<ResultRow> rows;
  Score score;
  int scored_at = 0;
  for (const int length : m.lengths) {
    if (length <= window) continue;
    const int at = std::min(length, last_change);
    if (at != scored_at) score = score_cropped(m.model, m.validation(), windows, at, window);
    scored_at = at;
    rows.push_back(m.row("cropped", length, score));
  }
  return rows;
}

}  // namespace whereabouts
