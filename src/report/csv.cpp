#include "report/csv.h"

#include "util/check.h"
#include "util/write_file.h"

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

bool Csv::save(const std::filesystem::path& path) const { return write_file(path, text_); }

}  // namespace whereabouts
