// Two folders of results held against each other: is a difference more than chance?
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "evaluate/result_row.h"
#include "experiment/interval.h"

namespace whereabouts {

/// What a folder has of its runs: the rows of results.csv and, if protocol `blocks` was measured,
/// of blocks.csv. Throws UserError if there is no results.csv, or for what is wrong in them.
std::vector<ResultRow> results_in(const std::filesystem::path& folder);

/// The difference between two schemes, or runs of one, for a protocol and length.
struct Comparison {
  std::string first, second;  ///< schemes
  std::string protocol;
  int length = 0;
  int seeds = 0;             ///< pairs of runs
  int blocks = 0;            ///< of the text, in each run; 1 for a figure of all of it
  double a = 0, b = 0;       ///< mean bits per character
  Interval difference = {};  ///< b - a
  /// "lower", "higher", or "not decided": the interval holds 0, or there is one pair of runs, which
  /// does not tell how much another seed would change.
  std::string verdict() const;
};

/// Every scheme that both have, or, where each has one, these two; at each protocol and length that
/// both have. Runs are paired by their seeds, or in order if they have none in common. For protocol
/// `blocks`, each block with the same block. Throws UserError if nothing can be compared.
std::vector<Comparison> compare(const std::vector<ResultRow>& a, const std::vector<ResultRow>& b);

/// A row for each.
std::string table_of(const std::vector<Comparison>& comparisons);

}  // namespace whereabouts
