#include "evaluate/fixed_targets.h"

#include <algorithm>
#include <cstdint>
#include <map>

#include "evaluate/fixed.h"
#include "evaluate/for_length.h"
#include "evaluate/ngram_baseline.h"
#include "util/check.h"

namespace whereabouts {
namespace {

constexpr int kTargets = FixedWindows::kTargets;

int targets_of(Document document) { return static_cast<int>(document.size()) - 1; }

}  // namespace

FixedTargets::FixedTargets(const Text& text, int longest_length)
    : text_(text), parts_(split(text)) {
  if (text.boundary < 0) {
    windows_ = fixed_windows(parts_.validation.size(), longest_length);
    return;
  }
  int targets = 0;
  for (const Document document : documents_of(parts_.validation, text.boundary)) {
    if (targets >= FixedWindows::kWindows * kTargets) break;
    targets += std::min(kTargets, targets_of(document));
    documents_.push_back(document);
  }
}

int FixedTargets::reach(int length) const {
  if (documents_.empty()) return length;
  int longest = 0;
  for (const Document document : documents_) longest = std::max(longest, targets_of(document));
  return std::min(length, longest);
}

Score FixedTargets::score(const Transformer& model, int length) const {
  if (documents_.empty()) return score_fixed(model, parts_.validation, windows_, length);
  check_argument(length >= kTargets, "FixedTargets", "length ", length, " is less than the ",
                 kTargets, " targets of a document");
  std::map<int, std::vector<std::int64_t>> starts;  // of the windows of each length
  for (const Document document : documents_) {
    const int context = std::min(length, targets_of(document));
    starts[context].push_back(&document.back() - parts_.validation.data() - context);
  }
  ScoreSum sum;
  for (const auto& [context, of_these] : starts) {
    sum.add(
        window_losses(model, parts_.validation, of_these, context, std::min(kTargets, context)));
  }
  return sum.mean();
}

double FixedTargets::ngram_baseline(int before) const {
  const int V = text_.vocabulary_size();
  return documents_.empty()
             ? ngram_bits(parts_.training, parts_.validation, windows_, V, before)
             : ngram_bits(documents_of(parts_.training, text_.boundary), documents_, V, before);
}

std::vector<ResultRow> fixed_rows(const Measurement& m) {
  const FixedTargets targets(m.text, m.longest());
  std::vector<ResultRow> rows;
  for (const int length : m.lengths) {
    const Transformer reader = for_length(m.model, targets.reach(length));
    rows.push_back(m.row("fixed", length, targets.score(reader, length)));
  }
  return rows;
}

}  // namespace whereabouts
