#include "report/html.h"

#include <gtest/gtest.h>

#include <set>
#include <vector>

#include "report/svg.h"

namespace whereabouts {
namespace {

// "" if every element is closed in order and nothing is left bare; else what is wrong.
std::string fault_of(const std::string& html) {
  static const std::set<std::string> kAlone = {"meta", "!DOCTYPE"};
  std::vector<std::string> open;
  for (std::size_t i = 0; i < html.size(); ++i) {
    if (html[i] == '>' && (open.empty() || open.back() != "style")) return "a bare >";
    if (html[i] != '<') continue;
    std::size_t end = i + 1;
    for (bool quoted = false; end < html.size() && (quoted || html[end] != '>'); ++end)
      if (html[end] == '"') quoted = !quoted;
    if (end == html.size()) return "an unfinished tag";
    const std::string tag = html.substr(i + 1, end - i - 1), name = tag.substr(0, tag.find(' '));
    if (name[0] == '/') {
      if (open.empty() || open.back() != name.substr(1)) return "<" + name + "> alone";
      open.pop_back();
    } else if (tag.back() != '/' && !kAlone.contains(name)) {
      open.push_back(name);
    }
    i = end;
  }
  return open.empty() ? "" : "<" + open.back() + "> is not closed";
}

HtmlPage example() {
  HtmlPage page("a < b & \"c\"", "it's <b>not</b> bold");
  page.section("First & last");
  page.paragraph("x > y");
  page.table(
      "sizes <of> it",
      {{"name", "value", "words"}, {"a<b", "+1.25 (1.00 to 1.50)", "two"}, {"c", "", "three"}});
  page.open_row();
  LinePlot plot;
  plot.title = "p<q";
  plot.series = {{"s", {{1, 2}, {2, 3}}}};
  page.figure(svg_line_plot(plot), "look <here>", "make run && make test");
  page.figure(svg_line_plot(plot), "", "");
  page.close_row();
  page.verdict("no", "does not hold", "\"a\" > b", {"", "because & so"});
  page.code("<script>alert(1)</script>");
  return page;
}

TEST(HtmlPage, IsWellFormedAndEscaped) {
  const std::string html = example().text();
  EXPECT_EQ(fault_of(html), "");
  EXPECT_EQ(html.find("a < b"), std::string::npos);
  EXPECT_EQ(html.find("<b>"), std::string::npos);
  EXPECT_NE(html.find("<a href=\"#s1\">First &amp; last</a>"), std::string::npos);
  EXPECT_NE(html.find("<h2 id=\"s1\">"), std::string::npos);
}

TEST(HtmlPage, HoldsEverythingItselfAndNoScript) {
  const std::string html = example().text();
  for (const char* part : {"<script", "<link", "<img", "src=", "url(", "@import", "onload"})
    EXPECT_EQ(html.find(part), std::string::npos) << part;
  for (std::size_t at = html.find("http"); at != std::string::npos; at = html.find("http", at + 1))
    EXPECT_EQ(html.compare(at, 26, "http://www.w3.org/2000/svg"), 0) << html.substr(at, 40);
  for (const char* part : {"prefers-color-scheme:dark", "@media print", "name=\"viewport\""})
    EXPECT_NE(html.find(part), std::string::npos) << part;
}

TEST(HtmlPage, ColumnsOfNumbersAreSetToTheRight) {
  const std::string html = example().text();
  EXPECT_NE(html.find("<td class=\"n\">+1.25 (1.00 to 1.50)</td><td>two</td>"), std::string::npos);
  EXPECT_NE(html.find("<th scope=\"row\">a&lt;b</th>"), std::string::npos);
}

TEST(HtmlPage, MisuseIsRefused) {
  HtmlPage page("t", "l");
  EXPECT_THROW(page.table("", {{"a", "b"}, {"1"}}), std::invalid_argument);
  EXPECT_THROW(page.verdict("maybe", "", "", {}), std::invalid_argument);
  EXPECT_THROW(page.close_row(), std::invalid_argument);
  page.open_row();
  EXPECT_THROW(page.text(), std::invalid_argument);
}

}  // namespace
}  // namespace whereabouts
