#include "book/read_measurements.h"

#include <algorithm>
#include <cmath>
#include <sstream>

#include "evaluate/protocols.h"
#include "util/check.h"
#include "util/file.h"
#include "util/read_number.h"

namespace whereabouts {
namespace {

namespace fs = std::filesystem;

// A number such as +0.39, -0.11* or 0.73; nan for other words.
double number_in_cell(std::string word) {
  std::erase_if(word, [](char c) { return c == '*' || c == '+' || c == '\\'; });
  double value = std::nan("");
  read_number(word, value);
  return value;
}

std::vector<std::string> words_of_line(const std::string& line) {
  std::istringstream stream(line);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

std::vector<std::string> lines_of(const fs::path& file) {
  std::istringstream stream(read_file(file.lexically_normal().string(), "a page of the course"));
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

// The length a run was trained at, as its settings.txt has it: "length 64", "# length 16..64".
int trained_length(const fs::path& folder) {
  std::istringstream stream(read_file((folder / "settings.txt").string(), "the settings of a run"));
  for (std::string line; std::getline(stream, line);) {
    std::vector<std::string> words = words_of_line(line);
    if (!words.empty() && words[0] == "#") words.erase(words.begin());
    if (words.size() != 2 || words[0] != "length") continue;
    const std::size_t dots = words[1].rfind('.');
    const double length =
        number_in_cell(dots == std::string::npos ? words[1] : words[1].substr(dots + 1));
    if (length >= 1) return static_cast<int>(length);
  }
  throw UserError(concat((folder / "settings.txt").string(), " has no line with the length"));
}

std::vector<std::string> schemes_in(const std::vector<ResultRow>& rows) {
  std::vector<std::string> schemes;
  for (const ResultRow& row : rows)
    if (std::ranges::find(schemes, row.scheme) == schemes.end()) schemes.push_back(row.scheme);
  return schemes;
}

std::optional<Spread> spread_if_any(const std::vector<double>& values) {
  if (values.empty()) return {};
  return spread(values);
}

}  // namespace

MeasuredFigure gaps_of_run(const fs::path& folder) {
  const fs::path file = folder / "results.csv";
  const auto rows =
      rows_from(read_file(file.string(), "results"), file.string(), by_length_columns());
  MeasuredFigure found{.source = concat("from your run in ", folder.filename().string()),
                       .trained = trained_length(folder)};
  for (const ResultRow& row : rows) {
    if (row.protocol == "fixed" &&
        std::ranges::find(found.lengths, row.length) == found.lengths.end())
      found.lengths.push_back(row.length);
  }
  std::ranges::sort(found.lengths);
  for (const std::string& scheme : schemes_in(rows)) {
    MeasuredScheme curve{scheme, {}};
    for (const int length : found.lengths) {
      curve.at.push_back(spread_if_any(
          differences(rows, {scheme, "fixed", length}, {scheme, "fixed", found.trained})));
    }
    if (std::ranges::any_of(curve.at, [](const auto& s) { return s.has_value(); }))
      found.schemes.push_back(curve);
  }
  return found;
}

MeasuredFigure gaps_of_page(const fs::path& page) {
  MeasuredFigure found{.source = "three seeds, as page 09 prints them", .band = "95 % interval"};
  for (const std::string& line : lines_of(page)) {
    std::vector<std::string> words = words_of_line(line);
    if (words.size() > 3 && words[0] == "scheme" && words[1] == "seeds" && found.lengths.empty()) {
      for (std::size_t i = 2; i < words.size(); ++i)
        found.lengths.push_back(static_cast<int>(number_in_cell(words[i])));
      continue;
    }
    if (found.lengths.empty()) continue;
    if (line.starts_with("```")) break;
    if (words.size() == found.lengths.size() + 2) {
      found.schemes.push_back({words[0], std::vector<std::optional<Spread>>(found.lengths.size())});
      words.erase(words.begin());
    }
    check_user(words.size() == found.lengths.size() + 1 && !found.schemes.empty(),
               page.filename().string(), ": the table of three seeds has a line \"", line, "\"");
    for (std::size_t i = 0; i < found.lengths.size(); ++i) {
      const double value = number_in_cell(words[i + 1]);
      check_user(std::isfinite(value), page.filename().string(), ": no number: \"", words[i + 1],
                 "\"");
      std::optional<Spread>& cell = found.schemes.back().at[i];
      if (words[0] == "median") cell = Spread{value, value, value};
      if (words[0] == "mean" && cell) cell->low = cell->high = value;
      if (words[0] == "±" && cell) {  // to two decimals, as they are printed
        cell->low = std::round(100 * (cell->low - value)) / 100;
        cell->high = std::round(100 * (cell->high + value)) / 100;
      }
    }
  }
  // The trained length is the one at which no seed has a gap.
  for (std::size_t i = 0; i < found.lengths.size(); ++i) {
    const bool none = std::ranges::all_of(found.schemes, [&](const MeasuredScheme& s) {
      return s.at[i]->low == 0 && s.at[i]->high == 0;
    });
    if (none) found.trained = found.lengths[i];
  }
  check_user(!found.schemes.empty() && found.trained > 0, page.filename().string(),
             " has no table of gaps over three seeds");
  return found;
}

MeasuredFigure recall_of_run(const fs::path& folder) {
  const fs::path file = folder / "names.csv";
  const auto rows = rows_from(read_file(file.string(), "results"), file.string(),
                              protocol_named("names").columns);
  MeasuredFigure found{.source = concat("from your run in ", folder.filename().string())};
  int longest = 0, farthest = 0;
  for (const ResultRow& row : rows) longest = std::max(longest, row.length);
  for (const ResultRow& row : rows)
    if (row.length == longest && row.kind == "seen") farthest = std::max(farthest, row.from);
  std::vector<int> from;
  for (int at = 8; at <= farthest; at *= 2) {
    from.push_back(at);
    found.distances.push_back(concat(at, " to ", 2 * at - 1));
  }
  std::vector<double> guesses;
  for (const ResultRow& row : rows)
    if (row.kind == "unseen" && row.from >= longest / 2) guesses.push_back(row.accuracy);
  found.guess = spread_if_any(guesses);
  for (const std::string& scheme : schemes_in(rows)) {
    MeasuredScheme curve{scheme, {}};
    for (const int at : from) {
      curve.at.push_back(
          spread_if_any(values(rows, {scheme, "", longest, "seen", at}, &ResultRow::accuracy)));
    }
    found.schemes.push_back(curve);
  }
  return found;
}

MeasuredFigure recall_of_page(const fs::path& page) {
  MeasuredFigure found{.source = "medians of three seeds, as page 12 prints them"};
  const auto cells_of = [](const std::string& line) {
    std::vector<std::string> cells;
    std::istringstream stream(line.substr(1));
    for (std::string cell; std::getline(stream, cell, '|');) {
      const std::size_t first = cell.find_first_not_of(' '), last = cell.find_last_not_of(' ');
      cells.push_back(first == std::string::npos ? "" : cell.substr(first, last - first + 1));
    }
    return cells;
  };
  std::vector<std::size_t> columns;
  for (const std::string& line : lines_of(page)) {
    const std::string guessing = "guessing gets ";
    if (const std::size_t at = line.find(guessing); at != std::string::npos) {
      const std::vector<std::string> words = words_of_line(line.substr(at + guessing.size()));
      if (words.size() >= 3 && words[1] == "to") {
        const double low = number_in_cell(words[0]),
                     high = number_in_cell(
                         words[2].substr(0, words[2].find_last_of("0123456789") + 1));
        if (low <= high) found.guess = Spread{(low + high) / 2, low, high};
      }
    }
    if (!line.starts_with("|")) {
      if (!found.schemes.empty()) break;
      continue;
    }
    const std::vector<std::string> cells = cells_of(line);
    if (cells[0] == "scheme") {
      for (std::size_t c = 1; c < cells.size(); ++c) {
        if (cells[c].find(" to ") == std::string::npos) continue;
        columns.push_back(c);
        found.distances.push_back(cells[c]);
      }
    } else if (!columns.empty() && cells[0].find("---") == std::string::npos) {
      MeasuredScheme curve{cells[0], {}};
      for (const std::size_t c : columns) {
        const double share = c < cells.size() ? number_in_cell(cells[c]) : std::nan("");
        check_user(std::isfinite(share), page.filename().string(), ": no share for ", cells[0]);
        curve.at.push_back(Spread{share, share, share});
      }
      found.schemes.push_back(curve);
    }
  }
  check_user(!found.schemes.empty(), page.filename().string(),
             " has no table of recall by distance");
  return found;
}

}  // namespace whereabouts
