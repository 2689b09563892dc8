// Promises of sources and pages, compared with what was printed.
#include "check/expected.h"

#include <gtest/gtest.h>

namespace whereabouts {
namespace {

bool line_agrees(const std::string& expected, const std::string& printed, double within = 0) {
  return agrees({.text = expected, .line = 1, .within = within}, printed);
}

TEST(Expected, IsReadFromTheHeadCommentOfALesson) {
  const auto lines = expected_in_source(
      "// Lesson 07.\n//\n// Run       make 07\n// Expect    | shape (10, 16)\n//           | a  "
      "b\n"
      "// within 0.2| alibi  2.81\n//           | t5  2.71\n// Try       | is no promise here\n"
      "#include <x>\n// Expect | not the head any more\n");
  ASSERT_EQ(lines.size(), 4u);
  EXPECT_EQ(lines[0].text, "shape (10, 16)");
  EXPECT_EQ(lines[0].line, 4);
  EXPECT_EQ(lines[1].text, "a  b");
  EXPECT_EQ(lines[1].within, 0);
  EXPECT_EQ(lines[2].within, 0.2);
  EXPECT_EQ(lines[3].text, "t5  2.71");
  EXPECT_EQ(lines[3].within, 0.2);
}

TEST(Expected, IsReadFromTheOutputBlocksOfAPage) {
  const auto lines = expected_in_page(
      "# A page\n\n```sh\nmake 07\n```\n\n```output\nshape (10, 16)\n...\n\n  1.0\n```\n"
      "```output within 0.1\nalibi 2.81\n```\n```text\nno promise\n```\n");
  ASSERT_EQ(lines.size(), 3u);
  EXPECT_EQ(lines[0].text, "shape (10, 16)");
  EXPECT_EQ(lines[1].text, "1.0");
  EXPECT_EQ(lines[1].line, 11);
  EXPECT_EQ(lines[1].within, 0);
  EXPECT_EQ(lines[2].within, 0.1);
}

TEST(Expected, AgreesUpToSpaceAndOneUnitOfTheLastDecimal) {
  EXPECT_TRUE(line_agrees("a  1.25  x", "  a 1.25 x"));
  EXPECT_TRUE(line_agrees("1.25", "1.26"));
  EXPECT_TRUE(line_agrees("1.25", "1.2549"));
  EXPECT_FALSE(line_agrees("1.25", "1.27"));
  EXPECT_FALSE(line_agrees("-1.25", "1.25"));
  EXPECT_TRUE(line_agrees("+1.25", "1.25"));
  EXPECT_FALSE(line_agrees("10", "11"));
  EXPECT_FALSE(line_agrees("10", "10.0"));
  EXPECT_FALSE(line_agrees("1.25 yes", "1.25 no"));
  EXPECT_FALSE(line_agrees("1.25", "1.25 1.25"));
  EXPECT_FALSE(line_agrees("1.25 1.25", "1.25"));
}

TEST(Expected, MayGoOnAfterThreeDotsAndMayDifferByWhatItSays) {
  EXPECT_TRUE(line_agrees("shape (10, 16)...", "shape (10, 16), printed below"));
  EXPECT_FALSE(line_agrees("shape (10, 16)...", "shape (10, 17), printed below"));
  EXPECT_TRUE(line_agrees("alibi 2.81", "alibi 2.90", 0.1));
  EXPECT_FALSE(line_agrees("alibi 2.81", "alibi 2.92", 0.1));
}

TEST(Expected, TellsApartRangesAndNegativeNumbers) {
  EXPECT_TRUE(line_agrees("n = -10", "n = -10"));
  EXPECT_FALSE(line_agrees("n = -10", "n = 10"));
  EXPECT_TRUE(line_agrees("x-3", "x-3"));
}

TEST(Expected, NamesWhatWasNotPrinted) {
  const auto missing = not_printed({{.text = "a 1.0", .line = 4}, {.text = "b 2.0", .line = 5}},
                                   "first\nb 2.5\na 1.0\n");
  ASSERT_EQ(missing.size(), 1u);
  EXPECT_EQ(missing[0].line, 5);
}

TEST(Expected, CountsBlocksOfTextWithDecimalsWhichNobodyCompares) {
  EXPECT_EQ(blocks_not_compared("```text\na b\n1 2\n```\n0.5\n```text\nx 0.5\ny 0.7\n```\n"
                                "```output\n0.5\n```\n```text\n1.5 2\n```\n"),
            2);
  EXPECT_EQ(blocks_not_compared(""), 0);
}

TEST(Expected, FindsTheFiguresOfSentencesInTheBlocksOfTheirPage) {
  const ProseFigures figures = prose_figures(
      "It has 2.23, or 2.2, and -.5 with $3.25 x$, `4.25` and [a](b_5.25).\n"
      "$$\n6.25\n$$\nOther runs: 7.25 and 8.2. Nowhere: 9.25, 2.234.\n"
      "```output within 0.1\na 2.231 +0.50\n```\n```text\n7.25\n```\n| 8.21 |\n"
      "```cpp\n9.25\n```\n<!-- not compared: 9.25 2.234 -->\n");
  EXPECT_EQ(figures.compared, 3);
  EXPECT_EQ(figures.quoted, 2);
  EXPECT_EQ(figures.elsewhere, (std::vector<std::string>{"9.25", "2.234"}));
  EXPECT_EQ(figures.listed, figures.elsewhere);
  EXPECT_EQ(figures.all(), 7);
}

}  // namespace
}  // namespace whereabouts
