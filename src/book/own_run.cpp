#include "book/own_run.h"

#include <algorithm>
#include <map>
#include <sstream>

#include "report/csv.h"
#include "report/number.h"
#include "report/svg_canvas.h"
#include "util/check.h"
#include "util/file.h"
#include "util/read_number.h"

namespace whereabouts {
namespace {

namespace files = std::filesystem;

constexpr std::size_t kMostRows = 60;

using Rows = std::vector<std::vector<std::string>>;

// Rows of scheme, seed, protocol, length, bits_per_char, ... as a row for each scheme and seed.
Rows by_length(const Rows& rows) {
  const auto column = [&](const char* name) {
    return static_cast<std::size_t>(std::ranges::find(rows[0], name) - rows[0].begin());
  };
  const std::size_t scheme = column("scheme"), seed = column("seed"), length = column("length"),
                    protocol = column("protocol"), bits = column("bits_per_char");
  std::vector<std::string> lengths, names;
  std::map<std::string, std::map<std::string, std::string>> cells;
  for (std::size_t r = 1; r < rows.size(); ++r) {
    if (rows[r].size() != rows[0].size() || rows[r][protocol] != "fixed") continue;
    const std::string name = concat(rows[r][scheme], ", seed ", rows[r][seed]);
    if (std::ranges::find(lengths, rows[r][length]) == lengths.end())
      lengths.push_back(rows[r][length]);
    if (std::ranges::find(names, name) == names.end()) names.push_back(name);
    double value = 0;
    const bool number = read_number(rows[r][bits], value) == std::errc();
    cells[name][rows[r][length]] = number ? format_fixed(value, 2) : rows[r][bits];
  }
  Rows table = {{"bits per character"}};
  table[0].insert(table[0].end(), lengths.begin(), lengths.end());
  for (const std::string& name : names) {
    table.push_back({name});
    for (const std::string& at : lengths) table.back().push_back(cells[name][at]);
  }
  return table;
}

}  // namespace

files::path own_picture(const files::path& results, const std::string& lesson,
                        const std::string& picture) {
  if (picture == "gap_three_seeds.svg") return results / "three_seeds" / "gap.svg";
  if (picture == "half_turn_law.svg") return results / "half_turn_law" / "half_turn.svg";
  return results / lesson / picture.substr(std::min<std::size_t>(3, picture.size()));
}

bool is_newer(const files::path& own, const files::path& printed) {
  return files::exists(own) && files::last_write_time(own) > files::last_write_time(printed);
}

files::path own_table(const files::path& picture) {
  files::path table = picture;
  table.replace_extension(".csv");
  if (!files::exists(table) && picture.filename() == "gap.svg")
    table.replace_filename("results.csv");
  return files::exists(table) ? table : files::path();
}

std::string own_command(const files::path& folder) {
  std::string command = concat("make ", folder.filename().string().substr(0, 2));
  const files::path settings = folder / "settings.txt";
  if (!files::exists(settings)) return command;
  std::istringstream lines(read_file(settings.string(), "the settings of a run"));
  std::string flags;
  for (std::string line; std::getline(lines, line);)
    if (!line.empty() && line[0] != '#') flags += concat(flags.empty() ? "" : " ", "--", line);
  return flags.empty() ? command : concat(command, " ARGS=\"", flags, "\"");
}

std::string table_of_csv(const files::path& file) {
  std::istringstream lines(read_file(file.string(), "a table"));
  Rows rows;
  for (std::string line; std::getline(lines, line);) rows.push_back(csv_cells(line));
  check_user(!rows.empty(), file.string(), " is empty; run its lesson again, or remove it");
  const auto has = [&](const char* name) {
    return std::ranges::find(rows[0], name) != rows[0].end();
  };
  if (has("scheme") && has("seed") && has("protocol") && has("length") && has("bits_per_char"))
    rows = by_length(rows);
  std::string html = "<div class=\"wide\" tabindex=\"0\"><table>\n";
  for (std::size_t r = 0; r < std::min(rows.size(), kMostRows); ++r) {
    html += r == 0 ? "<thead><tr>" : "<tr>";
    for (std::size_t c = 0; c < rows[r].size(); ++c)
      html += concat(r == 0 ? "<th scope=\"col\"" : (c == 0 ? "<th scope=\"row\"" : "<td"),
                     c > 0 ? " class=\"n\">" : ">", xml_escaped(rows[r][c]),
                     r == 0 || c == 0 ? "</th>" : "</td>");
    html += r == 0 ? "</tr></thead>\n<tbody>" : "</tr>\n";
  }
  html += "</tbody></table></div>\n";
  if (rows.size() > kMostRows)
    html += concat("<p class=\"quiet\">The first ", kMostRows - 1, " of ", rows.size() - 1,
                   " rows; all are in <code>", xml_escaped(file.string()), "</code>.</p>\n");
  return html;
}

std::vector<files::path> other_tables(const files::path& folder) {
  std::vector<files::path> tables;
  std::error_code none;
  for (const auto& entry : files::directory_iterator(folder, none)) {
    files::path picture = entry.path();
    if (picture.extension() != ".csv") continue;
    picture.replace_extension(".svg");
    if (files::exists(picture)) continue;
    if (entry.path().filename() == "results.csv" && files::exists(folder / "gap.svg")) continue;
    tables.push_back(entry.path());
  }
  std::ranges::sort(tables);
  return tables;
}

}  // namespace whereabouts
