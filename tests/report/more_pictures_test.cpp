// The stacked plot and the turning pairs.
#include <gtest/gtest.h>

#include <cmath>

#include "report/svg.h"

namespace whereabouts {
namespace {

int count(const std::string& text, const std::string& part) {
  int found = 0;
  for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++found;
  return found;
}

LinePlot two_waves() {
  LinePlot plot;
  plot.title = "Two & more";
  plot.x_label = "position";
  for (const double speed : {1.0, 0.1}) {
    PlotSeries series{.name = "wave", .points = {}};
    for (int p = 0; p < 100; ++p)
      series.points.push_back({.x = static_cast<double>(p), .y = std::sin(p * speed)});
    plot.series.push_back(series);
  }
  return plot;
}

TEST(LinePlotFrame, CountsFromWhereItIsToldAndMarksTheTrainedLength) {
  LinePlot plot = plot_over_lengths(2);
  EXPECT_TRUE(plot.log2_x);
  EXPECT_EQ(plot.mark_x, 2);
  plot.x_ticks = powers_of_two(100);
  EXPECT_EQ(plot.x_ticks, (std::vector<double>{1, 2, 4, 8, 16, 32, 64}));
  EXPECT_EQ(powers_of_two(64).back(), 64);
  const PlotSeries series = curve("c", {5, 6}, 1);
  ASSERT_EQ(series.points.size(), 2u);
  EXPECT_EQ(series.points[0].x, 1);
  EXPECT_EQ(series.points[1].x, 2);
  EXPECT_EQ(series.points[1].y, 6);
  const PlotSeries calm = curve("means", {1, 3, 5, 7, 10}, 1, 2);
  ASSERT_EQ(calm.points.size(), 3u);
  EXPECT_EQ(calm.points[0].x, 2);
  EXPECT_EQ(calm.points[0].y, 2);
  EXPECT_EQ(calm.points[1].y, 6);
  EXPECT_EQ(calm.points[2].x, 5) << "the last is alone";
  EXPECT_EQ(calm.points[2].y, 10);
  EXPECT_THROW(curve("none", {1}, 0, 0), std::invalid_argument);
  plot.series = {series};
  EXPECT_EQ(count(svg_line_plot(plot), "trained at 2"), 1);
}

TEST(StackedPlot, GivesEachCurveAStripAndMarksALength) {
  LinePlot plot = two_waves();
  plot.mark_x = 64;
  plot.mark_label = "trained at 64";
  const std::string svg = svg_stacked_plot(plot);
  EXPECT_EQ(count(svg, "class=\"curve\""), 2);
  EXPECT_EQ(count(svg, "class=\"mark\""), 1);
  EXPECT_NE(svg.find("trained at 64"), svg.npos);
  EXPECT_NE(svg.find("Two &amp; more"), svg.npos);
}

TEST(StackedPlot, RefusesNothingAndWhatIsNotFinite) {
  EXPECT_THROW(svg_stacked_plot({}), std::invalid_argument);
  LinePlot plot = two_waves();
  plot.series[1].points[3].y = NAN;
  EXPECT_THROW(svg_stacked_plot(plot), std::invalid_argument);
}

TEST(LinePlot, LeavesOutMarkersWhereTheyWouldHideTheCurve) {
  EXPECT_EQ(count(svg_line_plot(two_waves()), "class=\"point\""), 0);
  LinePlot few = two_waves();
  for (PlotSeries& s : few.series) s.points.resize(10);
  EXPECT_EQ(count(svg_line_plot(few), "class=\"point\""), 20);
}

TEST(Curve, GoesThroughItsPoints) {
  const PlotSeries square = curve(
      "square", [](double x) { return x * x; }, 1, 2, 0.5);
  EXPECT_EQ(square.name, "square");
  ASSERT_EQ(square.points.size(), 3u);
  EXPECT_EQ(square.points[1].x, 1.5);
  EXPECT_EQ(square.points[2].y, 4);
  const std::vector<float> x = {-1, 3}, y = {7, 8};
  const PlotSeries given = curve("given", x, y);
  ASSERT_EQ(given.points.size(), 2u);
  EXPECT_EQ(given.points[1].x, 3);
  EXPECT_EQ(given.points[1].y, 8);
  const PlotSeries counted = curve("counted", std::vector<double>{5, 6});
  ASSERT_EQ(counted.points.size(), 2u);
  EXPECT_EQ(counted.points[1].x, 1);
  EXPECT_EQ(counted.points[1].y, 6);
}

TEST(Curve, RefusesAStepThatLeadsNowhereAndOtherSizes) {
  EXPECT_THROW(curve(
                   "", [](double) { return 0; }, 0, 1, 0),
               std::invalid_argument);
  EXPECT_THROW(curve("", std::vector<float>{1}, std::vector<float>{1, 2}), std::invalid_argument);
}

TEST(TurningPairs, DrawAnArrowForEachPositionAndRefuseWhatHasNoLength) {
  const TurningPair pair{.name = "pair 0", .note = "fast", .x = {1, 0, -1}, .y = {0, 1, 0}};
  const std::string svg = svg_turning_pairs("Turning", "", {pair, pair});
  EXPECT_EQ(count(svg, "class=\"curve\""), 6);
  EXPECT_NE(svg.find("pair 0"), svg.npos);
  EXPECT_THROW(svg_turning_pairs("", "", {}), std::invalid_argument);
  EXPECT_THROW(svg_turning_pairs("", "", {{.name = "a", .note = "", .x = {1}, .y = {}}}),
               std::invalid_argument);
  EXPECT_THROW(svg_turning_pairs("", "", {{.name = "a", .note = "", .x = {0}, .y = {0}}}),
               std::invalid_argument);
}

}  // namespace
}  // namespace whereabouts
