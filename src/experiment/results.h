// Rows of results: what several seeds come to, and files of them.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "evaluate/result_row.h"

namespace whereabouts {

/// The middle value of several seeds, and the extremes.
struct Spread {
  double median = 0, low = 0, high = 0;
};
Spread spread(std::vector<double> values);
/// "2.31" for one value or equal ones, else "2.31 (2.28 to 2.35)".
std::string text_of(const Spread& s, int decimals);

/// Which rows: those of all seeds, for one scheme, protocol and length.
struct RowKey {
  std::string scheme, protocol;
  int length = 0;
  std::string kind = {};
  int from = 0;
};
using Value = double ResultRow::*;

/// A number for each seed that has one.
using BySeed = std::map<std::uint64_t, double>;
/// f(x, others...) for each seed that has all of them: what changes within a seed is known better
/// than what changes from seed to seed.
template <class Function, class... Others>
BySeed paired(const Function& f, const BySeed& x, const Others&... others) {
  BySeed found;
  for (const auto& [seed, value] : x)
    if ((others.contains(seed) && ...)) found[seed] = f(value, others.at(seed)...);
  return found;
}

/// The values of those rows; none if there are none.
BySeed by_seed(const std::vector<ResultRow>& rows, const RowKey& key,
               Value value = &ResultRow::bits_per_char);
/// The same without the seeds, in their order.
std::vector<double> values(const std::vector<ResultRow>& rows, const RowKey& key,
                           Value value = &ResultRow::bits_per_char);
/// The difference between two such values for each seed that has both.
std::vector<double> differences(const std::vector<ResultRow>& rows, const RowKey& key,
                                const RowKey& base, Value value = &ResultRow::bits_per_char);
std::vector<double> without_seeds(const BySeed& values);
/// As text_of(spread()); "" of none.
std::string text_of(const BySeed& values, int decimals);

/// Over the seeds, for one scheme, protocol and length. Throws std::invalid_argument if there is no
/// such row.
Spread spread(const std::vector<ResultRow>& rows, const std::string& scheme,
              const std::string& protocol, int length);

/// The rows as CSV, with those columns of ResultRow, by their names; `protocol` may be called task.
std::string csv_of(const std::vector<ResultRow>& rows, const std::vector<std::string>& columns);
/// scheme, seed, protocol, length, bits_per_char, scored: the columns of results.csv.
const std::vector<std::string>& by_length_columns();
/// The rows of protocols that give one number for each length.
void save_results(const std::vector<ResultRow>& rows, const std::filesystem::path& path);
/// The same as results.csv, and the rows of every other protocol in a file NAME.csv with its own
/// columns. Returns the paths of what was written.
std::vector<std::filesystem::path> save_protocols(const std::vector<ResultRow>& rows,
                                                  const std::filesystem::path& folder);
/// Tasks: task, scheme, seed, length, kind, accuracy, scored.
void save_tasks(const std::vector<ResultRow>& rows, const std::filesystem::path& path);

/// Every row with every column, as a table of its own and in the files of single runs.
std::string all_columns(const std::vector<ResultRow>& rows);
/// The rows of such a text. Throws UserError, naming `name` and the line, for anything else.
std::vector<ResultRow> rows_from(std::string_view csv, const std::string& name);
/// The same of a text with these columns; what it does not tell stays as in a new row.
std::vector<ResultRow> rows_from(std::string_view csv, const std::string& name,
                                 const std::vector<std::string>& columns);

}  // namespace whereabouts
