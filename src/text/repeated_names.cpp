#include "text/repeated_names.h"

#include <charconv>
#include <cmath>
#include <optional>
#include <system_error>

#include "util/check.h"
#include "util/checksum.h"
#include "util/file.h"
#include "util/read_number.h"

namespace whereabouts {
namespace {

constexpr std::string_view kTextChecksum = "# text_checksum=";
constexpr std::string_view kEntropy = "# entropy_bits_per_char=";
constexpr std::string_view kRecallColumns = "offset,length,distance";
constexpr std::int64_t kLongestText = std::int64_t{1} << 40;  // no text is longer

template <class Number, class... Base>
std::optional<Number> parse(std::string_view digits, Base... base) {
  Number number{};
  if (read_number(digits, number, base...) != std::errc()) return std::nullopt;
  return number;
}

// What stands before the next `separator`; `rest` moves behind it.
std::string_view take(std::string_view& rest, char separator) {
  const std::size_t end = rest.find(separator);
  const std::string_view taken = rest.substr(0, end);
  rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
  return taken;
}

}  // namespace

RepeatedNames repeated_names_from_csv(std::string_view csv, std::string_view name) {
  RepeatedNames repeated;
  std::optional<std::uint64_t> checksum;
  std::optional<double> entropy;
  bool columns_seen = false;
  std::int64_t previous_end = 0;
  for (int line_number = 1; !csv.empty(); ++line_number) {
    std::string_view line = take(csv, '\n');
    if (line.ends_with('\r')) line.remove_suffix(1);
    const auto demand = [&](bool ok, std::string_view what) {
      check_user(ok, "'", name, "', line ", line_number, ": ", what,
                 "; make it anew with the program that wrote it (make data)");
    };
    if (line.starts_with(kTextChecksum)) {
      checksum = parse<std::uint64_t>(line.substr(kTextChecksum.size()), 16);
      demand(checksum.has_value(), "the checksum is not a hexadecimal number of 64 bits");
    } else if (line.starts_with(kEntropy)) {
      entropy = parse<double>(line.substr(kEntropy.size()));
      demand(entropy && std::isfinite(*entropy) && *entropy >= 0,
             "the entropy is not a number of bits");
    } else if (line.starts_with('#') || line.empty()) {
      continue;
    } else if (!columns_seen) {
      demand(line == kRecallColumns, "the columns should be offset,length,distance");
      columns_seen = true;
    } else {
      const auto offset = parse<std::int64_t>(take(line, ','));
      const auto length = parse<std::int64_t>(take(line, ','));
      const auto distance = parse<std::int64_t>(line);
      demand(offset && length && distance, "three whole numbers were expected");
      demand(*length >= 1 && *offset >= 0 && *offset < kLongestText && *length < kLongestText,
             "offset or length is out of range");
      demand(*distance > *length && *distance <= *offset,
             "the distance must be more than the length and lead to a place in the text");
      demand(*offset >= previous_end, "a name begins before the previous one has ended");
      previous_end = *offset + *length;
      repeated.names.push_back({*offset, *length, *distance});
    }
  }
  check_user(
      columns_seen && checksum && entropy, "'", name,
      "' is not a list of repeated names: its text_checksum, its entropy_bits_per_char or its ",
      "columns are missing");
  repeated.text_checksum = *checksum;
  repeated.entropy_bits_per_char = *entropy;
  return repeated;
}

RepeatedNames read_repeated_names(const std::string& path) {
  return repeated_names_from_csv(read_file(path, "the list of repeated names"), path);
}

std::string repeated_names_to_csv(const RepeatedNames& repeated) {
  char entropy[64];
  const auto end = std::to_chars(entropy, entropy + sizeof entropy, repeated.entropy_bits_per_char,
                                 std::chars_format::fixed, 6)
                       .ptr;
  std::string csv = concat("# Where a name is said again, and how far back it was last said.\n",
                           kTextChecksum, hexadecimal(repeated.text_checksum), "\n", kEntropy,
                           std::string_view(entropy, end), "\n", kRecallColumns, "\n");
  for (const RepeatedName& name : repeated.names)
    csv += concat(name.offset, ",", name.length, ",", name.distance, "\n");
  return csv;
}

}  // namespace whereabouts
