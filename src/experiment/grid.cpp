#include "experiment/grid.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "experiment/length_curve.h"
#include "experiment/seeds_table.h"
#include "experiment/size_flags.h"
#include "program/banner.h"
#include "report/csv.h"
#include "report/number.h"
#include "report/terminal.h"
#include "util/check.h"

namespace whereabouts {
namespace {

std::string base_name(const std::string& scheme) { return scheme.substr(0, scheme.find(':')); }

// Gives a setting of a cell its value, as the flag of that name would.
void set(Settings& settings, const std::string& name, const std::string& value) {
  Flags flags("--vary", "");
  add_size_flags(settings, flags);
  const std::string flag = "--" + name;
  const char* const typed[] = {"", flag.c_str(), value.c_str()};
  try {
    flags.parse(3, typed);
  } catch (const UserError& error) {
    throw UserError(concat("--vary ", name, "=", value, ": ", error.what()));
  }
}

BySeed bits(const CellResult& result, int length) {
  return by_seed(result.rows, {result.cell.settings.schemes[0], "fixed", length});
}

BySeed gap(const CellResult& result) {
  const Settings& s = result.cell.settings;
  return paired(std::minus(), bits(result, s.longest()), bits(result, s.length));
}

// "length=32 steps=500", of so many settings.
std::string label(const std::vector<Varied>& varied, const Cell& cell, std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i)
    if (cell.values[i] != "-")
      text += concat(text.empty() ? "" : " ", varied[i].name, "=", cell.values[i]);
  return text;
}

// The cells of each scheme that was asked for, in order.
std::vector<std::pair<std::string, std::vector<CellResult>>> by_scheme(
    const std::vector<CellResult>& results) {
  std::vector<std::pair<std::string, std::vector<CellResult>>> found;
  for (const CellResult& result : results) {
    const std::string& name = result.cell.scheme;
    if (found.empty() || found.back().first != name) found.push_back({name, {}});
    found.back().second.push_back(result);
  }
  return found;
}

}  // namespace

std::vector<Varied> parse_varied(const std::vector<std::string>& texts) {
  std::vector<Varied> all;
  for (const std::string& text : texts) {
    const std::size_t equals = text.find('=');
    check_user(equals != std::string::npos && equals > 0, "--vary takes a setting and its values, ",
               "such as length=32,64 or rope:base=500,10000, got ", text);
    Varied one{text.substr(0, equals), {}};
    std::set<std::string> seen;
    for (std::size_t start = equals + 1; start <= text.size();) {
      const std::size_t comma = std::min(text.find(',', start), text.size());
      const std::string value = text.substr(start, comma - start);
      check_user(!value.empty() && seen.insert(value).second, "--vary ", text,
                 ": wants different values with commas between them");
      one.values.push_back(value);
      start = comma + 1;
    }
    for (const Varied& other : all)
      check_user(other.name != one.name, "--vary ", one.name, " is given twice");
    all.push_back(one);
  }
  check_user(!all.empty(), "nothing is varied; say what, such as --vary length=32,64,128");
  return all;
}

std::vector<Cell> cells_of(const Settings& base, const std::vector<Varied>& varied) {
  for (const Varied& v : varied) {
    const bool known = !v.of_scheme() || std::ranges::find(base.schemes, base_name(v.name),
                                                           base_name) != base.schemes.end();
    check_user(known, "--vary ", v.name, ": ", base_name(v.name),
               " is not among the schemes; add it with --schemes");
  }
  std::vector<Cell> cells;
  for (const std::string& scheme : base.schemes) {
    std::vector<Cell> of_scheme = {{{}, scheme, "text", base}};
    of_scheme[0].settings.schemes = {scheme};
    for (const Varied& v : varied) {
      std::vector<Cell> next;
      for (const Cell& cell : of_scheme) {
        if (v.of_scheme() && base_name(v.name) != base_name(scheme)) {
          next.push_back(cell);
          next.back().values.push_back("-");
          continue;
        }
        for (const std::string& value : v.values) {
          Cell& one = next.emplace_back(cell);
          one.values.push_back(value);
          if (v.of_scheme()) {
            one.settings.schemes[0] += concat(v.name.substr(v.name.find(':')), "=", value);
          } else {
            set(one.settings, v.name, value);
            one.dataset += concat(" ", v.name, "=", value);
          }
        }
      }
      of_scheme = next;
    }
    cells.insert(cells.end(), of_scheme.begin(), of_scheme.end());
  }
  for (Cell& cell : cells) {
    std::vector<int>& lengths = cell.settings.eval_lengths;
    if (std::ranges::find(lengths, cell.settings.length) == lengths.end())
      lengths.push_back(cell.settings.length);
    std::ranges::sort(lengths);
  }
  return cells;
}

Sweep sweep_of(const std::vector<Cell>& cells, const std::string& text_name,
               std::uint64_t text_checksum, const std::filesystem::path& folder) {
  Sweep sweep;
  sweep.folder = folder;
  std::map<std::string, std::string> settings;  // by dataset
  for (const Cell& cell : cells) {
    const Settings& s = cell.settings;
    settings[cell.dataset] = s.of_runs() + " --protocols fixed";
    for (const std::uint64_t seed : seeds_from(s.seed, s.seeds))
      sweep.runs.push_back({cell.dataset, s.schemes[0], seed});
  }
  sweep.conditions = [=](const std::string& dataset) {
    return RunConditions{version(), settings.at(dataset), text_name, text_checksum};
  };
  return sweep;
}

