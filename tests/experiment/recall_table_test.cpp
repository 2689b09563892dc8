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
            "scheme  context  8-15  16-31  32-63  all else\n"
            "---------------------------------------------\n"
            "rope         16  0.75  0.25?      -      0.50\n"
            "rope         64  0.75  0.25?      -      0.50\n");
}

// Trained on 64, read with 256: near names, those out of sight, and far ones in sight.
std::vector<ResultRow> readings(double near, double guess, double far) {
  return {row(64, "seen", 4, 0, 1000),
          row(64, "seen", 8, near, 30),
          row(64, "seen", 32, near, 10),
          row(64, "unseen", 32, 1, 1000),
          row(64, "unseen", 64, guess, 20),
          row(64, "unseen", 128, guess, 20),
          row(256, "seen", 32, 1, 1000),
          row(256, "seen", 64, far + 0.125, 10),
          row(256, "seen", 128, far - 0.125, 10),
          row(128, "seen", 64, 1, 1000)};
}

TEST(Recall, ComparesFarNamesWithNearOnesAndWithGuessing) {
  const auto recall = recall_of(readings(0.75, 0.25, 0.5), "rope", 64, 256);
  ASSERT_TRUE(recall.has_value());
  EXPECT_EQ(recall->near, 0.75);
  EXPECT_EQ(recall->guess, 0.25);
  EXPECT_EQ(recall->far, 0.5);
  EXPECT_EQ(recall->kept(), 0.5);
  EXPECT_FALSE(recall_of(readings(0.75, 0.25, 0.5), "alibi", 64, 256).has_value());
  EXPECT_FALSE(recall_of(readings(0.75, 0.25, 0.5), "rope", 64, 512).has_value());
}

TEST(Recall, TheVerdictNeedsAModelThatCopies) {
  const auto verdict = [](double near, double far) {
    return recall_of(readings(near, 0.25, far), "rope", 64, 256)->verdict();
  };
  EXPECT_EQ(verdict(0.75, 0.5), "uses far text");
  EXPECT_EQ(verdict(0.75, 0.375), "uses some of it");
  EXPECT_EQ(verdict(0.75, 0.25), "does not use it");
  EXPECT_EQ(verdict(0.5, 0.25), "cannot be tested: near names are not copied either");
  EXPECT_EQ(recall_verdicts(readings(0.75, 0.25, 0.5), 64, 256),
            "scheme  near  guessed   far  does it use far text?\n"
            "--------------------------------------------------\n"
            "rope    0.75     0.25  0.50  uses far text\n");
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
