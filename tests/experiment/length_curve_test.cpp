#include "experiment/length_curve.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace whereabouts {
namespace {

// Two seeds of one scheme, one of which lacks a length, and another scheme with another protocol.
const std::vector<ResultRow> kRows = {
    {"mine", 0, "fixed", 32, 2.5, 9},  {"mine", 0, "fixed", 64, 2.25, 9},
    {"mine", 0, "fixed", 128, 3, 9},   {"mine", 0, "fixed", 256, 2, 9},
    {"other", 0, "fixed", 32, 2, 9},   {"other", 0, "fixed", 64, 2, 9},
    {"other", 0, "cropped", 128, 4, 9}};

TEST(LengthCurve, ReachesAsFarAsNoValueIsAboveTheMost) {
  EXPECT_EQ(bits_at(kRows, "mine", 64), 2.25);
  EXPECT_THROW(bits_at(kRows, "mine", 65), std::invalid_argument);
  EXPECT_EQ(reach(kRows, "mine", 2.5), 64);  // that 256 is below again does not count
  EXPECT_EQ(reach(kRows, "mine", 3), 256);
  EXPECT_EQ(reach(kRows, "mine", 2.4), 0);
}

// Both lose nothing or little up to 64, and one of them gains from there to 256.
TEST(LengthCurve, CountsFlatSchemesAndFindsTheBestReach) {
  const std::vector<ResultRow> rows = {
      {"flat", 0, "fixed", 64, 2, 9},   {"flat", 0, "fixed", 256, 2.05, 9},
      {"rises", 0, "fixed", 64, 1, 9},  {"rises", 0, "fixed", 256, 1.1, 9},
      {"falls", 0, "fixed", 64, 3, 9},  {"falls", 0, "fixed", 256, 2, 9},
      {"flat", 0, "cropped", 512, 9, 9}};
  EXPECT_EQ(flat_schemes(rows, 64, 256, 0.1), 2) << "less than 0.1, not 0.1";
  EXPECT_EQ(flat_schemes(rows, 64, 256, 0.01), 1);
  EXPECT_EQ(flat_schemes(rows, 64, 256, 1), 3);
  EXPECT_EQ(flat_schemes({}, 64, 256, 1), 0);
  EXPECT_EQ(best_reach(rows, 1.05), 64);
  EXPECT_EQ(best_reach(rows, 2.05), 256);
  EXPECT_EQ(best_reach(rows, 0.9), 0);
  EXPECT_EQ(reach_lines(rows, 1.8, 0.25),
            "flat: within 0.25 bits of the trained length up to 256\n"
            "rises: within 0.25 bits of the trained length up to 256\n"
            "falls: within 0.25 bits of the trained length nowhere\n");
  EXPECT_EQ(unlearned_lines(rows, {.trained_length = 64}, 2.5), "");
  EXPECT_EQ(unlearned_lines(rows, {.trained_length = 64, .unlearned = {"falls"}}, 2.5)
                .find("\n! falls has 3.00 bits at 64, and a mere table of what follows each "
                      "character 2.50: "),
            0u);
}

TEST(LengthCurve, ATableHasADashWhereNothingWasMeasuredAndMarksAnotherForm) {
  EXPECT_EQ(length_table(kRows, {.trained_length = 64, .clamped = {"mine"}}),
            "scheme    32    64  128    256\n"
            "--------------------------------\n"
            "mine    2.50  2.25  3.00*  2.00*\n"
            "other   2.00  2.00  -      -\n");
}

TEST(LengthCurve, OfAProtocolThatBeginsBeyondTheTrainingLengthThereAreThoseLengthsAlone) {
  EXPECT_EQ(length_table(kRows, {.protocol = "cropped", .trained_length = 64}),
            "scheme   128\n"
            "------------\n"
            "other   4.00\n");
}

TEST(LengthCurve, SeveralSeedsTakeThreeRowsAndTheGapIsOfEachSeed) {
  const std::vector<ResultRow> rows = {{"mine", 3, "fixed", 64, 2, 9},
                                       {"mine", 3, "fixed", 128, 3, 9},
                                       {"mine", 4, "fixed", 64, 1, 9},
                                       {"mine", 4, "fixed", 128, 4, 9}};
  // The differences are 1 and 3: half the interval is 12.706 times their standard error, which is 1.
  EXPECT_EQ(length_table(rows, {.trained_length = 64}, "scheme", true),
            "scheme  seeds      64    128\n"
            "----------------------------\n"
            "mine    median  +0.00  +2.00\n"
            "        mean    +0.00  +2.00\n"
            "        ±        0.00  12.71\n");
  const LinePlot plot = length_plot(rows, {.trained_length = 64}, "A title");
  ASSERT_EQ(plot.series.size(), 1u);
  EXPECT_EQ(plot.series[0].points[1].y, 3.5);
  EXPECT_EQ(plot.series[0].points[1].low, 3);
  EXPECT_EQ(plot.series[0].points[1].high, 4);
}

}  // namespace
}  // namespace whereabouts