std::string grid_table(const std::vector<Varied>& varied, const std::vector<CellResult>& results) {
  std::vector<std::string> head = {"scheme"};
  for (const Varied& v : varied) head.push_back(v.name);
  for (const char* column : {"as trained", "at the longest", "gap"}) head.push_back(column);
  TextTable table(head);
  for (const CellResult& result : results) {
    const Settings& s = result.cell.settings;
    std::vector<std::string> row = {s.schemes[0]};
    row.insert(row.end(), result.cell.values.begin(), result.cell.values.end());
    for (const BySeed& values : {bits(result, s.length), bits(result, s.longest()), gap(result)})
      row.push_back(values.empty() ? "" : mean_of_seeds(without_seeds(values), 2));
    table.row(row);
  }
  return table.text();
}

std::string grid_csv(const std::vector<Varied>& varied, const std::vector<CellResult>& results) {
  std::vector<std::string> head;
  for (const Varied& v : varied) head.push_back(v.name);
  for (const char* column :
       {"scheme", "seed", "protocol", "eval_length", "bits_per_char", "scored"})
    head.push_back(column);
  Csv csv(head);
  for (const CellResult& result : results) {
    for (const ResultRow& r : result.rows) {
      std::vector<std::string> row = result.cell.values;
      for (const std::string& cell :
           {r.scheme, std::to_string(r.seed), r.protocol, std::to_string(r.length),
            shortest(r.bits_per_char), std::to_string(r.scored)})
        row.push_back(cell);
      csv.add(row);
    }
  }
  return csv.text();
}

std::vector<HeatMap> grid_maps(const std::vector<Varied>& varied,
                               const std::vector<CellResult>& results) {
  std::vector<HeatMap> maps;
  if (varied.size() < 2) return maps;
  const std::size_t y = varied.size() - 2, x = varied.size() - 1;
  for (const auto& [scheme, cells] : by_scheme(results)) {
    std::vector<std::string> others;  // the combinations of the other settings, in order
    for (const CellResult& result : cells) {
      const std::string other = label(varied, result.cell, y);
      if (std::ranges::find(others, other) == others.end()) others.push_back(other);
    }
    if (cells[0].cell.values[x] == "-" || cells[0].cell.values[y] == "-") continue;
    for (const std::string& other : others) {
      HeatMap map{.title = concat(scheme, other.empty() ? "" : ", ", other),
                  .subtitle = concat("The gap at ", cells[0].cell.settings.longest(),
                                     ": bits per character above the training length"),
                  .x_label = varied[x].name,
                  .y_label = varied[y].name,
                  .value_label = "bits",
                  .rows = static_cast<int>(varied[y].values.size()),
                  .columns = static_cast<int>(varied[x].values.size()),
                  .row_labels = varied[y].values,
                  .column_labels = varied[x].values,
                  .decimals = 2};
      map.values.assign(varied[y].values.size() * varied[x].values.size(), NAN);
      for (const CellResult& result : cells) {
        if (label(varied, result.cell, y) != other) continue;
        const auto place = [&](std::size_t which) {
          const auto& all = varied[which].values;
          return std::ranges::find(all, result.cell.values[which]) - all.begin();
        };
        const BySeed found = gap(result);
        if (!found.empty())
          map.values[place(y) * varied[x].values.size() + place(x)] =
              spread(without_seeds(found)).median;
      }
      maps.push_back(map);
    }
  }
  return maps;
}

std::vector<LinePlot> grid_curves(const std::vector<Varied>& varied,
                                  const std::vector<CellResult>& results) {
  std::vector<LinePlot> plots;
  for (const auto& [scheme, cells] : by_scheme(results)) {
    std::vector<ResultRow> rows;
    LengthCurves curves{.trained_length = cells[0].cell.settings.length};
    for (const CellResult& result : cells) {
      std::string name;  // of its values alone: the title says of what, and names are short
      for (std::size_t i = 0; i < varied.size(); ++i)
        if (result.cell.values[i] != "-")
          name += concat(name.empty() ? "" : ", ", result.cell.values[i]);
      curves.schemes.push_back(name.empty() ? scheme : name);
      for (ResultRow row : result.rows) {
        row.scheme = curves.schemes.back();
        rows.push_back(row);
      }
    }
    std::string names;
    for (std::size_t i = 0; i < varied.size(); ++i)
      if (cells[0].cell.values[i] != "-")
        names += concat(names.empty() ? ": " : ", ", varied[i].name);
    plots.push_back(length_plot(rows, curves, scheme + names));
    const bool one_length = std::ranges::all_of(cells, [&](const CellResult& result) {
      return result.cell.settings.length == curves.trained_length;
    });
    if (!one_length) plots.back().mark_x.reset();
  }
  return plots;
}

}  // namespace whereabouts
