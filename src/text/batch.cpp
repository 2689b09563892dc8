#include "text/batch.h"

#include <cstddef>

#include "util/check.h"

namespace whereabouts {

Batch random_batch(std::span<const Token> training, int rows, int length, Random& stream) {
  check_argument(rows > 0 && length > 0, "random_batch", "rows and length must be positive, got ",
                 rows, " and ", length);
  const auto window = static_cast<std::size_t>(length);
  check_argument(training.size() > window, "random_batch", "length ", length, " needs ", window + 1,
                 " tokens, got ", training.size());
  Batch batch{.inputs = {}, .targets = {}, .rows = rows, .length = length};
  batch.inputs.reserve(static_cast<std::size_t>(rows) * window);
  batch.targets.reserve(static_cast<std::size_t>(rows) * window);
  for (int row = 0; row < rows; ++row) {
    const auto start = static_cast<std::size_t>(stream.below(training.size() - window));
    const auto inputs = training.subspan(start, window);
    const auto targets = training.subspan(start + 1, window);
    batch.inputs.insert(batch.inputs.end(), inputs.begin(), inputs.end());
    batch.targets.insert(batch.targets.end(), targets.begin(), targets.end());
  }
  return batch;
}

}  // namespace whereabouts
