// A task as a heat map and as a table: how far each scheme carries its rule. And whether there was
// anything to generalise: a task that was not learned at the lengths it was trained on tells
// nothing by its other lengths.
#pragma once

#include <string>
#include <vector>

#include "experiment/results.h"
#include "report/svg.h"
#include "text/tasks.h"

namespace whereabouts {

/// A scheme a row, a length a column: the median share that was right, of kind character or exact.
HeatMap task_map(const std::vector<ResultRow>& rows, const Task& task, const std::string& kind,
                 const std::vector<std::string>& schemes);

/// The same as a table, with a line behind the trained lengths. Several seeds take three rows: the
/// median, the mean, and its 95 % interval over the seeds.
std::string task_table(const std::vector<ResultRow>& rows, const Task& task,
                       const std::string& kind, const std::vector<std::string>& schemes);

/// The largest share that was right at one length, of any scheme and seed; 0 if there is none.
double best_at(const std::vector<ResultRow>& rows, const Task& task, const std::string& kind,
               int length);

/// A scheme has learned a task if, in the median of its seeds, at least this share of the
/// characters is right at the longest trained length.
inline constexpr double kLearnedShare = 0.9;

/// Those of the schemes that were tested there and have not learned it.
std::vector<std::string> not_learned(const std::vector<ResultRow>& rows, const std::string& task,
                                     int trained, const std::vector<std::string>& schemes);

/// "none, alibi: fewer than 0.90 of the characters right at the trained length 12, so ...", or ""
/// if all have learned it.
std::string not_learned_in_words(const std::vector<ResultRow>& rows, const std::string& task,
                                 int trained, const std::vector<std::string>& schemes);

}  // namespace whereabouts
