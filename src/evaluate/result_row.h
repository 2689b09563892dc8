// One measured number, whatever was measured: every protocol gives rows of this one type, and
// tables, plots and files are made of them.
#pragma once

#include <cstdint>
#include <string>

namespace whereabouts {

struct ResultRow {
  std::string scheme;
  std::uint64_t seed = 0;
  std::string protocol;  ///< its name (evaluate/protocols.h), or of a task; masked; pictures
  int length = 0;        ///< characters of context; items of a task; patches of a picture
  double bits_per_char = 0;
  std::int64_t scored = 0;  ///< target characters behind the number; instances for kind "exact"
  std::string kind = {};    ///< names: seen, unseen, rest; a task: character, exact; or words
  int from = 0, to = 0;     ///< position: places in the window; names: distances
  double accuracy = 0;      ///< the share that was right
  std::int64_t items = 0;   ///< names: how many names were scored
  bool operator==(const ResultRow&) const = default;
};

}  // namespace whereabouts
