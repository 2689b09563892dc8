// Pages of results in a browser: tables that sort, and a choice of curves.
#include <gtest/gtest.h>

#include <fstream>

#include "book/browser.h"
#include "report/html.h"
#include "report/svg.h"
#include "run_program.h"

namespace whereabouts {
namespace {

// What `script` leaves as told in the page.
std::string told_by(const std::string& script, int width = 1200) {
  HtmlPage page("results", "");
  const std::vector<std::vector<HtmlCell>> rows = {
      {{"scheme"}, {"gap"}, {"words"}},
      {{"rope"}, {"+4.10\n+4.05 to +4.48, mean +4.20 ± 0.30", {{"+4.10", "runs/rope.csv"}}}, {"b"}},
      {{"none"}, {""}, {"c"}},
      {{"alibi"}, {"-0.03\n+0.02 to +0.03"}, {"d"}},
      {{"t5"}, {"+1,010"}, {"a"}}};
  page.table("gaps", rows);
  LinePlot plot;
  plot.title = "two curves";
  plot.series = {{"rope", {{1, 2, 1.5, 2.5}, {2, 3, 2.5, 3.5}}}, {"a<b", {{1, 1}, {2, 1}}}};
  page.figure(svg_line_plot(plot), "");
  std::string html = page.text();
  const std::string end = "</body>";
  html.insert(html.rfind(end), "<p id=\"told\"></p><script>" + script + "</script>");
  const std::filesystem::path file = fresh_folder() / "page.html";
  std::ofstream(file) << html;
  const BrowserPage seen = browse(file, width);
  EXPECT_EQ(seen.log.find("Uncaught"), std::string::npos) << seen.log;
  const std::size_t at = seen.dom.find("<p id=\"told\">");
  if (at == seen.dom.npos) return seen.dom;
  return seen.dom.substr(at + 13, seen.dom.find("</p>", at) - at - 13);
}

TEST(ReportPage, HeadingsSortTheirTable) {
  if (!has_browser()) GTEST_SKIP() << "chromium is not installed";
  EXPECT_EQ(told_by(R"(
const table = document.querySelector("table"), heads = table.querySelectorAll("th button");
const look = () => [...table.tBodies[0].rows].map((r) => r.cells[0].textContent).join(" ") + ", " +
  [...table.rows[0].cells].map((c) => c.getAttribute("aria-sort") || "-").join(" ") + "; ";
let seen = look();
for (const column of [1, 1, 2, 0]) { heads[column].click(); seen += look(); }
told.textContent = seen)"),
            "rope none alibi t5, - - -; "
            "alibi rope t5 none, - ascending -; t5 rope alibi none, - descending -; "
            "t5 rope none alibi, - - ascending; alibi none rope t5, ascending - -; ");
}

TEST(ReportPage, CurvesAndBandsCanBeChosen) {
  if (!has_browser()) GTEST_SKIP() << "chromium is not installed";
  EXPECT_EQ(told_by(R"(
const boxes = [...document.querySelectorAll(".choice input")];
const buttons = [...document.querySelectorAll(".choice button")];
const shown = (what) => [...document.querySelectorAll(what)].map((e) =>
  getComputedStyle(e).display === "none" ? 0 : 1).join("");
const names = boxes.map((b) => b.parentNode.textContent.trim()).join(", ");
let seen = names + "; " + shown(".series") + shown(".band");
boxes[0].click();
seen += " " + shown(".series");
boxes[0].click();
boxes[2].click();
seen += " " + shown(".series") + shown(".band");
buttons[1].click();
seen += " " + shown(".series");
buttons[0].click();
told.textContent = seen + " " + shown(".series"))"),
            "rope, a&lt;b, lowest to highest seed; 111 01 110 00 11");
}

TEST(ReportPage, FitsAPhone) {
  if (!has_browser()) GTEST_SKIP() << "chromium is not installed";
  EXPECT_EQ(told_by("told.textContent = document.documentElement.scrollWidth <= innerWidth", 360),
            "true");
}

}  // namespace
}  // namespace whereabouts
