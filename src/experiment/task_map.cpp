#include "experiment/task_map.h"

#include <algorithm>
#include <cmath>

#include "experiment/measure.h"
#include "experiment/seeds_table.h"
#include "report/number.h"
#include "report/terminal.h"
#include "util/check.h"
#include "util/joined.h"

namespace whereabouts {

HeatMap task_map(const std::vector<ResultRow>& rows, const Task& task, const std::string& kind,
                 const std::vector<std::string>& schemes) {
  HeatMap map{concat(task.name, kind == "exact" ? ": without a mistake" : ": characters right"), "",
              concat("length of the instance (trained up to ", task.trained, ")")};
  for (const int length : task_lengths(task)) map.column_labels.push_back(std::to_string(length));
  map.columns = static_cast<int>(map.column_labels.size());
  for (const std::string& scheme : schemes) {
    for (const int length : task_lengths(task)) {
      const auto found = values(rows, {scheme, task.name, length, kind}, &ResultRow::accuracy);
      map.values.push_back(found.empty() ? NAN : spread(found).median);
    }
  }
  map.row_labels = schemes, map.rows = static_cast<int>(schemes.size());
  map.decimals = 2;
  map.low = 0, map.high = 1;
  return map;
}

std::string task_table(const std::vector<ResultRow>& rows, const Task& task,
                       const std::string& kind, const std::vector<std::string>& schemes) {
  const bool several =
      std::ranges::any_of(rows, [&](const ResultRow& r) { return r.seed != rows[0].seed; });
  std::vector<std::string> header = {"scheme"};
  if (several) header.push_back("seeds");
  for (const int length : task_lengths(task))
    header.push_back(concat(length, length == task.trained ? "|" : ""));
  TextTable table(header);
  for (const std::string& scheme : schemes) {
    std::vector<std::optional<SeedsCell>> cells;
    for (const int length : task_lengths(task)) {
      const auto found = values(rows, {scheme, task.name, length, kind}, &ResultRow::accuracy);
      SeedsCell& cell = cells.emplace_back(SeedsCell{spread(found).median}).value();
      if (found.size() > 1) cell.mean = interval_over_seeds(found);
      if (length == task.trained) cell.mark = "|";
    }
    add_rows(table, scheme, several, cells);
  }
  return table.text();
}

double best_at(const std::vector<ResultRow>& rows, const Task& task, const std::string& kind,
               int length) {
  double best = 0;
  for (const ResultRow& row : rows)
    if (row.protocol == task.name && row.kind == kind && row.length == length)
      best = std::max(best, row.accuracy);
  return best;
}

std::vector<std::string> not_learned(const std::vector<ResultRow>& rows, const std::string& task,
                                     int trained, const std::vector<std::string>& schemes) {
  std::vector<std::string> names;
  for (const std::string& scheme : schemes) {
    const auto found = values(rows, {scheme, task, trained, "character"}, &ResultRow::accuracy);
    if (!found.empty() && spread(found).median < kLearnedShare) names.push_back(scheme);
  }
  return names;
}

std::string not_learned_in_words(const std::vector<ResultRow>& rows, const std::string& task,
                                 int trained, const std::vector<std::string>& schemes) {
  const std::string names = joined(not_learned(rows, task, trained, schemes));
  if (names.empty()) return "";
  return concat(names, ": fewer than ", format_fixed(kLearnedShare, 2),
                " of the characters right at the trained length ", trained,
                ". The task was not learned, so longer ones tell nothing of how it generalises");
}

}  // namespace whereabouts
