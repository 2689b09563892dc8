#include "experiment/results.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <type_traits>

#include "evaluate/protocols.h"
#include "report/csv.h"
#include "report/number.h"
#include "util/check.h"
#include "util/read_number.h"
#include "util/write_file.h"

namespace whereabouts {
namespace {

template <class Number>
Number number(std::string_view text, const std::string& name, int line) {
  Number value{};
  check_user(read_number(text, value) == std::errc(), name, ", line ", line, ": \"", text,
             "\" is not a number");
  return value;
}

const std::vector<std::string> kResultColumns = {
    "scheme", "seed", "protocol", "length",   "bits_per_char", "scored",
    "kind",   "from", "to",       "accuracy", "items"};

// Numbers with `decimals`, or with all digits if that is negative.
std::string cell(const ResultRow& r, const std::string& column, int decimals) {
  const auto number = [&](double x) {
    return decimals < 0 ? shortest(x) : format_fixed(x, decimals);
  };
  if (column == "scheme") return r.scheme;
  if (column == "seed") return std::to_string(r.seed);
  if (column == "protocol" || column == "task") return r.protocol;
  if (column == "length") return std::to_string(r.length);
  if (column == "bits_per_char") return number(r.bits_per_char);
  if (column == "scored") return std::to_string(r.scored);
  if (column == "kind") return r.kind;
  if (column == "from") return std::to_string(r.from);
  if (column == "to") return std::to_string(r.to);
  if (column == "accuracy") return number(r.accuracy);
  check_argument(column == "items", "csv_of", "a row of results has no column \"", column, "\"");
  return std::to_string(r.items);
}

// The opposite of cell().
void set(ResultRow& r, const std::string& column, std::string_view text, const std::string& name,
         int line) {
  const auto read = [&](auto& value) {
    value = number<std::remove_reference_t<decltype(value)>>(text, name, line);
  };
  if (column == "scheme") r.scheme = text;
  if (column == "seed") read(r.seed);
  if (column == "protocol") r.protocol = text;
  if (column == "length") read(r.length);
  if (column == "bits_per_char") read(r.bits_per_char);
  if (column == "scored") read(r.scored);
  if (column == "kind") r.kind = text;
  if (column == "from") read(r.from);
  if (column == "to") read(r.to);
  if (column == "accuracy") read(r.accuracy);
  if (column == "items") read(r.items);
}

std::string csv_with(const std::vector<ResultRow>& rows, const std::vector<std::string>& columns,
                     int decimals) {
  Csv csv(columns);
  for (const ResultRow& row : rows) {
    std::vector<std::string> cells;
    for (const std::string& column : columns) cells.push_back(cell(row, column, decimals));
    csv.add(cells);
  }
  return csv.text();
}

}  // namespace

Spread spread(std::vector<double> values) {
  check_argument(!values.empty(), "spread", "wants at least one value");
  for (const double value : values)
    if (std::isnan(value)) return {value, value, value};
  std::ranges::sort(values);
  const std::size_t n = values.size();
  return {(values[(n - 1) / 2] + values[n / 2]) / 2, values.front(), values.back()};
}

std::string text_of(const Spread& s, int decimals) {
  const std::string low = format_fixed(s.low, decimals), high = format_fixed(s.high, decimals);
  const std::string median = format_fixed(s.median, decimals);
  return low == high ? median : concat(median, " (", low, " to ", high, ")");
}

BySeed by_seed(const std::vector<ResultRow>& rows, const RowKey& key, Value value) {
  BySeed found;
  for (const ResultRow& r : rows) {
    if (r.scheme == key.scheme && r.protocol == key.protocol && r.length == key.length &&
        r.kind == key.kind && r.from == key.from)
      found[r.seed] = r.*value;
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
  check_argument(!found.empty(), "spread", "nothing was measured for ", scheme, ", ", protocol,
                 ", length ", length);
  return spread(std::move(found));
}

std::string csv_of(const std::vector<ResultRow>& rows, const std::vector<std::string>& columns) {
  return csv_with(rows, columns, 4);
}

const std::vector<std::string>& by_length_columns() {
  static const std::vector<std::string> columns = {"scheme", "seed",          "protocol",
                                                   "length", "bits_per_char", "scored"};
  return columns;
}

void save_results(const std::vector<ResultRow>& rows, const std::filesystem::path& path) {
  std::vector<ResultRow> by_length;
  std::ranges::copy_if(rows, std::back_inserter(by_length), [](const ResultRow& row) {
    return protocol_named(row.protocol).by_length();
  });
  write_file(path, csv_of(by_length, by_length_columns()));
}

std::vector<std::filesystem::path> save_protocols(const std::vector<ResultRow>& rows,
                                                  const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> written = {folder / "results.csv"};
  save_results(rows, written[0]);
  for (const Protocol& protocol : protocols()) {
    std::vector<ResultRow> own;
    std::ranges::copy_if(rows, std::back_inserter(own),
                         [&](const ResultRow& row) { return row.protocol == protocol.name; });
    if (protocol.by_length() || own.empty()) continue;
    written.push_back(folder / concat(protocol.name, ".csv"));
    write_file(written.back(), csv_of(own, protocol.columns));
  }
  return written;
}

void save_tasks(const std::vector<ResultRow>& rows, const std::filesystem::path& path) {
  write_file(path,
             csv_of(rows, {"task", "scheme", "seed", "length", "kind", "accuracy", "scored"}));
}

std::string all_columns(const std::vector<ResultRow>& rows) {
  return csv_with(rows, kResultColumns, -1);
}

std::vector<ResultRow> rows_from(std::string_view csv, const std::string& name,
                                 const std::vector<std::string>& columns) {
  std::vector<ResultRow> rows;
  for (int line = 1; !csv.empty(); ++line) {
    const std::size_t end = csv.find('\n');
    check_user(end != std::string_view::npos, name, ", line ", line, ": the line is not finished");
    const std::string_view rest = csv.substr(0, end);
    csv.remove_prefix(end + 1);
    const std::vector<std::string> cells = csv_cells(rest);
    check_user(cells.size() == columns.size(), name, ", line ", line, ": ", cells.size(),
               " columns, wanted ", columns.size());
    if (line == 1) {
      check_user(std::ranges::equal(cells, columns), name, ", line 1: not the columns of a result");
      continue;
    }
    ResultRow& row = rows.emplace_back();
    for (std::size_t i = 0; i < cells.size(); ++i) set(row, columns[i], cells[i], name, line);
  }
  return rows;
}

std::vector<ResultRow> rows_from(std::string_view csv, const std::string& name) {
  return rows_from(csv, name, kResultColumns);
}

}  // namespace whereabouts
