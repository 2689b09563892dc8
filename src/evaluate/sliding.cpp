#include "evaluate/sliding.h"

#include <algorithm>

#include "evaluate/for_length.h"
#include "util/check.h"

namespace whereabouts {

SlidingStretch sliding_stretch(std::size_t text_size, int longest, int stride, int wanted) {
  check_argument(longest >= 1 && stride >= 1 && wanted >= stride, "sliding_stretch", "longest ",
                 longest, ", stride ", stride, ", wanted ", wanted);
  const std::int64_t room = static_cast<std::int64_t>(text_size) - longest;
  const std::int64_t count = std::min<std::int64_t>(room, wanted) / stride * stride;
  check_argument(count > 0, "sliding_stretch", "a text of ", text_size,
                 " characters has no room for ", stride, " targets after the first ", longest);
  return {longest, count};
}

Score score_sliding(const Transformer& model, std::span<const Token> text,
                    const SlidingStretch& stretch, int length, int stride) {
  check_argument(length >= 1 && length <= stretch.first && stride >= 1, "score_sliding", "length ",
                 length, ", stride ", stride, ", first target at ", stretch.first);
  const int step = std::min(stride, length);
  ScoreSum sum;
  std::vector<std::int64_t> starts;
  std::int64_t next = stretch.first;  // the first target that is not yet scored
  for (; next + step <= stretch.first + stretch.count; next += step)
    starts.push_back(next + step - 1 - length);
  sum.add(window_losses(model, text, starts, length, step));
  if (const auto rest = static_cast<int>(stretch.first + stretch.count - next); rest > 0) {
    const std::int64_t start = next + rest - 1 - length;
    sum.add(window_losses(model, text, std::span(&start, 1), length, rest));
  }
  return sum.mean();
}

std::vector<ResultRow> sliding_rows(const Measurement& m) {
  constexpr int kTargets = 4'096;
  const auto text = m.validation();
  const SlidingStretch stretch =
      sliding_stretch(text.size(), m.longest(), m.stride, std::max(kTargets, m.stride));
  std::vector<ResultRow> rows;
  for (const int length : m.lengths) {
    const Transformer reader = for_length(m.model, length);
    rows.push_back(
        m.row("sliding", length, score_sliding(reader, text, stretch, length, m.stride)));
  }
  return rows;
}

}  // namespace whereabouts
