#include "report/html.h"

#include <algorithm>

#include "report/html_script.h"
#include "report/svg_canvas.h"
#include "util/check.h"

namespace whereabouts {
namespace {

constexpr const char* kStyle =
    ":root{color-scheme:light dark;--paper:#fff;--ink:#1c2128;--quiet:#59636e;--line:#e3e7eb;"
    "--shade:#f6f8fa;--link:#0072b2;--yes:#00694c;--no:#a13d00;--open:#6b5200}"
    "@media (prefers-color-scheme:dark){:root{--paper:#12161c;--ink:#e6edf3;--quiet:#9da7b1;"
    "--line:#2a3038;--shade:#1a2028;--link:#6cb8ee;--yes:#2fc99b;--no:#ff9b66;--open:#efb23d}}"
    "*{box-sizing:border-box}"
    "body{margin:0 auto;padding:2.5rem 1.25rem 4rem;max-width:60rem;background:var(--paper);"
    "color:var(--ink);font:16px/1.55 system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',"
    "Arial,sans-serif;-webkit-text-size-adjust:100%}"
    "h1{font-size:2rem;line-height:1.2;margin:0 0 .5rem}"
    "h2{font-size:1.35rem;line-height:1.3;margin:3rem 0 .75rem;padding-top:1rem;border-top:1px "
    "solid var(--line)}"
    "p{margin:.75rem 0;max-width:44rem}.lead{font-size:1.1rem;color:var(--quiet)}"
    "a{color:var(--link)}nav ol{margin:1rem 0;padding-left:1.4rem;columns:2 16rem}"
    "figure{margin:1.5rem 0}figure svg{display:block;width:100%;height:auto}"
    "figcaption,.caption{color:var(--quiet);font-size:.9rem;text-align:left;max-width:44rem}"
    ".caption{margin:1.25rem 0 .4rem}"
    "@media screen and (max-width:40rem){.pic{overflow-x:auto}.pic svg{width:auto;min-width:36rem}"
    ".row .pic svg{min-width:0;width:100%}}"
    ".row{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,25rem),1fr));gap:0 "
    "1.5rem}.row figure{margin:.75rem 0}.row figure:only-child{grid-column:-2}"
    ".wide{overflow-x:auto;margin:0 0 1.25rem}table{border-collapse:collapse;font-size:.9rem;"
    "font-variant-numeric:tabular-nums}"
    "small{color:var(--quiet);font-size:.8em;white-space:nowrap;display:inline-block;"
    "line-height:1.35}"
    "td:last-child:not(.n){white-space:normal;min-width:9rem}"
    "@media screen{.more{mask-image:linear-gradient(to left,transparent,#000 2.5rem)}}"
    "th,td{padding:.3rem .55rem;border-bottom:1px solid var(--line);text-align:left;"
    "vertical-align:baseline;white-space:nowrap}"
    "thead th{color:var(--quiet);font-weight:600;white-space:normal;vertical-align:bottom}"
    "th.n,td.n{text-align:right}tbody th{font-weight:600}"
    "code,pre{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:.85em}"
    "pre{background:var(--shade);padding:.8rem 1rem;overflow-x:auto;border-radius:6px;"
    "white-space:pre-wrap;overflow-wrap:anywhere}"
    ".claim{margin:1.1rem 0;padding:.1rem 0 .1rem 1rem;border-left:4px solid var(--open)}"
    ".claim.yes{border-color:var(--yes)}.claim.no{border-color:var(--no)}"
    ".claim p{margin:.15rem 0}.claim .says{font-weight:600}.claim .more{color:var(--quiet);"
    "font-size:.92rem}.mark{font-size:.8rem;font-weight:700;letter-spacing:.02em}"
    ".yes .mark{color:var(--yes)}.no .mark{color:var(--no)}.open .mark{color:var(--open)}"
    "td a,th a{text-decoration-color:var(--line)}td a:hover{text-decoration-color:currentColor}"
    "th button{all:unset;cursor:pointer;border-radius:3px}th button:hover{color:var(--ink)}"
    "th button:focus-visible{outline:2px solid var(--link);outline-offset:2px}"
    "th[aria-sort] button::after{content:' \\2191'}"
    "th[aria-sort=descending] button::after{content:' \\2193'}"
    ".choice{display:flex;flex-wrap:wrap;gap:.15rem .9rem;margin:0 0 .5rem;padding:.4rem .8rem;"
    "border:1px solid var(--line);border-radius:6px;font-size:.9rem}"
    ".choice legend{color:var(--quiet);padding:0 .3rem}.choice label{font-weight:600}"
    ".choice button{font:inherit;padding:0 .6rem;color:inherit;background:var(--shade);border:1px "
    "solid var(--line);border-radius:4px;cursor:pointer}@media print{.choice{display:none}}"
    ".series{transition:opacity .12s}.series:focus{outline:none}"
    "svg:has(.series:is(:hover,:focus)) .series:not(:hover,:focus){opacity:.13}"
    "@media print{body{max-width:none;padding:0;font-size:11pt}h2{break-after:avoid}"
    "figure,table,.claim{break-inside:avoid}nav{display:none}.wide{overflow:visible}"
    "table{font-size:8pt}th,td{padding:.1rem .3rem}}";

// The text of a cell; what stands after a line break is set small, below.
std::string cell_html(const HtmlCell& cell) {
  std::string html;
  std::size_t done = 0;
  for (const HtmlLink& link : cell.links) {
    const std::size_t at = cell.text.find(link.words, done);
    check_argument(at != std::string::npos, "HtmlPage::table", "a cell \"", cell.text,
                   "\" without the words \"", link.words, "\" of its link");
    html += concat(xml_escaped(cell.text.substr(done, at - done)), "<a href=\"",
                   xml_escaped(link.address), "\">", xml_escaped(link.words), "</a>");
    done = at + link.words.size();
  }
  html += xml_escaped(cell.text.substr(done));
  const std::size_t line_break = html.find('\n');
  if (line_break == std::string::npos) return html;
  std::string small = html.substr(line_break + 1);
  for (std::size_t at = 0; (at = small.find('\n', at)) != small.npos;) small.replace(at, 1, "<br>");
  return concat(html.substr(0, line_break), "<br><small>", small, "</small>");
}

// Numbers with signs, percent, spreads and marks count as numbers; an empty cell and a dash too.
bool is_number(const std::string& cell) {
  const std::string_view allowed = "0123456789.,+-*%() \n";
  std::string rest = cell;
  for (std::string::size_type at; (at = rest.find("to")) != std::string::npos;) rest.erase(at, 2);
  return std::ranges::all_of(rest,
                             [&](char c) { return allowed.find(c) != std::string_view::npos; });
}

}  // namespace

HtmlPage::HtmlPage(const std::string& title, const std::string& lead)
    : title_(title), lead_(lead) {}

void HtmlPage::section(const std::string& heading) {
  const std::string id = concat("s", ++sections_);
  contents_ += concat("<li><a href=\"#", id, "\">", xml_escaped(heading), "</a></li>\n");
  body_ += concat("<h2 id=\"", id, "\">", xml_escaped(heading), "</h2>\n");
}

void HtmlPage::paragraph(const std::string& text) {
  body_ += concat("<p>", xml_escaped(text), "</p>\n");
}

void HtmlPage::table(const std::string& caption,
                     const std::vector<std::vector<std::string>>& rows) {
  std::vector<std::vector<HtmlCell>> cells;
  for (const std::vector<std::string>& row : rows) {
    cells.emplace_back();
    for (const std::string& text : row) cells.back().push_back({text});
  }
  table(caption, cells);
}

void HtmlPage::table(const std::string& caption, const std::vector<std::vector<HtmlCell>>& rows) {
  check_argument(!rows.empty() && !rows[0].empty(), "HtmlPage::table", "wants a header");
  const std::size_t columns = rows[0].size();
  std::vector<bool> numbers(columns, rows.size() > 1);
  for (std::size_t r = 0; r < rows.size(); ++r) {
    check_argument(rows[r].size() == columns, "HtmlPage::table", rows[r].size(), " cells for ",
                   columns, " columns");
    for (std::size_t c = 0; c < columns && r > 0; ++c)
      numbers[c] = numbers[c] && is_number(rows[r][c].text);
  }
  ++tables_;
  std::string text = concat("<p class=\"caption\" id=\"t", tables_, "\">", xml_escaped(caption),
                            "</p><div class=\"wide\"><table aria-labelledby=\"t", tables_, "\">\n");
  for (std::size_t r = 0; r < rows.size(); ++r) {
    text += r == 0 ? "<thead><tr>" : "<tr>";
    for (std::size_t c = 0; c < columns; ++c) {
      const bool head = r == 0 || c == 0;
      text += concat("<", head ? "th" : "td", numbers[c] ? " class=\"n\"" : "",
                     r == 0 ? " scope=\"col\"" : (c == 0 ? " scope=\"row\"" : ""), ">",
                     cell_html(rows[r][c]), "</", head ? "th" : "td", ">");
    }
    text += r == 0 ? "</tr></thead>\n<tbody>" : "</tr>\n";
  }
  body_ += text + "</tbody></table></div>\n";
}

void HtmlPage::figure(const std::string& svg, const std::string& below,
                      const std::string& command) {
  body_ += concat("<figure><div class=\"pic\">", svg, "</div><figcaption>", xml_escaped(below));
  if (!command.empty())
    body_ += concat(below.empty() ? "" : " ", "<code>", xml_escaped(command), "</code>");
  body_ += "</figcaption></figure>\n";
}

void HtmlPage::open_row() {
  check_argument(!open_, "HtmlPage::open_row", "a row is open already");
  body_ += "<div class=\"row\">\n";
  open_ = true;
}

void HtmlPage::close_row() {
  check_argument(open_, "HtmlPage::close_row", "no row is open");
  body_ += "</div>\n";
  open_ = false;
}

void HtmlPage::verdict(const std::string& mark, const std::string& words,
                       const std::string& statement, const std::vector<std::string>& details) {
  check_argument(mark == "yes" || mark == "no" || mark == "open", "HtmlPage::verdict", "mark ",
                 mark);
  body_ += concat("<div class=\"claim ", mark, "\"><p class=\"says\">", xml_escaped(statement),
                  "</p><p class=\"mark\">", xml_escaped(words), "</p>");
  for (const std::string& detail : details)
    if (!detail.empty()) body_ += concat("<p class=\"more\">", xml_escaped(detail), "</p>");
  body_ += "</div>\n";
}

void HtmlPage::code(const std::string& text) {
  body_ += concat("<pre>", xml_escaped(text), "</pre>\n");
}

std::string HtmlPage::text() const {
  check_argument(!open_, "HtmlPage::text", "a row is still open");
  return concat(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<title>",
      xml_escaped(title_), "</title>\n<style>", kStyle, "</style>\n</head>\n<body>\n<h1>",
      xml_escaped(title_), "</h1>\n<p class=\"lead\">", xml_escaped(lead_), "</p>\n<nav><ol>\n",
      contents_, "</ol></nav>\n<main>\n", body_, "</main>\n<script>\n", html_script(),
      "</script>\n</body>\n</html>\n");
}

}  // namespace whereabouts
