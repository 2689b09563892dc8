#include "report/html.h"

#include <gtest/gtest.h>

#include <set>
#include <vector>

#include "report/svg.h"

namespace whereabouts {
namespace {

// "" if every element is closed in order and nothing is left bare; else what is wrong.
std::string fault_of(const std::string& html) {
  static const std::set<std::string> kAlone = {"meta", "br", "!DOCTYPE"};
  std::vector<std::string> open;
  for (std::size_t i = 0; i < html.size(); ++i) {
    if (!open.empty() && open.back() == "script") {  // whose text is no markup
      i = html.find("</script>", i);
      if (i == html.npos) return "<script> is not closed";
    }
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
  const std::vector<std::vector<std::string>> sizes = {
      {"name", "value", "words"}, {"a<b", "+1.25 (1.00 to 1.50)", "two"}, {"c", "", "three"}};
  page.table("sizes <of> it", sizes);
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

TEST(HtmlPage, HoldsEverythingItself) {
  const std::string html = example().text();
  EXPECT_EQ(html.find("<script"), html.rfind("<script")) << "one script, its own, at the end";
  for (const char* part :
       {"fetch(", "XMLHttp", "<link", "<img", "src=", "url(", "@import", "onload"})
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

TEST(HtmlPage, WordsOfACellLeadSomewhere) {
  HtmlPage page("t", "l");
  const std::vector<std::vector<HtmlCell>> rows = {
      {{"scheme"}, {"bits"}},
      {{"a<b"}, {"2.5\n2.5 to 3", {{"2.5", "runs/1&2.csv"}, {"2.5", "low.csv"}}}}};
  page.table("c", rows);
  EXPECT_NE(page.text().find("<td class=\"n\"><a href=\"runs/1&amp;2.csv\">2.5</a><br><small>"
                             "<a href=\"low.csv\">2.5</a> to 3</small></td>"),
            std::string::npos);
  EXPECT_EQ(fault_of(page.text()), "");
}

TEST(HtmlPage, MisuseIsRefused) {
  HtmlPage page("t", "l");
  const std::vector<std::vector<HtmlCell>> lost = {{{"a", {{"b", "c"}}}}};
  EXPECT_THROW(page.table("", lost), std::invalid_argument);
  const std::vector<std::vector<std::string>> uneven = {{"a", "b"}, {"1"}};
  EXPECT_THROW(page.table("", uneven), std::invalid_argument);
  EXPECT_THROW(page.verdict("maybe", "", "", {}), std::invalid_argument);
  EXPECT_THROW(page.close_row(), std::invalid_argument);
  page.open_row();
  EXPECT_THROW(page.text(), std::invalid_argument);
}

}  // namespace
}  // namespace whereabouts
