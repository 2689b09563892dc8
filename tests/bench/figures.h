// The figures of a bench, as a file that later ones are compared with.
#pragma once

#include <algorithm>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "report/csv.h"
#include "report/number.h"
#include "util/check.h"
#include "util/read_number.h"

namespace whereabouts {

/// Something per second (higher is better), measured several times: the median and the quartiles;
/// and what the machine could do at best in that minute, multiplications and additions per second;
/// 1 for what does not depend on them.
struct Figure {
  std::string name;
  double median = 0, low = 0, high = 0, peak = 1;

  friend bool operator==(const Figure&, const Figure&) = default;
};

/// From the seconds that `amount` of something took, several times. What was measured once is known
/// to a tenth.
inline Figure figure_of(std::string name, double amount, std::vector<double> seconds, double peak) {
  std::ranges::sort(seconds);
  const auto at = [&](double share) {
    return amount / seconds[static_cast<std::size_t>(share * double(seconds.size() - 1) + 0.5)];
  };
  if (seconds.size() == 1) return {std::move(name), at(0), 0.9 * at(0), 1.1 * at(0), peak};
  return {std::move(name), at(0.5), at(0.75), at(0.25), peak};
}

inline std::string figures_to_csv(const std::vector<Figure>& figures) {
  Csv csv({"figure", "per_second", "low", "high", "peak"});
  for (const Figure& f : figures) csv.row(f.name, f.median, f.low, f.high, f.peak);
  return csv.text();
}

/// The reverse. Throws UserError, naming the file and the line that is not as expected.
inline std::vector<Figure> figures_from_csv(std::string_view text, const std::string& file) {
  std::vector<Figure> figures;
  std::istringstream lines{std::string(text)};
  std::string line;
  for (int number = 1; std::getline(lines, line); ++number) {
    while (line.ends_with('\r')) line.pop_back();
    std::vector<std::string> cells;
    std::istringstream rest(line);
    for (std::string cell; std::getline(rest, cell, ',');) cells.push_back(cell);
    if (number == 1) {
      check_user(line == "figure,per_second,low,high,peak", file,
                 ": this is not a file of make bench");
      continue;
    }
    const auto value = [&](std::size_t i) {
      double x = 0;
      if (cells.size() == 5) read_number(cells[i], x);
      check_user(x > 0, file, ", line ", number, ": expected a name and four numbers, found ",
                 line);
      return x;
    };
    figures.push_back({cells.empty() ? "" : cells[0], value(1), value(2), value(3), value(4)});
  }
  check_user(!figures.empty(), file, ": there are no figures in it");
  return figures;
}

/// A line for each figure that became slower, as a share of the machine's peak, by more than noise:
/// the quartiles do not overlap, and the medians differ by more than a twentieth.
inline std::vector<std::string> slower(const std::vector<Figure>& before,
                                       const std::vector<Figure>& after) {
  std::vector<std::string> lines;
  for (const Figure& a : after) {
    for (const Figure& b : before) {
      if (a.name != b.name) continue;
      const double now = a.median / a.peak, then = b.median / b.peak;
      if (a.high / a.peak < b.low / b.peak && now < 0.95 * then)
        lines.push_back(a.name + ": " + format_fixed(100 * (1 - now / then), 0) + " % slower" +
                        (a.peak == 1 ? "" : " against the machine's peak"));
    }
  }
  return lines;
}

}  // namespace whereabouts
