#include "experiment/compare.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <tuple>

#include "evaluate/protocols.h"
#include "experiment/results.h"
#include "report/number.h"
#include "report/terminal.h"
#include "util/check.h"
#include "util/file.h"

namespace whereabouts {
namespace {

// The bits of each block, by its number; of a figure for the whole text, by 0.
using Blocks = std::map<int, double>;
using RunsOfScheme = std::map<std::uint64_t, Blocks>;
using Figure = std::tuple<std::string, int>;  // protocol and length

std::map<std::string, std::map<Figure, RunsOfScheme>> by_scheme(
    const std::vector<ResultRow>& rows) {
  std::map<std::string, std::map<Figure, RunsOfScheme>> found;
  for (const ResultRow& r : rows)
    found[r.scheme][{r.protocol, r.length}][r.seed][r.from] = r.bits_per_char;
  return found;
}

// Runs of the same seed, or if there is none, the first with the first and so on.
std::vector<std::pair<Blocks, Blocks>> paired_runs(const RunsOfScheme& a, const RunsOfScheme& b) {
  std::vector<std::pair<Blocks, Blocks>> pairs;
  for (const auto& [seed, blocks] : a)
    if (b.contains(seed)) pairs.push_back({blocks, b.at(seed)});
  if (!pairs.empty()) return pairs;
  for (auto x = a.begin(), y = b.begin(); x != a.end() && y != b.end(); ++x, ++y)
    pairs.push_back({x->second, y->second});
  return pairs;
}

double mean_of(const Blocks& blocks) {
  double sum = 0;
  for (const auto& [number, bits] : blocks) sum += bits;
  return sum / static_cast<double>(blocks.size());
}

}  // namespace

std::vector<ResultRow> results_in(const std::filesystem::path& folder) {
  const std::string results = (folder / "results.csv").string();
  check_user(std::filesystem::exists(results), "there is no ", results,
             "; lesson 09 writes one into its --out folder");
  std::vector<ResultRow> rows =
      rows_from(read_file(results, "the results"), results, by_length_columns());
  const std::string blocks = (folder / "blocks.csv").string();
  if (std::filesystem::exists(blocks)) {
    std::vector<ResultRow> own =
        rows_from(read_file(blocks, "the blocks"), blocks, protocol_named("blocks").columns);
    for (ResultRow& row : own) row.protocol = "blocks";
    std::ranges::copy(own, std::back_inserter(rows));
  }
  return rows;
}

std::string Comparison::verdict() const {
  if (seeds < 2 || difference.holds(0)) return "not decided";
  return difference.mean < 0 ? "lower" : "higher";
}

std::vector<Comparison> compare(const std::vector<ResultRow>& a, const std::vector<ResultRow>& b) {
  const auto left = by_scheme(a), right = by_scheme(b);
  std::vector<std::pair<std::string, std::string>> pairs;
  for (const auto& [scheme, figures] : left)
    if (right.contains(scheme)) pairs.push_back({scheme, scheme});
  if (pairs.empty() && left.size() == 1 && right.size() == 1)
    pairs.push_back({left.begin()->first, right.begin()->first});
  check_user(!pairs.empty(), "the two have no scheme in common");
  std::vector<Comparison> found;
  for (const auto& [first, second] : pairs) {
    for (const auto& [figure, runs] : left.at(first)) {
      const auto& others = right.at(second);
      if (!others.contains(figure)) continue;
      const auto& [protocol, length] = figure;
      Comparison c{.first = first, .second = second, .protocol = protocol, .length = length};
      std::vector<std::vector<double>> differences;
      for (const auto& [x, y] : paired_runs(runs, others.at(figure))) {
        check_user(
            std::ranges::equal(x, y, {}, &Blocks::value_type::first, &Blocks::value_type::first),
            "the two read different blocks of the text at length ", length,
            "; measure both with the same --data and --eval-lengths");
        std::vector<double>& row = differences.emplace_back();
        for (const auto& [block, bits] : x) row.push_back(y.at(block) - bits);
        c.a += mean_of(x), c.b += mean_of(y);
      }
      c.seeds = static_cast<int>(differences.size());
      c.blocks = static_cast<int>(differences[0].size());
      c.a /= c.seeds, c.b /= c.seeds;
      c.difference = c.seeds * c.blocks > 1 ? interval_of(differences)
                                            : Interval{c.b - c.a, c.b - c.a, c.b - c.a};
      found.push_back(c);
    }
  }
  check_user(!found.empty(), "the two have no protocol and length in common");
  return found;
}

std::string table_of(const std::vector<Comparison>& comparisons) {
  TextTable table(
      {"scheme", "protocol", "length", "runs", "A", "B", "B - A", "95 % interval", "B is"});
  const auto with_sign = [](double x) { return format_signed(x, 3); };
  for (const Comparison& c : comparisons) {
    const Interval& d = c.difference;
    table.row({c.first == c.second ? c.first : concat(c.first, " and ", c.second), c.protocol,
               std::to_string(c.length), std::to_string(c.seeds), format_fixed(c.a, 3),
               format_fixed(c.b, 3), with_sign(d.mean),
               c.seeds * c.blocks > 1 ? concat(with_sign(d.low), " to ", with_sign(d.high)) : "-",
               c.verdict()});
  }
  return table.text();
}

}  // namespace whereabouts
