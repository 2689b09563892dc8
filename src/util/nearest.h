// The nearest of some words to a word that was probably mistyped.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace whereabouts {

/// The word that needs the fewest letters inserted, dropped or changed (Levenshtein, 1966); the
/// first of several. Empty if there are no words.
inline std::string nearest(std::string_view typed, const std::vector<std::string>& words) {
  std::string best;
  std::size_t fewest = std::string::npos;
  for (const std::string& word : words) {
    std::vector<std::size_t> row(word.size() + 1);
    for (std::size_t j = 0; j <= word.size(); ++j) row[j] = j;
    for (std::size_t i = 1; i <= typed.size(); ++i) {
      std::size_t diagonal = row[0];
      row[0] = i;
      for (std::size_t j = 1; j <= word.size(); ++j) {
        const std::size_t change = diagonal + (typed[i - 1] == word[j - 1] ? 0 : 1);
        diagonal = row[j];
        row[j] = std::min({change, row[j] + 1, row[j - 1] + 1});
      }
    }
    if (row.back() < fewest) fewest = row.back(), best = word;
  }
  return best;
}

}  // namespace whereabouts
