#include "report/terminal.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <sstream>

#include "report/text_plot.h"

namespace whereabouts {
namespace {

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

TEST(DisplayWidth, CountsColumnsAndNotBytes) {
  EXPECT_EQ(display_width("größe"), 5);
  EXPECT_EQ(display_width("e\xCC\x81"), 1);  // e and a combining accent
  EXPECT_EQ(display_width("日本"), 4);
  EXPECT_EQ(display_width("\xFF\xE6"), 2);  // bytes that are not UTF-8
  EXPECT_EQ(cut_to_width("größe", 3), "grö");
  EXPECT_EQ(cut_to_width("日本", 3), "日");
  EXPECT_EQ(cut_to_width("x", 0), "");
}

TEST(TextTable, NumbersToTheRightTextToTheLeft) {
  TextTable table({"scheme", "64", "gap"});
  table.row({"größe", "2.58", "+0.83"});
  table.row({"x", "12.58", "-"});
  EXPECT_EQ(table.text(),
            "scheme     64    gap\n"
            "--------------------\n"
            "größe    2.58  +0.83\n"
            "x       12.58      -\n");
  EXPECT_THROW(table.row({"too few"}), std::invalid_argument);
}

TEST(TextTable, ColumnsStandCloseWhereOnlySoTheyFitATerminal) {
  const auto table = [](const std::string& inner, int columns) {
    std::vector<std::string> head = {"name"}, cells = {"a name"};
    for (int i = 1; i < columns; ++i) head.push_back("h"), cells.push_back(i == 1 ? inner : "1.00");
    TextTable t(head);
    t.row(cells);
    return t.text();
  };
  EXPECT_NE(table("1.00", 13).find("a name  1.00  1.00"), std::string::npos);  // 78 columns
  EXPECT_NE(table("1.00", 14).find("a name 1.00 1.00"), std::string::npos);    // 71 in place of 84
  EXPECT_NE(table("1 00", 14).find("a name  1 00  1.00"), std::string::npos);  // would be unclear
  EXPECT_NE(table("1.00", 17).find("a name  1.00  1.00"), std::string::npos);  // too wide anyway
}

TEST(TextPlot, NamesEveryCurveOnARowOfItsOwnWithinItsWidth) {
  std::vector<PlotSeries> series;
  for (int i = 0; i < 20; ++i) {
    std::string label = "scheme ";
    label += std::to_string(i);
    series.push_back({label, {{64, 2.5}, {128, 3}, {1024, 3 + 0.001 * i}}});
  }
  for (bool utf8 : {true, false}) {
    TextPlotOptions options;
    options.utf8 = utf8;
    options.log2_x = true;
    const std::string plot = text_plot(series, options);
    EXPECT_EQ(plot.find('\x1b'), std::string::npos);
    for (const std::string& line : lines_of(plot)) {
      EXPECT_LE(display_width(line), options.width) << line;
      const bool ascii =
          std::all_of(line.begin(), line.end(), [](char c) { return (c & 0x80) == 0; });
      EXPECT_TRUE(utf8 || ascii) << line;
    }
    for (const PlotSeries& s : series) EXPECT_NE(plot.find(s.name), std::string::npos) << s.name;
  }
}

TEST(TextPlot, LeavesOutWhatIsNotFinite) {
  const std::vector<PlotSeries> series{{"a", {{1, 1}, {2, NAN}, {3, INFINITY}}}};
  const std::string plot = text_plot(series);
  EXPECT_EQ(plot.find("inf"), std::string::npos);
  EXPECT_EQ(plot.find("nan"), std::string::npos);
  EXPECT_EQ(text_plot({}), "(nothing to plot)\n");
}

}  // namespace
}  // namespace whereabouts
