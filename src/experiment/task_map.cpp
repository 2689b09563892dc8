#include "experiment/task_map.h"

#include <algorithm>
#include <cmath>

#include "experiment/measure.h"
#include "report/number.h"
#include "report/terminal.h"
#include "util/check.h"

namespace whereabouts {

HeatMap task_map(const std::vector<ResultRow>& rows, const Task& task, const std::string& kind,
                 const std::vector<std::string>& schemes) {
  HeatMap map;
  map.title = concat(task.name, kind == "exact" ? ": without a mistake" : ": characters right");
  map.x_label = concat("length of the instance (trained up to ", task.trained, ")");
  for (const int length : task_lengths(task)) map.column_labels.push_back(std::to_string(length));
  map.columns = static_cast<int>(map.column_labels.size());
  for (const std::string& scheme : schemes) {
    std::vector<double> row;
    for (const int length : task_lengths(task)) {
      const auto found = values(rows, {scheme, task.name, length, kind}, &ResultRow::accuracy);
      row.push_back(found.empty() ? NAN : spread(found).median);
    }
    map.row_labels.push_back(scheme);
    map.values.insert(map.values.end(), row.begin(), row.end());
  }
  map.rows = static_cast<int>(schemes.size());
  map.decimals = 2;
  map.low = 0, map.high = 1;
  return map;
}

std::string task_table(const std::vector<ResultRow>& rows, const Task& task,
                       const std::string& kind, const std::vector<std::string>& schemes) {
  std::vector<std::string> header = {"scheme"};
  for (const int length : task_lengths(task))
    header.push_back(concat(length, length == task.trained ? "|" : ""));
  TextTable text(header);
  for (const std::string& scheme : schemes) {
    std::vector<std::string> cells = {scheme};
    for (const int length : task_lengths(task)) {
      const Spread s =
          spread(values(rows, {scheme, task.name, length, kind}, &ResultRow::accuracy));
      cells.push_back(format_fixed(s.median, 2) + (length == task.trained ? "|" : ""));
    }
    text.row(cells);
  }
  return text.text();
}

double best_at(const std::vector<ResultRow>& rows, const Task& task, const std::string& kind,
               int length) {
  double best = 0;
  for (const ResultRow& row : rows) {
    if (row.protocol == task.name && row.kind == kind && row.length == length)
      best = std::max(best, row.accuracy);
  }
  return best;
}

}  // namespace whereabouts
