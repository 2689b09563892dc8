#include "experiment/seeds_table.h"

#include <functional>

#include "experiment/block_interval.h"
#include "report/number.h"
#include "util/check.h"

namespace whereabouts {

void add_rows(TextTable& table, const std::string& name, bool several,
              const std::vector<std::optional<SeedsCell>>& cells, bool sign) {
  const auto add = [&](const std::string& first, const char* second, bool of_the_mean,
                       const std::function<std::string(const SeedsCell&)>& number) {
    std::vector<std::string> row = {first};
    if (several) row.push_back(second);
    for (const auto& cell : cells) {
      const bool found = cell && (cell->mean || !of_the_mean);
      row.push_back(found ? number(*cell) + cell->mark : "-");
    }
    table.row(row);
  };
  const auto shown = [&](double x) {
    const std::string number = format_fixed(x, 2);
    return sign && number[0] != '-' ? "+" + number : number;
  };
  add(name, "median", false, [&](const SeedsCell& cell) { return shown(cell.median); });
  if (!several) return;
  add("", "mean", true, [&](const SeedsCell& cell) { return shown(cell.mean->mean); });
  add("", "±", true, [](const SeedsCell& cell) { return format_fixed(cell.mean->half(), 2); });
}

std::string over_seeds(int seeds, bool and_blocks) {
  if (seeds == 1) return "";
  return concat(", ", seeds, " seeds: median, mean and its 95 % interval over seeds",
                and_blocks ? " and blocks of the text" : "");
}

std::string mean_of_seeds(const std::vector<double>& values, int decimals) {
  return values.size() == 1 ? format_fixed(values[0], decimals)
                            : text_of(interval_over_seeds(values), decimals);
}

}  // namespace whereabouts
