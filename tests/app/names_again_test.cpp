#include "app/names_again.h"

#include <gtest/gtest.h>

namespace whereabouts {
namespace {

RecallScore score(RecallScore::Kind kind, int from, double accuracy, std::int64_t names) {
  return {kind,
          from,
          2 * from - 1,
          {.bits_per_char = 2, .scored = 7 * names, .accuracy = accuracy},
          names};
}

// Near names in sight, far ones not, and between them too few in sight beside many that are not.
std::vector<NamesAgain> some_names() {
  using Kind = RecallScore::Kind;
  const std::vector<RecallScore> scores = {
      score(Kind::kSeen, 8, 0.75, 10), score(Kind::kSeen, 16, 1, 9),
      score(Kind::kUnseen, 16, 0.25, 40), score(Kind::kRest, 0, 0.5, 0)};
  return {{"rope", 16, scores}, {"rope", 64, scores}};
}

TEST(NamesAgain, TheTableMarksGuessesAndLeavesOutWhatWasNotMeasured) {
  EXPECT_EQ(names_table(some_names(), 64),
            "scheme  context  8 to 15  16 to 31  32 to 63  all else\n"
            "------------------------------------------------------\n"
            "rope         16     0.75  0.25?            -      0.50\n"
            "rope         64     0.75  0.25?            -      0.50\n");
}

TEST(NamesAgain, ThePlotHasWhatIsInSightOfThoseThatReadAll) {
  const LinePlot plot = names_plot(some_names(), 16, 64);
  ASSERT_EQ(plot.series.size(), 1u);
  ASSERT_EQ(plot.series[0].points.size(), 1u);
  EXPECT_EQ(plot.series[0].points[0].x, 8);
  EXPECT_EQ(plot.series[0].points[0].y, 0.75);
  EXPECT_EQ(plot.mark_x, 16);
}

TEST(NamesAgain, TheCsvHasEveryScore) {
  const std::string csv = names_csv(some_names());
  EXPECT_TRUE(csv.starts_with("scheme,length,kind,from,to,bits_per_char,accuracy,scored\n"));
  EXPECT_NE(csv.find("rope,64,seen,16,31,2.0000,1.0000,63\n"), csv.npos) << csv;
  EXPECT_NE(csv.find("rope,16,rest,0,-1,2.0000,0.5000,0\n"), csv.npos) << csv;
}

}  // namespace
}  // namespace whereabouts
