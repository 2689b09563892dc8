#include "evaluate/ngram_baseline.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "util/check.h"

namespace whereabouts {
namespace {

// How often what followed so many characters. Each is given with its characters before it.
class CountTable {
 public:
  CountTable(int vocabulary, int before) : vocabulary_(vocabulary), before_(before) {
    check_argument(before >= 0 && before <= 2, "ngram_bits", "at most two characters before, got ",
                   before);
  }
  void add(std::span<const Token> few) {
    ++contexts_[number(few.first(before_))];
    ++with_next_[number(few)];
  }
  double bits(std::span<const Token> few) {
    constexpr double kAdded = 0.1;
    const int seen = contexts_[number(few.first(before_))], followed = with_next_[number(few)];
    return -std::log2((followed + kAdded) / (seen + kAdded * vocabulary_));
  }

 private:
  // A few characters as one number, in the number system with V digits.
  std::uint64_t number(std::span<const Token> few) const {
    std::uint64_t n = 0;
    for (const Token c : few) n = n * vocabulary_ + c;
    return n;
  }

  int vocabulary_;
  std::size_t before_;
  std::unordered_map<std::uint64_t, int> contexts_, with_next_;
};

}  // namespace

double ngram_bits(std::span<const Token> training, std::span<const Token> validation,
                  const FixedWindows& windows, int vocabulary, int before) {
  CountTable table(vocabulary, before);
  check_argument(training.size() > static_cast<std::size_t>(before), "ngram_bits", "only ",
                 training.size(), " characters to count in");
  check_argument(windows.count >= 1 && windows.end(0) >= FixedWindows::kTargets - 1 &&
                     windows.end(windows.count - 1) < static_cast<std::int64_t>(validation.size()),
                 "ngram_bits", "the windows do not fit into ", validation.size(), " characters");
  const auto context = static_cast<std::size_t>(before);
  for (std::size_t i = context; i < training.size(); ++i)
    table.add(training.subspan(i - context, context + 1));

  double bits = 0;
  for (int w = 0; w < windows.count; ++w) {
    for (int back = 0; back < FixedWindows::kTargets; ++back) {
      std::vector<Token> few;  // the characters before the target, and it
      for (int place = windows.end(w) - back - before; place <= windows.end(w) - back; ++place)
        few.push_back(validation.data()[place]);  // place < 0: the text before the part
      bits += table.bits(few);
    }
  }
  return bits / (windows.count * FixedWindows::kTargets);
}

double ngram_bits(std::span<const Document> training, std::span<const Document> scored,
                  int vocabulary, int before) {
  CountTable table(vocabulary, before);
  // Calls `see` with each target from number `from` on, and the characters before it.
  const auto each = [&](Document document, std::size_t from, const auto& see) {
    for (std::size_t i = from; i < document.size(); ++i) {
      std::vector<Token> few;
      for (int back = before; back >= 0; --back) {
        const auto behind = static_cast<std::size_t>(back);
        few.push_back(document[i < behind ? 0 : i - behind]);
      }
      see(few);
    }
  };
  for (const Document document : training)
    each(document, 1, [&](const std::vector<Token>& few) { table.add(few); });
  double bits = 0;
  std::int64_t targets = 0;
  for (const Document document : scored) {
    const std::size_t last = FixedWindows::kTargets;
    each(document, document.size() - std::min(last, document.size() - 1),
         [&](const std::vector<Token>& few) { bits += table.bits(few), ++targets; });
  }
  check_argument(targets > 0, "ngram_bits", "there is nothing to score");
  return bits / static_cast<double>(targets);
}

}  // namespace whereabouts
