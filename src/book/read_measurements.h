// What the figures of measurements show: read from the files of a reader's run, or from the tables
// that the pages print.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "experiment/results.h"

namespace whereabouts {

/// A scheme with a spread over its seeds for each length or distance, where there is one.
struct MeasuredScheme {
  std::string name;
  std::vector<std::optional<Spread>> at = {};
};

struct MeasuredFigure {
  std::string source;                       ///< for the caption
  std::string band = "lowest and highest";  ///< of the seeds: what low and high of a spread are
  std::vector<MeasuredScheme> schemes = {};
  std::vector<int> lengths = {};            ///< of gaps
  int trained = 0;                          ///< of gaps
  std::vector<std::string> distances = {};  ///< of recall
  std::optional<Spread> guess = {};         ///< of recall
};

/// Gaps by length, of results.csv and settings.txt in the folder of a run. Throws UserError, naming
/// the file, for what is no such file.
MeasuredFigure gaps_of_run(const std::filesystem::path& folder);
/// The table of three seeds of a page: a row with the medians, one with the means, one with half of
/// their 95 % intervals. Throws UserError, naming the page, if it has none.
MeasuredFigure gaps_of_page(const std::filesystem::path& page);

/// Shares right by distance, of names.csv in the folder of a run.
MeasuredFigure recall_of_run(const std::filesystem::path& folder);
/// The table of all schemes of a page: its columns "A to B" are medians of the share right. Throws
/// UserError, naming the page, if it has none.
MeasuredFigure recall_of_page(const std::filesystem::path& page);

}  // namespace whereabouts
