#include "book/markdown.h"

#include <algorithm>
#include <cctype>
#include <map>

#include "book/markdown_text.h"
#include "report/svg_canvas.h"
#include "util/check.h"

namespace whereabouts {
namespace {

constexpr std::size_t kManyColumns = 8;  // from here on a table is set smaller

bool is_blank(std::string_view line) { return line.find_first_not_of(" \t\r") == line.npos; }

std::string_view without_margins(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r");
  if (first == text.npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

// "1. " or "12. " at the beginning: how long it is, or 0.
std::size_t number_mark(std::string_view line) {
  const std::size_t digits = std::min(line.find_first_not_of("0123456789"), line.size());
  return digits > 0 && line.substr(digits).starts_with(". ") ? digits + 2 : 0;
}

// A picture alone on its line, ![alternative](file).
bool is_picture(std::string_view line) { return line.starts_with("![") && line.ends_with(")"); }

class PageReader {
 public:
  PageReader(std::string_view text, std::string name, const MarkdownHooks& hooks)
      : text_(std::move(name), hooks), hooks_(hooks) {
    while (!text.empty()) {
      const std::size_t end = std::min(text.find('\n'), text.size());
      lines_.push_back(text.substr(0, end));
      text.remove_prefix(std::min(end + 1, text.size()));
    }
  }

  MarkdownPage read() {
    while (at_ < lines_.size()) block();
    if (details_open_) text_.fail(lines_.size(), "<details> is not closed");
    return std::move(page_);
  }

 private:
  void add(const std::string& html) {
    page_.html += html;
    if (page_.sections.empty()) return;
    std::string& text = page_.sections.back().text;
    text += (text.empty() ? "" : " ") + text_of_html(html);
  }

  void block() {
    const std::string_view line = lines_[at_];
    const std::size_t first = at_;
    if (is_blank(line)) {
      ++at_;
    } else if (line.starts_with("#")) {
      heading();
    } else if (line.starts_with("```")) {
      fenced();
    } else if (line == "$$") {
      formula();
    } else if (line.starts_with("|")) {
      table();
    } else if (line.starts_with("- ") || number_mark(line) > 0) {
      list();
    } else if (line.starts_with("<details><summary>") && line.ends_with("</summary>")) {
      if (details_open_) text_.fail(first, "<details> within <details>");
      details_open_ = true;
      const std::string_view summary =
          line.substr(18, line.size() - 18 - std::string_view("</summary>").size());
      page_.html += concat("<details><summary>", text_.html(summary, first), "</summary>\n");
      ++at_;
    } else if (line == "</details>") {
      if (!details_open_) text_.fail(first, "</details> without <details>");
      details_open_ = false;
      page_.html += "</details>\n";
      ++at_;
    } else if (line.starts_with("<!-- figure: ") && line.ends_with(" -->")) {
      page_.html += text_.ask(hooks_.figure, first, "a figure",
                              std::string(line.substr(13, line.size() - 17)));
      ++at_;
    } else if (line.starts_with("<!-- not compared: ") && line.ends_with(" -->")) {
      ++at_;  // for those who change the page
    } else if (line == "---") {
      page_.html += "<hr>\n";
      ++at_;
    } else if (is_picture(line)) {
      picture();
    } else {
      paragraph();
    }
  }

  void heading() {
    const std::string_view line = lines_[at_];
    const std::size_t level = line.find_first_not_of('#');
    if (level == line.npos || level > 4 || line[level] != ' ')
      text_.fail(at_, "a heading has one to four # and a space");
    const std::string html = text_.html(without_margins(line.substr(level)), at_);
    const std::string text = text_of_html(html);
    // GitHub's rule: small letters, a dash for a space, no other marks; -1, -2 for those that
    // repeat.
    std::string id;
    for (const char c : text) {
      if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '_' ||
          static_cast<unsigned char>(c) >= 0x80)
        id += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
      else if (c == ' ')
        id += '-';
    }
    if (const int before = ids_[id]++; before > 0) id = concat(id, "-", before);
    page_.sections.push_back({static_cast<int>(level), text, id, ""});
    page_.html += concat("<h", level, " id=\"", xml_escaped(id), "\">", html, "</h", level, ">\n");
    ++at_;
  }

  void fenced() {
    const std::size_t first = at_++;
    const std::string kind(without_margins(lines_[first].substr(3)));
    std::string text;
    while (at_ < lines_.size() && lines_[at_] != "```") text += concat(lines_[at_++], "\n");
    if (at_ == lines_.size()) text_.fail(first, "this block of code is not closed");
    ++at_;
    std::size_t next = at_;
    while (next < lines_.size() && is_blank(lines_[next])) ++next;
    std::string below;
    if (next < lines_.size() && is_picture(lines_[next]))
      below = lines_[next].substr(lines_[next].find("](") + 2), below.pop_back();
    add(text_.ask(hooks_.code, first, "a block of code", kind, text, below));
  }

  void formula() {
    const std::size_t first = at_++;
    std::string tex;
    while (at_ < lines_.size() && lines_[at_] != "$$") tex += concat(lines_[at_++], "\n");
    if (at_ == lines_.size()) text_.fail(first, "this formula is not closed");
    ++at_;
    add(concat("<div class=\"formula\" tabindex=\"0\">", text_.mathml(tex, true, first + 1),
               "</div>\n"));
  }

  // The cells between the strokes; a stroke behind a backslash belongs to the text.
  std::vector<std::string> cells(std::size_t line) const {
    std::string_view text = without_margins(lines_[line]);
    if (text.size() < 2 || text.front() != '|' || text.back() != '|')
      text_.fail(line, "a row of a table begins and ends with |");
    text = text.substr(1, text.size() - 2);
    std::vector<std::string> result(1);
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (text.substr(i, 2) == "\\|")
        result.back() += text[++i];
      else if (text[i] == '|')
        result.emplace_back();
      else
        result.back() += text[i];
    }
    for (std::string& cell : result) cell = std::string(without_margins(cell));
    return result;
  }

  void table() {
    const std::size_t first = at_;
    const std::vector<std::string> head = cells(first);
    if (first + 1 >= lines_.size() || !lines_[first + 1].starts_with("|"))
      text_.fail(first, "a table has a line |---| below its head");
    for (const std::string& cell : cells(first + 1))
      if (cell.empty() || cell.find_first_not_of('-') != cell.npos)
        text_.fail(first + 1, "the second line of a table has only dashes");
    std::vector<std::vector<std::string>> rows;
    for (at_ = first + 1; at_ < lines_.size() && lines_[at_].starts_with("|"); ++at_) {
      rows.push_back(cells(at_));
      if (rows.back().size() != head.size())
        text_.fail(at_, concat(rows.back().size(), " cells for ", head.size(), " columns"));
      for (std::string& cell : rows.back())
        cell = at_ == first + 1 ? std::string() : text_.html(cell, at_);
    }
    rows.erase(rows.begin());
    std::vector<bool> numbers(head.size(), !rows.empty());
    for (const auto& row : rows)
      for (std::size_t c = 0; c < row.size(); ++c)
        numbers[c] = numbers[c] && text_of_html(row[c]).find_first_not_of(
                                       "0123456789.,+-*%() to<=") == std::string::npos;
    std::string html =
        concat("<div class=\"wide\" tabindex=\"0\"><table",
               head.size() >= kManyColumns ? " class=\"dense\"" : "", ">\n<thead><tr>");
    for (std::size_t c = 0; c < head.size(); ++c)
      html += head[c].empty() ? "<td></td>"
                              : concat("<th scope=\"col\"", numbers[c] ? " class=\"n\"" : "", ">",
                                       text_.html(head[c], first), "</th>");
    html += "</tr></thead>\n<tbody>\n";
    for (const auto& row : rows) {
      html += "<tr>";
      for (std::size_t c = 0; c < row.size(); ++c) {
        const char* cell = c == 0 ? "th" : "td";
        const bool short_name = c == 0 && text_of_html(row[c]).size() <= 16;
        html += concat("<", cell, c == 0 ? " scope=\"row\"" : "",
                       numbers[c]   ? " class=\"n\""
                       : short_name ? " class=\"held\""
                                    : "",
                       ">", row[c], "</", cell, "> ");
      }
      html += "</tr>\n";
    }
    add(html + "</tbody></table></div>\n");
  }

  // Items with the lines that continue them, which are set in by two spaces or more.
  void list() {
    const bool numbered = number_mark(lines_[at_]) > 0;
    std::string html = numbered ? "<ol>\n" : "<ul>\n";
    while (at_ < lines_.size()) {
      const std::string_view line = lines_[at_];
      const std::size_t mark = numbered ? number_mark(line) : (line.starts_with("- ") ? 2 : 0);
      if (mark == 0) break;
      const std::size_t first = at_;
      std::string item(line.substr(mark));
      for (++at_; at_ < lines_.size() && lines_[at_].starts_with("  "); ++at_) {
        const std::string_view more = without_margins(lines_[at_]);
        if (more.starts_with("- ") || more.starts_with("```") || number_mark(more) > 0)
          text_.fail(at_, "a block within a list is not known");
        item += concat("\n", more);
      }
      html += concat("<li>", text_.html(item, first), "</li>\n");
    }
    add(html + (numbered ? "</ol>\n" : "</ul>\n"));
    if (at_ < lines_.size() && !is_blank(lines_[at_]) && !lines_[at_].starts_with("</"))
      text_.fail(at_, "an empty line must follow a list, and its lines are set in by two spaces");
  }

  void picture() {
    const std::string_view line = lines_[at_];
    const std::size_t middle = line.find("](");
    if (middle == line.npos || middle < 4) text_.fail(at_, "a picture needs an alternative text");
    const std::string alternative(line.substr(2, middle - 2)),
        file(line.substr(middle + 2, line.size() - middle - 3));
    page_.html += text_.ask(hooks_.picture, at_, "a picture", file, alternative);
    if (!page_.sections.empty()) page_.sections.back().text += " " + alternative;
    ++at_;
  }

  bool paragraph_ends(std::string_view line) const {
    return is_blank(line) || line.starts_with("```") || line.starts_with("|") || line == "$$" ||
           line.starts_with("#") || line.starts_with("- ") || line == "</details>" || line == "---";
  }

  void paragraph() {
    const std::size_t first = at_;
    std::string text;
    for (; at_ < lines_.size() && !paragraph_ends(lines_[at_]); ++at_) {
      const std::string_view line = lines_[at_];
      for (const char* strange : {">", "+ ", "* ", "    ", "===", "~~~", "<", "!["})
        if (line.starts_with(strange)) text_.fail(at_, concat("a line that begins with ", strange));
      if (at_ > first && number_mark(line) > 0)
        text_.fail(at_, "a list within a paragraph: put an empty line before it");
      if (line.ends_with("  ")) text_.fail(at_, "a line that ends with two spaces");
      text += concat(at_ > first ? "\n" : "", line);
    }
    if (at_ < lines_.size() && lines_[at_].starts_with("---"))
      text_.fail(at_, "a rule right below a paragraph would make it a heading");
    add(concat("<p>", text_.html(text, first), "</p>\n"));
  }

  MarkdownText text_;
  const MarkdownHooks& hooks_;
  std::vector<std::string_view> lines_;
  std::size_t at_ = 0;
  bool details_open_ = false;
  std::map<std::string, int> ids_;
  MarkdownPage page_;
};

}  // namespace

MarkdownPage markdown_to_html(std::string_view text, const std::string& name,
                              const MarkdownHooks& hooks) {
  return PageReader(text, name, hooks).read();
}

}  // namespace whereabouts
