#include "experiment/block_interval.h"

#include <map>

#include "experiment/results.h"
#include "report/number.h"
#include "util/check.h"

namespace whereabouts {

std::optional<Interval> interval_at(const std::vector<ResultRow>& rows, const std::string& scheme,
                                    int length, int minus) {
  std::map<std::uint64_t, std::map<int, double>> bits, base;  // by seed and block
  for (const ResultRow& r : rows) {
    if (r.protocol != "blocks" || r.scheme != scheme) continue;
    if (r.length == length) bits[r.seed][r.from] = r.bits_per_char;
    if (r.length == minus) base[r.seed][r.from] = r.bits_per_char;
  }
  std::vector<std::vector<double>> values;
  for (const auto& [seed, blocks] : bits) {
    std::vector<double>& row = values.emplace_back();
    for (const auto& [block, at_length] : blocks) {
      if (minus > 0 && !base[seed].contains(block)) return {};
      row.push_back(at_length - (minus > 0 ? base[seed][block] : 0));
    }
    if (row.size() != values[0].size()) return {};
  }
  if (values.empty() || values.size() * values[0].size() < 2) return {};
  return interval_of(values);
}

std::optional<Interval> interval_over_runs(const std::vector<ResultRow>& rows,
                                           const std::string& scheme, const std::string& protocol,
                                           int length, int minus) {
  const RowKey here{scheme, protocol, length}, base{scheme, protocol, minus};
  const std::vector<double> seeds = minus > 0 ? differences(rows, here, base) : values(rows, here);
  if (seeds.size() < 2) return {};
  if (protocol == "fixed")
    if (const auto over_blocks = interval_at(rows, scheme, length, minus)) return over_blocks;
  return interval_over_seeds(seeds);
}

std::string text_of(const Interval& interval, int decimals, bool sign) {
  return concat(
      sign ? format_signed(interval.mean, decimals) : format_fixed(interval.mean, decimals), " ± ",
      format_fixed(interval.half(), decimals));
}

}  // namespace whereabouts
