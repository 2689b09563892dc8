#include "evaluate/results.h"

#include <algorithm>

#include "report/csv.h"
#include "report/number.h"
#include "util/check.h"

namespace whereabouts {

Spread spread(std::vector<double> values) {
  check(!values.empty(), "spread", "wants at least one value");
  std::ranges::sort(values);
  const std::size_t n = values.size();
  return {(values[(n - 1) / 2] + values[n / 2]) / 2, values.front(), values.back()};
}

Spread spread(const std::vector<ResultRow>& rows, const std::string& scheme,
              const std::string& protocol, int length) {
  std::vector<double> values;
  for (const ResultRow& r : rows) {
    if (r.scheme == scheme && r.protocol == protocol && r.length == length)
      values.push_back(r.bits_per_char);
  }
  check(!values.empty(), "spread", "nothing was measured for ", scheme, ", ", protocol, ", length ",
        length);
  return spread(std::move(values));
}

void save_results(const std::vector<ResultRow>& rows, const std::filesystem::path& path) {
  Csv csv({"scheme", "seed", "protocol", "length", "bits_per_char", "scored"});
  for (const ResultRow& r : rows)
    csv.row(r.scheme, r.seed, r.protocol, r.length, fixed(r.bits_per_char, 4), r.scored);
  csv.save(path);
}

}  // namespace whereabouts
