// Section 2 of lesson 12: which names does a model copy, and from how far back?
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <iostream>
#include <map>

#include "evaluate/protocols.h"
#include "evaluate/repeated_names.h"
#include "experiment/recall_table.h"
#include "experiment/results.h"
#include "lesson/far_text_pictures.h"
#include "lesson/lesson.h"
#include "util/check.h"
#include "util/write_file.h"

namespace whereabouts {

// Characters of names, and how many of them were predicted.
struct Copied {
  std::int64_t characters = 0, right = 0;
  bool operator==(const Copied&) const = default;
};

// Windows of `length` move on by half of it, and the second half of each is predicted. A name that
// stands whole in there can be copied if its last mention is in the window too; then its characters
// count, in the octave of how far back that is. `names` have places in the whole text, of which
// `part` begins at `first`.
inline std::map<int, Copied> copied_names(const Transformer& model, std::span<const Token> part,
                                          std::int64_t first, std::span<const RepeatedName> names,
                                          int length) {
  std::map<int, Copied> by_distance;
  const int half = length / 2;
  for (std::int64_t start = 0; start + length < std::ssize(part); start += half) {
    const std::vector<CharLoss> predicted = window_losses(model, part, {&start, 1}, length, half);
    const std::int64_t window = first + start, from = window + length - half + 1;
    for (const RepeatedName& name : names) {
      const std::int64_t at = name.offset - from;
      if (at < 0 || at + name.length > half || name.offset - name.distance < window) continue;
      Copied& copied = by_distance[int(std::bit_floor(std::uint64_t(name.distance)))];
      for (std::int64_t i = at; i < at + name.length; ++i)
        ++copied.characters, copied.right += predicted[std::size_t(i)].right;
    }
  }
  return by_distance;
}

// The same from the library, which also counts the names that are out of sight.
inline std::map<int, Copied> copied_as_the_library_counts(const Transformer& model,
                                                          std::span<const Token> part,
                                                          std::int64_t first,
                                                          std::span<const RepeatedName> names,
                                                          int length) {
  std::map<int, Copied> by_distance;
  for (const RepeatedNamesScore& s : score_repeated_names(model, part, names, first, length)) {
    if (s.kind != RepeatedNamesScore::Kind::kSeen) continue;
    const double right = s.score.accuracy * static_cast<double>(s.score.scored);
    by_distance[s.from] = {s.score.scored, std::llround(right)};
  }
  return by_distance;
}

// Prints the tables of all models. Returns whether the text has a list of names.
inline bool repeated_names_in(const std::vector<Trained>& all, const Text& text, const Split& parts,
                              const RepeatedNames& repeated, const Lesson& lesson) {
  const Settings& s = lesson.settings;
  if (repeated.names.empty()) {
    std::cout << "\n2. Names said again: this text has no list of them\n";
    return false;
  }
  const auto some = parts.validation.first(std::min<std::size_t>(4'000, parts.validation.size()));
  const auto own = copied_names(all[0].model, some, parts.validation_begin(), repeated.names,
                                s.length),
             librarys = copied_as_the_library_counts(all[0].model, some, parts.validation_begin(),
                                                     repeated.names, s.length);
  std::vector<ResultRow> rows;
  for (const Trained& t : all) {
    std::ranges::copy(repeated_names_rows({.model = t.model,
                                           .text = text,
                                           .repeated = repeated,
                                           .lengths = {s.length, s.longest()},
                                           .seed = s.seed},
                                          parts),
                      std::back_inserter(rows));
  }
  write_file(lesson.out / "names.csv", csv_of(rows, protocol_named("names").columns));
  write_file(lesson.out / "names.svg", svg_line_plot(recall_plot(rows, s.length, s.longest())));
  std::cout << "\n2. Names said again: the share of their characters that is right\n\n"
            << recall_table(rows, s.longest())
            << "\n? the last mention is out of sight, so this is what guessing gives.\n"
            << "the library counts the same names: " << (own == librarys ? "yes" : "no") << "\n\n"
            << "Names last said within " << s.length
            << " characters (near) and before them (far, reading " << s.longest() << "):\n\n"
            << recall_verdicts(rows, s.length, s.longest());
  return true;
}

}  // namespace whereabouts
