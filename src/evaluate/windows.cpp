#include "evaluate/windows.h"

#include <algorithm>

#include "evaluate/for_length.h"
#include "util/check.h"

namespace whereabouts {

Score score_windows(const Transformer& model, std::span<const Token> text, int length,
                    int longest) {
  const auto size = static_cast<std::int64_t>(text.size());
  check_argument(length >= 1 && length <= longest && longest < size, "score_windows", "length ",
                 length, " and longest ", longest, " for a text of ", size, " characters");
  const std::int64_t covered = (size - 1) / longest * longest;
  std::vector<std::int64_t> starts;
  for (std::int64_t start = 0; start + length <= covered; start += length) starts.push_back(start);
  ScoreSum sum;
  sum.add(window_losses(model, text, starts, length, length));
  return sum.mean();
}

std::vector<ResultRow> windows_rows(const Measurement& m) {
  constexpr std::size_t kRead = 65'536;
  const auto part = m.validation().first(
      std::min(m.validation().size(), std::max(kRead, std::size_t(m.longest()) + 1)));
  std::vector<ResultRow> rows;
  for (const int length : m.lengths) {
    const Transformer reader = for_length(m.model, length);
    rows.push_back(m.row("windows", length, score_windows(reader, part, length, m.longest())));
  }
  return rows;
}

}  // namespace whereabouts
