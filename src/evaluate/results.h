// What an experiment measured: one row for each scheme, seed, protocol and length.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace whereabouts {

struct ResultRow {
  std::string scheme;
  std::uint64_t seed = 0;
  std::string protocol;
  int length = 0;
  double bits_per_char = 0;
  std::int64_t scored = 0;  ///< target characters behind the number
};

/// The middle value of several seeds, and the extremes.
struct Spread {
  double median = 0, low = 0, high = 0;
};
Spread spread(std::vector<double> values);

/// Over the seeds, for one scheme, protocol and length. Throws std::invalid_argument if there is no
/// such row.
Spread spread(const std::vector<ResultRow>& rows, const std::string& scheme,
              const std::string& protocol, int length);

/// Header scheme,seed,protocol,length,bits_per_char,scored.
void save_results(const std::vector<ResultRow>& rows, const std::filesystem::path& path);

}  // namespace whereabouts
