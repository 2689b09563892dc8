#include "util/nearest.h"

#include <algorithm>
#include <utility>

namespace whereabouts {
namespace {

// Edit distance with swaps of neighbours (Damerau, 1964; the restricted form).
std::size_t edits(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before_last, last(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    before_last = std::exchange(last, row);
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] != b[j - 1])});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], before_last[j - 2] + 1);
    }
  }
  return row[b.size()];
}

}  // namespace

std::string nearest(std::string_view word, const std::vector<std::string>& names) {
  if (word.size() > 64) return "";
  std::string best;
  std::size_t best_edits = std::max<std::size_t>(1, word.size() / 3) + 1;
  for (const std::string& name : names) {
    const std::size_t distance = edits(word, name);
    if (distance < best_edits) {
      best = name;
      best_edits = distance;
    }
  }
  if (!best.empty() || word.size() < 2) return best;
  for (const std::string& name : names) {
    if (!name.starts_with(word)) continue;
    if (!best.empty()) return "";
    best = name;
  }
  return best;
}

}  // namespace whereabouts
