#include "text/masked.h"

#include <algorithm>
#include <numeric>

#include "util/check.h"

namespace whereabouts {

std::vector<Example> masked_windows(std::span<const Token> text, int count, int length, Token mask,
                                    Random& random) {
  check_argument(count >= 1 && length >= 1 && std::ssize(text) >= length, "masked_windows", count,
                 " windows of ", length, " do not fit into ", text.size(), " tokens");
  std::vector<int> order(length);
  std::iota(order.begin(), order.end(), 0);
  std::vector<Example> windows;
  for (int w = 0; w < count; ++w) {
    const auto window = text.subspan(random.below(text.size() - length + 1), length);
    random.shuffle(std::span(order));
    Example masked{.inputs = {window.begin(), window.end()},
                   .places = {order.begin(), order.begin() + std::max(1, length * 15 / 100)},
                   .targets = {}};
    std::ranges::sort(masked.places);
    for (const int place : masked.places) {
      masked.targets.push_back(window[place]);
      masked.inputs[place] = mask;
    }
    windows.push_back(masked);
  }
  return windows;
}

}  // namespace whereabouts
