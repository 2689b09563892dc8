#include "evaluate/fixed_windows.h"

#include <algorithm>
#include <cstdint>

#include "util/check.h"

namespace whereabouts {

FixedWindows fixed_windows(std::size_t validation_size, int longest_length) {
  check_argument(longest_length > 0, "fixed_windows", "the longest length must be positive, got ",
                 longest_length);
  using Wide = std::int64_t;
  const Wide last_end = static_cast<Wide>(validation_size) - 1;  // the target of the last input
  constexpr Wide kLeast = FixedWindows::kLeastStride, kSteps = FixedWindows::kWindows - 1;
  const Wide room_for_all = last_end - kLeast * kSteps;
  const Wide first =
      std::max<Wide>(longest_length, std::min<Wide>(FixedWindows::kFirstEnd, room_for_all));
  if (first > last_end) return {static_cast<int>(first), 0};
  const Wide stride = std::max(kLeast, (last_end - first) / kSteps);
  const Wide count = std::min((last_end - first) / stride, kSteps) + 1;
  return {static_cast<int>(first), static_cast<int>(count), static_cast<int>(stride)};
}

void check_long_enough(const Text& text, int training_length, int longest_evaluation_length) {
  if (text.boundary >= 0) return;
  const auto [training, validation] = split(text);
  const auto needed = static_cast<std::int64_t>(training_length) + 1;
  check_user(static_cast<std::int64_t>(training.size()) >= needed, "'", text.name, "'",
             " is too short: its training part (the first nine tenths) has ", training.size(),
             " characters, and length ", training_length, " needs at least ", needed,
             "; use a longer text or a smaller --length");
  check_user(fixed_windows(validation.size(), longest_evaluation_length).count > 0, "'", text.name,
             "'",
             " is too short: its validation part (the last tenth, from the first document that "
             "begins in it) has ",
             validation.size(), " characters, and evaluation at length ", longest_evaluation_length,
             " needs at least ", static_cast<std::int64_t>(longest_evaluation_length) + 1,
             "; use a longer text or smaller --eval-lengths");
}

}  // namespace whereabouts
