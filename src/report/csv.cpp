#include "report/csv.h"

#include "util/check.h"

namespace whereabouts {
namespace {

std::string quoted_where_needed(const std::string& cell) {
  const bool edge = cell.starts_with(' ') || cell.ends_with(' ');
  if (!edge && cell.find_first_of(",\"\r\n") == std::string::npos) return cell;
  std::string result = "\"";
  for (char c : cell) {
    if (c == '"') result += '"';
    result += c;
  }
  result += '"';
  return result;
}

}  // namespace

Csv::Csv(const std::vector<std::string>& header) : columns_(header.size()) { add(header); }

void Csv::add(const std::vector<std::string>& cells) {
  check_argument(cells.size() == columns_, "Csv", cells.size(), " cells for ", columns_,
                 " columns");
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (i > 0) text_ += ',';
    text_ += quoted_where_needed(cells[i]);
  }
  text_ += '\n';
}

std::vector<std::string> csv_cells(std::string_view line) {
  if (line.ends_with('\r')) line.remove_suffix(1);
  std::vector<std::string> cells(1);
  bool quoted = false;  // a comma inside quotes is part of a name: "alibi, 4 heads"
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '"' && quoted && i + 1 < line.size() && line[i + 1] == '"')
      cells.back() += line[++i];
    else if (line[i] == '"')
      quoted = !quoted;
    else if (line[i] == ',' && !quoted)
      cells.emplace_back();
    else
      cells.back() += line[i];
  }
  return cells;
}

}  // namespace whereabouts
