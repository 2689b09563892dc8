#include "evaluate/repeated_names.h"

#include <algorithm>
#include <bit>
#include <map>
#include <set>

#include "evaluate/for_length.h"
#include "util/check.h"

namespace whereabouts {

const char* name_of(RepeatedNamesScore::Kind kind) {
  constexpr const char* kNames[] = {"seen", "straddling", "unseen", "first", "rest"};
  return kNames[static_cast<int>(kind)];
}

std::vector<RepeatedNamesScore> score_repeated_names(const Transformer& model,
                                                     std::span<const Token> text,
                                                     std::span<const RepeatedName> repeated,
                                                     std::int64_t first, int length) {
  const auto size = static_cast<std::int64_t>(text.size());
  check_argument(length >= 2 && length < size, "score_repeated_names", "length ", length,
                 " for a text of ", size, " characters");
  const int step = length / 2;
  std::vector<std::int64_t> starts;
  for (std::int64_t start = 0; start + length < size; start += step) starts.push_back(start);
  const std::vector<CharLoss> losses = window_losses(model, text, starts, length, step);
  // Window w scores the targets begin(w) .. begin(w) + step - 1, and the windows do so without gap.
  const std::int64_t scored_from = starts[0] + length - step + 1;
  const auto scored = static_cast<std::int64_t>(losses.size());

  struct Sum {
    ScoreSum sum;
    std::int64_t names = 0;
  };
  using Kind = RepeatedNamesScore::Kind;
  std::map<std::pair<Kind, int>, Sum> sums;
  std::vector<bool> in_a_name(losses.size());
  // Adds a name that begins at `offset`; kind(start) is its kind in a window that begins there.
  const auto add = [&](std::int64_t offset, std::int64_t name_length, int octave, auto kind) {
    const std::int64_t begin = offset - scored_from, end = begin + name_length;
    for (std::int64_t i = std::max<std::int64_t>(begin, 0); i < std::min(end, scored); ++i)
      in_a_name[i] = true;
    if (begin < 0 || end > scored || begin / step != (end - 1) / step) return;
    Sum& sum = sums[{kind(starts[begin / step]), octave}];
    for (std::int64_t i = begin; i < end; ++i) sum.sum.add(losses[i]);
    ++sum.names;
  };
  for (const RepeatedName& name : repeated) {
    const std::int64_t offset = name.offset - first, said_at = offset - name.distance;
    const int octave = static_cast<int>(std::bit_floor(static_cast<std::uint64_t>(name.distance)));
    add(offset, name.length, octave, [&](std::int64_t start) {
      return said_at >= start                 ? Kind::kSeen
             : said_at + name.length <= start ? Kind::kUnseen
                                              : Kind::kStraddling;
    });
    if (!std::ranges::binary_search(repeated, said_at + first, {}, &RepeatedName::offset))
      add(said_at, name.length, 0, [](std::int64_t) { return Kind::kFirst; });
  }
  Sum& rest = sums[{Kind::kRest, 0}];
  for (std::size_t i = 0; i < losses.size(); ++i)
    if (!in_a_name[i]) rest.sum.add(losses[i]);
  std::vector<RepeatedNamesScore> result;
  for (const auto& [key, sum] : sums) {
    const auto [kind, from] = key;
    if (sum.sum.scored() == 0) continue;
    result.push_back({kind, from, from ? 2 * from - 1 : 0, sum.sum.mean(), sum.names});
  }
  return result;
}

std::vector<RepeatedNamesScore> score_repeated_names(const Transformer& model, const Split& parts,
                                                     const RepeatedNames& repeated, int length) {
  const auto first = parts.validation_begin();
  const auto begin = std::ranges::lower_bound(repeated.names, first, {}, &RepeatedName::offset);
  return score_repeated_names(model, parts.validation, {begin, repeated.names.end()}, first,
                              length);
}

std::vector<ResultRow> repeated_names_rows(const Measurement& m) {
  return repeated_names_rows(m, split(m.text));
}

std::vector<ResultRow> repeated_names_rows(const Measurement& m, const Split& parts) {
  std::vector<ResultRow> rows;
  if (m.repeated.names.empty()) return rows;
  std::set lengths = {m.trained_length(), m.longest()};
  for (int length = m.trained_length(); length <= m.longest(); length *= 2)
    if (std::ranges::find(m.lengths, length) != m.lengths.end()) lengths.insert(length);
  for (const int length : lengths) {
    const Transformer reader = for_length(m.model, length);
    for (const RepeatedNamesScore& r : score_repeated_names(reader, parts, m.repeated, length)) {
      ResultRow row = m.row("names", length, r.score);
      row.kind = name_of(r.kind), row.from = r.from, row.to = r.to, row.items = r.names;
      rows.push_back(row);
    }
  }
  return rows;
}

}  // namespace whereabouts
