#include "evaluate/counted.h"

#include <cmath>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "util/check.h"

namespace whereabouts {

double counted_bits(std::span<const Token> training, std::span<const Token> validation,
                    const FixedWindows& windows, int vocabulary, int before) {
  constexpr double kAdded = 0.1;
  check(before >= 0 && before <= 2, "counted_bits", "at most two characters before, got ", before);
  check(training.size() > static_cast<std::size_t>(before), "counted_bits", "only ",
        training.size(), " characters to count in");
  check(windows.count >= 1 && windows.end(0) >= FixedWindows::kTargets - 1 &&
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
      std::vector<Token> few;  // the characters before the target, and it
      for (int place = windows.end(w) - back - before; place <= windows.end(w) - back; ++place)
        few.push_back(place < 0 ? training.end()[place]
                                : validation[static_cast<std::size_t>(place)]);
      const int seen = contexts[number(std::span(few).first(context))],
                followed = with_next[number(few)];
      bits -= std::log2((followed + kAdded) / (seen + kAdded * vocabulary));
    }
  }
  return bits / (windows.count * FixedWindows::kTargets);
}

}  // namespace whereabouts
