#include "book/page_frame.h"

#include "report/svg_canvas.h"
#include "text/json.h"
#include "util/check.h"

namespace whereabouts {
namespace {

// Nothing from a network: files beside the page, and a worker made of the page's own text.
constexpr const char* kPolicy =
    "default-src 'none'; style-src 'self' file: 'unsafe-inline'; script-src 'self' file: blob: "
    "'unsafe-inline' 'wasm-unsafe-eval'; img-src 'self' file: data:; worker-src blob:; base-uri "
    "'none'; form-action 'none'";

// Before anything is drawn, so that no page flashes in the other colours.
constexpr const char* kTheme =
    "try{const t=localStorage.getItem('whereabouts-theme');"
    "if(t)document.documentElement.dataset.theme=t}catch{}";

std::string neighbours(const BookPage& page) {
  if (page.previous.href.empty() && page.next.href.empty()) return "";
  const auto one = [](const PageLink& link, const char* kind, const char* word) {
    if (link.href.empty()) return std::string("<span></span>");
    return concat("<a class=\"", kind, "\" rel=\"", kind, "\" href=\"", link.href, "\"><small>",
                  word, "</small> ", xml_escaped(link.text), "</a>");
  };
  return concat("<nav class=\"neighbours\" aria-label=\"Neighbouring pages\">",
                one(page.previous, "prev", "← before"), one(page.next, "next", "next →"),
                "</nav>\n");
}

// A text as a literal of a script; < could end the script element.
std::string literal(const std::string& text) {
  std::string result;
  for (const char c : json_quoted(text)) result += c == '<' ? "\\u003c" : std::string(1, c);
  return result;
}

}  // namespace

std::string framed(const BookPage& page) {
  std::string contents;
  for (const MarkdownSection& section : page.contents)
    if (section.level == 2)
      contents += concat("<li><a href=\"#", xml_escaped(section.id), "\">",
                         xml_escaped(section.heading), "</a></li>\n");
  if (!contents.empty())
    contents = concat(
        "<nav class=\"contents\" aria-label=\"On this page\"><details open><summary>On "
        "this page</summary><ol>\n",
        contents, "</ol></details></nav>\n");
  const bool index = page.title == "Whereabouts";
  return concat(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"",
      kPolicy,
      "\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta name=\"color-scheme\" content=\"light dark\">\n<title>",
      xml_escaped(page.title), index ? "" : " · Whereabouts", "</title>\n<script>", kTheme,
      "</script>\n<link rel=\"icon\" href=\"data:,\">\n<link rel=\"stylesheet\" "
      "href=\"book.css\">\n",
      page.style.empty() ? "" : concat("<style>\n", page.style, "</style>\n"),
      "</head>\n<body>\n<a class=\"skip\" href=\"#main\">To the text</a>\n"
      "<header class=\"bar\"><a class=\"home\" href=\"index.html\">Whereabouts</a>\n"
      "<div class=\"search\" role=\"search\"><input id=\"search\" type=\"search\" "
      "placeholder=\"Search   /\" autocomplete=\"off\" spellcheck=\"false\" role=\"combobox\" "
      "aria-label=\"Search the book\" aria-expanded=\"false\" aria-controls=\"found\" "
      "aria-autocomplete=\"list\"><div id=\"found\" role=\"listbox\" aria-label=\"What was found\" "
      "hidden></div></div>\n<button id=\"theme\" type=\"button\" aria-label=\"Light or dark\" "
      "title=\"Light or dark\"><span aria-hidden=\"true\">◐</span></button></header>\n<div "
      "class=\"",
      contents.empty() ? "sheet" : "sheet with-contents", "\">\n", contents,
      "<main id=\"main\" tabindex=\"-1\">\n", page.html, neighbours(page),
      "</main>\n</div>\n<script src=\"book.js\"></script>\n</body>\n</html>\n");
}

std::string search_script(const std::vector<SearchEntry>& entries) {
  std::string text = "window.whereaboutsSearch([\n";
  for (const SearchEntry& entry : entries)
    text += concat("[", literal(entry.page), ",", literal(entry.href), ",", literal(entry.heading),
                   ",", literal(entry.text), "],\n");
  return text + "]);\n";
}

}  // namespace whereabouts
