// A task as a heat map and as a table: how far each scheme carries its rule.
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

}  // namespace whereabouts
