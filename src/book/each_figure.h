// The parts of each figure to touch.
#pragma once

#include <filesystem>

#include "book/figure_parts.h"

namespace whereabouts {

FigureParts rope_arrows_figure();
FigureParts rope_frequencies_figure();
FigureParts rho_tables_figure();
FigureParts alibi_slopes_figure();
FigureParts t5_buckets_figure();
FigureParts sinusoid_figure();
FigureParts tape_figure();

/// A small model with rope is trained on data/fables.txt in the folder `project`, which takes some
/// seconds, and its weights go into the page. The same seed gives the same weights.
FigureParts attention_heads_figure(const std::filesystem::path& project);

/// Of `results`/report/results.csv or `results`/09_extrapolation_gap/results.csv, whichever is
/// there first; else of the table that page 09 in the folder `project` prints. Throws UserError,
/// naming the page, if that has no such table.
FigureParts gap_curves_figure(const std::filesystem::path& project,
                              const std::filesystem::path& results);
/// The same of `results`/recall/names.csv, or of the table of page 12.
FigureParts recall_distance_figure(const std::filesystem::path& project,
                                   const std::filesystem::path& results);

}  // namespace whereabouts
