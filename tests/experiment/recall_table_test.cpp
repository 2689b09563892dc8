#include "experiment/recall_table.h"

#include <gtest/gtest.h>

#include "evaluate/protocols.h"
#include "experiment/results.h"

namespace whereabouts {
namespace {

ResultRow row(int length, const char* kind, int from, double accuracy, std::int64_t names) {
  ResultRow r{"rope", 0, "names", length, 2, 7 * names, kind, from, 2 * from - 1};
  r.accuracy = accuracy, r.items = names;
  return r;
}

// Near names in sight, far ones not, and between them too few in sight beside many that are not.
std::vector<ResultRow> some_names() {
  std::vector<ResultRow> rows = {{"rope", 0, "fixed", 16, 2.5, 9}};
  for (const int length : {16, 64}) {
    rows.push_back(row(length, "seen", 8, 0.75, 10));
    rows.push_back(row(length, "seen", 16, 1, 9));
    rows.push_back(row(length, "unseen", 16, 0.25, 40));
    rows.push_back(row(length, "rest", 0, 0.5, 0));
  }
  return rows;
}

TEST(RecallTable, MarksGuessesAndLeavesOutWhatWasNotMeasured) {
  EXPECT_EQ(recall_table(some_names(), 64),
            "scheme  context  8 to 15  16 to 31  32 to 63  all else\n"
            "------------------------------------------------------\n"
            "rope         16     0.75  0.25?            -      0.50\n"
            "rope         64     0.75  0.25?            -      0.50\n");
}

TEST(RecallTable, ThePlotHasWhatIsInSightOfThoseThatReadAll) {
  const LinePlot plot = recall_plot(some_names(), 16, 64);
  ASSERT_EQ(plot.series.size(), 1u);
  ASSERT_EQ(plot.series[0].points.size(), 1u);
  EXPECT_EQ(plot.series[0].points[0].x, 8);
  EXPECT_EQ(plot.series[0].points[0].y, 0.75);
  EXPECT_EQ(plot.mark_x, 16);
}

}  // namespace
}  // namespace whereabouts
