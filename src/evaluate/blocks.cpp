#include "evaluate/blocks.h"

#include <algorithm>

#include "evaluate/fixed.h"
#include "evaluate/fixed_windows.h"
#include "evaluate/for_length.h"

namespace whereabouts {

std::vector<ResultRow> blocks_rows(const Measurement& m) {
  constexpr int kBlocks = 24;
  const FixedWindows all = fixed_windows(m.validation().size(), m.longest());
  const int blocks = std::min(kBlocks, all.count);
  std::vector<ResultRow> rows;
  for (const int length : m.lengths) {
    const Transformer reader = for_length(m.model, length);
    for (int b = 0; b < blocks; ++b) {
      const int first = b * all.count / blocks, end = (b + 1) * all.count / blocks;
      const FixedWindows block{static_cast<int>(all.end(first)), end - first, all.stride};
      ResultRow row = m.row("blocks", length, score_fixed(reader, m.validation(), block, length));
      row.from = first, row.to = end - 1;
      rows.push_back(row);
    }
  }
  return rows;
}

}  // namespace whereabouts
