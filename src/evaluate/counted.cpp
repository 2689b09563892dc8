#include "evaluate/counted.h"

#include <cmath>
#include <cstdint>
#include <unordered_map>

#include "util/check.h"

namespace whereabouts {

double counted_bits(std::span<const Token> training, std::span<const Token> validation,
                    const FixedWindows& windows, int vocabulary, int before) {
  constexpr double kAdded = 0.1;
  check(before >= 0 && before <= 2, "counted_bits", "at most two characters before, got ", before);
  check(windows.count >= 1 && windows.end(0) - FixedWindows::kTargets + 1 >= before &&
            windows.end(windows.count - 1) < static_cast<std::int64_t>(validation.size()),
        "counted_bits", "the windows do not fit into ", validation.size(), " characters");

  // A few characters as one number, in the number system with V digits.
  const auto number = [V = static_cast<std::uint64_t>(vocabulary)](std::span<const Token> few) {
    std::uint64_t n = 0;
    for (const Token c : few) n = n * V + static_cast<std::uint64_t>(c);
    return n;
  };
  const auto context = static_cast<std::size_t>(before);
  std::unordered_map<std::uint64_t, int> contexts, with_next;
  for (std::size_t i = context; i < training.size(); ++i) {
    ++contexts[number(training.subspan(i - context, context))];
    ++with_next[number(training.subspan(i - context, context + 1))];
  }

  double bits = 0;
  for (int w = 0; w < windows.count; ++w) {
    for (int back = 0; back < FixedWindows::kTargets; ++back) {
      const auto target = static_cast<std::size_t>(windows.end(w) - back);
      const int seen = contexts[number(validation.subspan(target - context, context))],
                followed = with_next[number(validation.subspan(target - context, context + 1))];
      bits -= std::log2((followed + kAdded) / (seen + kAdded * vocabulary));
    }
  }
  return bits / (windows.count * FixedWindows::kTargets);
}

}  // namespace whereabouts
