// A grid of experiments: some settings varied, every combination run.
//
//   --vary length=32,64,128 --vary steps=500,1000 --vary rope:base=500,10000
//
// Each combination of settings is a cell; each scheme and seed of a cell is a run of a sweep
// (experiment/sweep.h), so a grid is resumed and shared as a sweep is.
#pragma once

#include <string>
#include <vector>

#include "experiment/settings.h"
#include "experiment/sweep.h"
#include "report/svg.h"

namespace whereabouts {

/// One setting and the values it takes: "length", or an option of a scheme, "rope:base".
struct Varied {
  std::string name;
  std::vector<std::string> values;
  bool of_scheme() const { return name.find(':') != std::string::npos; }
};

/// Throws UserError, naming the text, for anything that is not NAME=VALUE,VALUE,... with different
/// values, and for a name that is given twice.
std::vector<Varied> parse_varied(const std::vector<std::string>& texts);

/// One combination, with one scheme.
struct Cell {
  std::vector<std::string> values;  ///< of each varied setting; "-": it is no option of this scheme
  std::string scheme;               ///< as asked for, without the options that vary
  std::string dataset;              ///< "text length=32 steps=500", see RunKey
  Settings settings;                ///< its schemes are the one scheme, with the options
};

/// Every combination, the last setting changing fastest, of every scheme of `base`. Each also
/// evaluates at its own training length. Throws UserError for a setting that there is not, a value
/// that it cannot have, and an option of a scheme that is not among the schemes.
std::vector<Cell> cells_of(const Settings& base, const std::vector<Varied>& varied);

/// The runs of all cells, in `folder`: each seed of each. Conditions are those of its cell.
Sweep sweep_of(const std::vector<Cell>& cells, const std::string& text_name,
               std::uint64_t text_checksum, const std::filesystem::path& folder);

/// What was measured of one cell, by protocol fixed.
struct CellResult {
  Cell cell;
  std::vector<ResultRow> rows;  ///< of all seeds
};

/// A row for each: the varied values, the scheme, bits at its training length and at the longest,
/// and the gap between them; of several seeds the mean and its 95 % interval.
std::string grid_table(const std::vector<Varied>& varied, const std::vector<CellResult>& results);
/// A line for every number, with a column for each varied setting; eval_length is the length of the
/// context, which a varied length is not.
std::string grid_csv(const std::vector<Varied>& varied, const std::vector<CellResult>& results);
/// The gap at the longest length over the last two varied settings, for every scheme and every
/// combination of the others; nothing if fewer than two are varied.
std::vector<HeatMap> grid_maps(const std::vector<Varied>& varied,
                               const std::vector<CellResult>& results);
/// Bits per character over the length of the context, a curve a cell, a plot a scheme.
std::vector<LinePlot> grid_curves(const std::vector<Varied>& varied,
                                  const std::vector<CellResult>& results);

}  // namespace whereabouts
