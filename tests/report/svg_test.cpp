#include "report/svg.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "decimal_comma.h"
#include "report/svg_canvas.h"

namespace whereabouts {
namespace {

// "" when every tag is closed in order, every & begins an entity and no < stands in an attribute;
// else what is wrong.
std::string fault_of(const std::string& svg) {
  std::vector<std::string> open;
  for (std::size_t i = 0; i < svg.size(); ++i) {
    if (svg[i] == '&') {
      bool known = false;
      for (const char* entity : {"&amp;", "&lt;", "&gt;", "&quot;", "&#39;"})
        known = known || svg.compare(i, std::string(entity).size(), entity) == 0;
      if (!known) return "a bare & in " + svg.substr(i, 20);
    }
    if (svg[i] == '>') return "a bare > before " + svg.substr(i, 20);
    if (svg[i] != '<') continue;
    std::size_t end = i + 1;
    for (bool quoted = false; end < svg.size() && (quoted || svg[end] != '>'); ++end) {
      if (svg[end] == '"') quoted = !quoted;
      if (svg[end] == '<') return "< inside a tag: " + svg.substr(i, 40);
    }
    if (end == svg.size()) return "an unfinished tag";
    const std::string tag = svg.substr(i + 1, end - i - 1);
    if (tag[0] == '/') {
      if (open.empty() || open.back() != tag.substr(1)) return "</" + tag.substr(1) + "> alone";
      open.pop_back();
    } else if (tag.back() != '/') {
      open.push_back(tag.substr(0, tag.find(' ')));
    }
    i = end;
  }
  return open.empty() ? "" : "<" + open.back() + "> is not closed";
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t n = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++n;
  return n;
}

LinePlot example() {
  LinePlot plot;
  plot.title = "a<b & \"c\"";
  plot.subtitle = "it's > 1";
  plot.x_label = "length";
  plot.y_label = "bits per character";
  plot.log2_x = true;
  plot.mark_x = 64;
  plot.mark_label = "trained at 64";
  plot.series = {{"a<b & \"c\"", {{64, 2.58, 2.5, 2.7}, {128, 3.41, 3.3, 3.5}, {1024, 5.52}}},
                 {"alibi", {{64, 2.80}, {128, 2.81, {}, {}, true}, {1024, 2.81}}}};
  return plot;
}

TEST(SvgLinePlot, BothAxesByPowersOfTwoAndPointsAlone) {
  LinePlot plot{.title = "roof", .log2_x = true, .log2_y = true, .x_ticks = {0.25, 1, 4}};
  plot.series = {{"line", {{0.25, 2}, {1, 8}, {4, 32}}}};
  const auto height_of = [](const std::string& svg, const std::string& tick) {
    const std::size_t end = svg.find(">" + tick + "</text>"), y = svg.rfind(" y=\"", end) + 4;
    return std::stod(svg.substr(y));
  };
  const std::string svg = svg_line_plot(plot);
  EXPECT_EQ(fault_of(svg), "");
  EXPECT_NE(svg.find(">0.25</text>"), std::string::npos);
  EXPECT_NE(svg.find(">1</text>"), std::string::npos);
  // Equal factors are equal distances.
  EXPECT_NEAR(height_of(svg, "2") - height_of(svg, "8"), height_of(svg, "8") - height_of(svg, "32"),
              0.3);
  EXPECT_EQ(count(svg, "class=\"curve\""), 1u);
  plot.series[0].joined = false;
  const std::string alone = svg_line_plot(plot);
  EXPECT_EQ(count(alone, "class=\"curve\""), 0u);
  EXPECT_EQ(count(alone, "class=\"point\""), 3u);
  // What has no logarithm is left out and told.
  plot.series[0].points.push_back({8, 0});
  EXPECT_NE(svg_line_plot(plot).find("1 value is not finite"), std::string::npos);
}

TEST(SvgLinePlot, IsWellFormedAndEscaped) {
  const std::string svg = svg_line_plot(example());
  EXPECT_EQ(fault_of(svg), "");
  EXPECT_EQ(svg.find("a<b"), std::string::npos);
  EXPECT_NE(svg.find("a&lt;b &amp; &quot;c&quot;"), std::string::npos);
  for (const char* part : {"role=\"img\"", "<title>", "<desc>", "prefers-color-scheme:dark",
                           "viewBox=\"0 0 820 ", "trained at 64", "class=\"hollow\""})
    EXPECT_NE(svg.find(part), std::string::npos) << part;
  EXPECT_EQ(count(svg, "class=\"series"), 2u);
  EXPECT_EQ(count(svg, "class=\"band\""), 1u);
}

TEST(SvgLinePlot, NumbersThatAreNotFiniteNeverReachTheFile) {
  LinePlot plot = example();
  plot.series[0].points[1].y = NAN;
  plot.series[1].points[1].y = INFINITY;
  plot.series[1].points[0].x = -1;  // has no logarithm
  plot.series[1].points[2].high = INFINITY;
  plot.series[1].points[2].low = 1e300;
  plot.series.push_back({"all lost", {{64, NAN}}});
  plot.series.push_back({"empty", {}});
  const std::string svg = svg_line_plot(plot);
  EXPECT_EQ(fault_of(svg), "");
  for (const char* part : {"nan", "inf\"", "inf ", "-inf", "1e+"})
    EXPECT_EQ(svg.find(part), std::string::npos) << part;
  EXPECT_NE(svg.find("4 values are not finite and not drawn"), std::string::npos);
  EXPECT_EQ(fault_of(svg_line_plot(LinePlot{})), "");
  EXPECT_THROW(coordinate(NAN), std::invalid_argument);
}

TEST(SvgLinePlot, ValuesBeyondTheAxisAreArrows) {
  LinePlot plot = example();
  EXPECT_EQ(svg_line_plot(plot).find("beyond the axis"), std::string::npos);
  plot.y_max = 4;
  plot.series[0].points[2].y = 1e300;
  const std::string svg = svg_line_plot(plot);
  EXPECT_EQ(fault_of(svg), "");
  EXPECT_NE(svg.find("arrow: beyond the axis"), std::string::npos);
}

// The heights of the labels at the right, in the order of the file.
std::vector<double> label_heights(const std::string& svg) {
  std::vector<double> heights;
  for (std::size_t at = svg.find("class=\"label\""); at != std::string::npos;
       at = svg.find("class=\"label\"", at + 1))
    heights.push_back(std::atof(svg.c_str() + svg.rfind("y=\"", at) + 3));
  return heights;
}

TEST(SvgLinePlot, LabelsNeverOverlapAndAreLedToTheirLines) {
  for (int n : {2, 6, 20, 40}) {
    LinePlot plot = example();
    plot.series.clear();
    for (int i = 0; i < n; ++i)
      plot.series.push_back({"s", {{64, 2.5}, {1024, 3 + 0.001 * (i * 7 % n)}}});
    plot.series.push_back({"far", {{64, 2.5}, {1024, 9}}});
    const std::string svg = svg_line_plot(plot);
    std::vector<double> heights = label_heights(svg);
    ASSERT_EQ(heights.size(), static_cast<std::size_t>(n) + 1);
    std::sort(heights.begin(), heights.end());
    for (std::size_t i = 1; i < heights.size(); ++i) EXPECT_GE(heights[i] - heights[i - 1], 16.5);
    EXPECT_GE(count(svg, "class=\"leader\""), static_cast<std::size_t>(n) - 1);
  }
}

TEST(SvgLinePlot, AStyleCanBeKeptFromPictureToPicture) {
  LinePlot plot = example();
  plot.series[0].style = 3;
  EXPECT_NE(svg_line_plot(plot).find("class=\"series s3\""), std::string::npos);
}

TEST(SvgHeatMap, IsWellFormedAndLeavesMaskedCellsBlank) {
  HeatMap map;
  map.title = "bias <of> head";
  map.rows = map.columns = 3;
  map.decimals = 1;
  map.values = {0, NAN, NAN, -0.5, 0, -INFINITY, -1, -0.5, 0};
  const std::string svg = svg_heat_map(map);
  EXPECT_EQ(fault_of(svg), "");
  EXPECT_EQ(count(svg, "class=\"cell"), 6u);
  EXPECT_EQ(svg.find("nan"), std::string::npos);
  map.diverging = true;
  EXPECT_EQ(fault_of(svg_heat_map(map)), "");
  map.values.assign(9, NAN);
  EXPECT_EQ(fault_of(svg_heat_map(map)), "");
}

TEST(Svg, WhatIsBeyondTheScaleOfAHeatMapHasTheColourOfItsEnd) {
  HeatMap map;
  map.rows = 1, map.columns = 3;
  map.low = -1, map.high = 1;
  map.values = {-1, 0, 1};
  const std::string within = svg_heat_map(map);
  map.values = {-50, 0, 1e9};
  EXPECT_EQ(svg_heat_map(map), within);
}

TEST(SvgHeatMap, RefusesSizesThatDisagree) {
  HeatMap map;
  map.rows = 2;
  map.columns = 2;
  map.values = {1, 2, 3};
  EXPECT_THROW(svg_heat_map(map), std::invalid_argument);
  map.values = {1, 2, 3, 4};
  map.row_labels = {"one"};
  EXPECT_THROW(svg_heat_map(map), std::invalid_argument);
}

TEST(Svg, WhatXmlCannotHoldIsReplaced) {
  EXPECT_EQ(xml_escaped("<&>\"'"), "&lt;&amp;&gt;&quot;&#39;");
  EXPECT_EQ(xml_escaped(std::string("a\0b\x1b", 4)),
            "a\xEF\xBF\xBD"
            "b\xEF\xBF\xBD");
  EXPECT_EQ(xml_escaped("größe 日本 😀"), "größe 日本 😀");
  for (const char* bad : {"\xFF", "\xC3", "\xC0\xAF"})
    EXPECT_TRUE(xml_escaped(bad).starts_with("\xEF\xBF\xBD"));
  EXPECT_EQ(xml_escaped("\xED\xA0\x80").find("\xED"), std::string::npos);  // half a surrogate pair
}

TEST(Svg, TicksAreRound) {
  EXPECT_EQ(round_ticks(0, 1, 5), (std::vector<double>{0, 0.2, 0.4, 0.2 * 3, 0.8, 1}));
  EXPECT_EQ(tick_texts(round_ticks(2.4, 3.6, 3)), (std::vector<std::string>{"2.5", "3.0", "3.5"}));
  EXPECT_EQ(tick_texts({64, 1024}), (std::vector<std::string>{"64", "1024"}));
  EXPECT_EQ(round_ticks(1, 1, 5), std::vector<double>{1});
}

TEST(Svg, SameBytesInEveryLocale) {
  const std::string expected = svg_line_plot(example());
  const DecimalComma in_use;
  EXPECT_EQ(svg_line_plot(example()), expected);
}

}  // namespace
}  // namespace whereabouts
