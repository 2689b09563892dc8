// How far the bits per character of a scheme can be trusted: over seeds, and over blocks of text.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "evaluate/result_row.h"
#include "experiment/interval.h"

namespace whereabouts {

/// The interval of the bits per character at this length, from the rows of protocol `blocks`; with
/// `minus`, of what they are more than at that length: the same seeds and blocks at both, so that
/// an easy stretch of text or a lucky seed changes nothing. Nothing if there are no such rows, or
/// the blocks of two runs differ.
std::optional<Interval> interval_at(const std::vector<ResultRow>& rows, const std::string& scheme,
                                    int length, int minus = 0);

/// The same for any protocol: over seeds and, where `blocks` was measured beside `fixed`, over
/// blocks of text. Nothing of one seed, which says nothing of another.
std::optional<Interval> interval_over_runs(const std::vector<ResultRow>& rows,
                                           const std::string& scheme, const std::string& protocol,
                                           int length, int minus = 0);

/// "2.31 ± 0.04"; with a sign if wanted.
std::string text_of(const Interval& interval, int decimals, bool sign = false);

}  // namespace whereabouts
