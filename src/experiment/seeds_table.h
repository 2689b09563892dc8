// What several seeds come to, as rows of a table.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "experiment/interval.h"
#include "report/terminal.h"

namespace whereabouts {

/// A number of a table: of one seed, or of several.
struct SeedsCell {
  double median = 0;
  std::optional<Interval> mean = {};  ///< nothing of one seed
  std::string mark = {};              ///< behind each of its numbers
};

/// Adds a row with the medians; if there are several seeds, the mean and half the width of its 95 %
/// interval (±) follow in two rows, and a second column names the three. "-" where nothing was
/// found. With `sign`, positive numbers have one.
void add_rows(TextTable& table, const std::string& name, bool several,
              const std::vector<std::optional<SeedsCell>>& cells, bool sign = false);

/// For the heading of such a table: ", 3 seeds: median, mean and its 95 % interval over seeds", and
/// blocks of the text if so; "" of one seed.
std::string over_seeds(int seeds, bool and_blocks = false);

/// "2.31" of one seed, of several "2.31 ± 0.04": their mean and its 95 % interval.
std::string mean_of_seeds(const std::vector<double>& values, int decimals);

}  // namespace whereabouts
