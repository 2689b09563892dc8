// Where the fables say a made-up name again, and how far back it was last said: the sidecar of
// data/fables.txt.
//
// The file is CSV with a head of comment lines:
//
//   # text_checksum=1f6fb0b7a6f1ce04          Text::checksum of the text it belongs to
//   # entropy_bits_per_char=0.4321            what a perfect reader of the grammar would reach
//   offset,length,distance                    in characters; ascending by offset
//   61,7,34                                   text[61 .. 68) also stands at 61 - 34, and not
//   between
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace whereabouts {

/// A name that was said before in the same fable.
struct RepeatedName {
  std::int64_t offset = 0;    ///< where it starts, in characters from the start of the text
  std::int64_t length = 0;    ///< of the name, in characters
  std::int64_t distance = 0;  ///< from here back to where it last started; more than its length

  friend bool operator==(const RepeatedName&, const RepeatedName&) = default;
};

struct RepeatedNames {
  std::vector<RepeatedName> names;   ///< ascending by offset, none overlapping the next
  std::uint64_t text_checksum = 0;   ///< compare with Text::checksum before use
  double entropy_bits_per_char = 0;  ///< an upper bound of the text's entropy, see data/fables.h
};

/// Reads a sidecar. Throws UserError naming the file, the line and what is wrong with it.
RepeatedNames read_repeated_names(const std::string& path);

/// The same from memory, by the same rules.
RepeatedNames repeated_names_from_csv(std::string_view csv, std::string_view name);

/// The text of a sidecar, from which repeated_names_from_csv gives the same names.
std::string repeated_names_to_csv(const RepeatedNames& repeated);

}  // namespace whereabouts
