// The page of the full experiment, its plots and its tables, from the results of the runs.
#pragma once

#include <filesystem>

#include "experiment/full_report.h"

namespace whereabouts {

/// Writes index.html, the plots as SVG files, and every number as CSV into the folder, and says so.
void write_report(const FullReport& report, const Text& text, const SweepResults& results,
                  const std::filesystem::path& folder);

}  // namespace whereabouts
