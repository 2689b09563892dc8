// Where a text is scored: the same targets at every length.
#pragma once

#include <cstddef>

#include "text/text.h"

namespace whereabouts {

/// Where the validation part is scored by the protocol `fixed`: `count` windows, of which window i
/// has its last input just before position end(i), so that its last target *is* position end(i).
/// A window of length T reads tokens [end - T, end) and its last 32 targets are [end - 31, end].
///
/// The windows are spread evenly over the whole part: one stretch of a text differs from the next
/// by as much as one seed does, and many places average it out.
struct FixedWindows {
  static constexpr int kWindows = 192;     ///< how many are wanted
  static constexpr int kTargets = 32;      ///< the last so many targets of each are scored
  static constexpr int kLeastStride = 32;  ///< so that no target is scored twice
  static constexpr int kFirstEnd = 2'048;  ///< where the first ends, if no length is longer

  int first_end = 0;
  int count = 0;
  int stride = kLeastStride;  ///< from the end of one window to that of the next
  int end(int window) const { return first_end + window * stride; }
};

/// The windows for a validation part of so many tokens. All kWindows of them, the first ending at
/// kFirstEnd or at the longest length if that is more, and the last within a stride of the end,
/// wherever they fit. In a shorter part the first ends earlier (never before the longest length),
/// and then there are fewer; count is 0 when not even one fits.
FixedWindows fixed_windows(std::size_t validation_size, int longest_length);

/// Throws UserError, before the first step, when the training part is shorter than
/// training_length + 1 or the validation part has no room for a single window of the longest
/// evaluation length. Documents are always long enough.
void check_long_enough(const Text& text, int training_length, int longest_evaluation_length);

}  // namespace whereabouts
