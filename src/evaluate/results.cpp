#include "evaluate/results.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "report/csv.h"
#include "report/number.h"
#include "util/check.h"
#include "util/read_number.h"

namespace whereabouts {
namespace {

bool is_task(const ResultRow& r) { return r.kind == "character" || r.kind == "exact"; }

template <class Number>
Number number(std::string_view text, const std::string& name, int line) {
  Number value{};
  require(read_number(text, value) == std::errc(), name, ", line ", line, ": \"", text,
          "\" is not a number");
  return value;
}

const std::vector<std::string> kResultColumns = {"scheme", "seed", "protocol", "length", "bits_per_char",
                                           "scored", "kind", "from",     "to",     "accuracy"};

}  // namespace

Spread spread(std::vector<double> values) {
  check(!values.empty(), "spread", "wants at least one value");
  for (const double value : values)
    if (std::isnan(value)) return {value, value, value};
  std::ranges::sort(values);
  const std::size_t n = values.size();
  return {(values[(n - 1) / 2] + values[n / 2]) / 2, values.front(), values.back()};
}

std::string text_of(const Spread& s, int decimals) {
  const std::string low = fixed(s.low, decimals), high = fixed(s.high, decimals);
  const std::string median = fixed(s.median, decimals);
  return low == high ? median : sentence(median, " (", low, " to ", high, ")");
}

BySeed by_seed(const std::vector<ResultRow>& rows, const RowKey& key, Value value) {
  BySeed found;
  for (const ResultRow& r : rows) {
    if (r.scheme == key.scheme && r.protocol == key.protocol && r.length == key.length &&
        r.kind == key.kind && r.from == key.from) {
      found[r.seed] = r.*value;
    }
  }
  return found;
}

std::vector<double> without_seeds(const BySeed& values) {
  std::vector<double> numbers;
  for (const auto& [seed, value] : values) numbers.push_back(value);
  return numbers;
}

std::string text_of(const BySeed& values, int decimals) {
  return values.empty() ? "" : text_of(spread(without_seeds(values)), decimals);
}

std::vector<double> values(const std::vector<ResultRow>& rows, const RowKey& key, Value value) {
  return without_seeds(by_seed(rows, key, value));
}

std::vector<double> differences(const std::vector<ResultRow>& rows, const RowKey& key,
                                const RowKey& base, Value value) {
  return without_seeds(paired(std::minus(), by_seed(rows, key, value), by_seed(rows, base, value)));
}

Spread spread(const std::vector<ResultRow>& rows, const std::string& scheme,
              const std::string& protocol, int length) {
  std::vector<double> found =
      values(rows, {.scheme = scheme, .protocol = protocol, .length = length});
  check(!found.empty(), "spread", "nothing was measured for ", scheme, ", ", protocol, ", length ",
        length);
  return spread(std::move(found));
}

void save_results(const std::vector<ResultRow>& rows, const std::filesystem::path& path) {
  Csv csv({"scheme", "seed", "protocol", "length", "bits_per_char", "scored"});
  for (const ResultRow& r : rows) {
    if (r.protocol != "position" && r.protocol != "recall" && !is_task(r))
      csv.row(r.scheme, r.seed, r.protocol, r.length, fixed(r.bits_per_char, 4), r.scored);
  }
  csv.save(path);
}

void save_positions(const std::vector<ResultRow>& rows, const std::filesystem::path& path) {
  Csv csv({"scheme", "seed", "length", "from", "to", "bits_per_char", "scored"});
  for (const ResultRow& r : rows) {
    if (r.protocol == "position")
      csv.row(r.scheme, r.seed, r.length, r.from, r.to, fixed(r.bits_per_char, 4), r.scored);
  }
  csv.save(path);
}

void save_recalls(const std::vector<ResultRow>& rows, const std::filesystem::path& path) {
  Csv csv(
      {"scheme", "seed", "length", "kind", "from", "to", "bits_per_char", "accuracy", "scored"});
  for (const ResultRow& r : rows) {
    if (r.protocol == "recall")
      csv.row(r.scheme, r.seed, r.length, r.kind, r.from, r.to, fixed(r.bits_per_char, 4),
              fixed(r.accuracy, 4), r.scored);
  }
  csv.save(path);
}

void save_tasks(const std::vector<ResultRow>& rows, const std::filesystem::path& path) {
  Csv csv({"task", "scheme", "seed", "length", "exact", "character", "instances"});
  for (const ResultRow& r : rows) {
    if (r.kind != "exact") continue;
    const auto characters = std::ranges::find_if(rows, [&](const ResultRow& c) {
      return c.kind == "character" && c.protocol == r.protocol && c.scheme == r.scheme &&
             c.seed == r.seed && c.length == r.length;
    });
    csv.row(r.protocol, r.scheme, r.seed, r.length, fixed(r.accuracy, 4),
            characters == rows.end() ? "" : fixed(characters->accuracy, 4), r.scored);
  }
  csv.save(path);
}

std::string all_columns(const std::vector<ResultRow>& rows) {
  Csv csv(kResultColumns);
  for (const ResultRow& r : rows)
    csv.row(r.scheme, r.seed, r.protocol, r.length, r.bits_per_char, r.scored, r.kind, r.from, r.to,
            r.accuracy);
  return csv.text();
}

std::vector<ResultRow> rows_from(std::string_view csv, const std::string& name) {
  std::vector<ResultRow> rows;
  for (int line = 1; !csv.empty(); ++line) {
    const std::size_t end = csv.find('\n');
    require(end != std::string_view::npos, name, ", line ", line, ": the line is not finished");
    std::string_view rest = csv.substr(0, end);
    if (rest.ends_with('\r')) rest.remove_suffix(1);
    csv.remove_prefix(end + 1);
    std::vector<std::string_view> cells;
    for (std::size_t comma; (comma = rest.find(',')) != std::string_view::npos;) {
      cells.push_back(rest.substr(0, comma));
      rest.remove_prefix(comma + 1);
    }
    cells.push_back(rest);
    require(cells.size() == kResultColumns.size(), name, ", line ", line, ": ", cells.size(),
            " columns, wanted ", kResultColumns.size());
    if (line == 1) {
      require(std::ranges::equal(cells, kResultColumns), name, ", line 1: not the columns of a result");
      continue;
    }
    rows.push_back({.scheme = std::string(cells[0]),
                    .seed = number<std::uint64_t>(cells[1], name, line),
                    .protocol = std::string(cells[2]),
                    .length = number<int>(cells[3], name, line),
                    .bits_per_char = number<double>(cells[4], name, line),
                    .scored = number<std::int64_t>(cells[5], name, line),
                    .kind = std::string(cells[6]),
                    .from = number<int>(cells[7], name, line),
                    .to = number<int>(cells[8], name, line),
                    .accuracy = number<double>(cells[9], name, line)});
  }
  return rows;
}

}  // namespace whereabouts
