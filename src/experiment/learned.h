// Whether there was anything to generalise: a task that was not learned at the lengths it was
// trained on tells nothing by its other lengths.
#pragma once

#include <string>
#include <vector>

#include "experiment/results.h"

namespace whereabouts {

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
