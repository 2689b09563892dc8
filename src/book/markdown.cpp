#include "book/markdown.h"

#include <algorithm>
#include <cctype>
#include <map>

#include "book/math.h"
#include "report/svg_canvas.h"
#include "util/check.h"

namespace whereabouts {
namespace {

constexpr std::size_t kManyColumns = 8;  // from here on a table is set smaller

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; }
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
      : name_(std::move(name)), hooks_(hooks) {
    while (!text.empty()) {
      const std::size_t end = std::min(text.find('\n'), text.size());
      lines_.push_back(text.substr(0, end));
      text.remove_prefix(std::min(end + 1, text.size()));
    }
  }

  MarkdownPage read() {
    while (at_ < lines_.size()) block();
    if (details_open_) fail(lines_.size(), "<details> is not closed");
    return std::move(page_);
  }

 private:
  [[noreturn]] void fail(std::size_t line, const std::string& sentence) const {
    throw UserError(concat(name_, ":", line + 1, ": ", sentence));
  }

  // What a hook says, with the line if it refuses.
  template <class Hook, class... Parts>
  std::string ask(const Hook& hook, std::size_t line, const char* what,
                  const Parts&... parts) const {
    if (!hook) fail(line, concat(what, " has no place here"));
    try {
      return hook(parts...);
    } catch (const std::invalid_argument& error) {
      fail(line, error.what());
    } catch (const UserError& error) {
      fail(line, error.what());
    }
  }

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
      if (details_open_) fail(first, "<details> within <details>");
      details_open_ = true;
      const std::string_view summary =
          line.substr(18, line.size() - 18 - std::string_view("</summary>").size());
      page_.html += concat("<details><summary>", inline_html(summary, first), "</summary>\n");
      ++at_;
    } else if (line == "</details>") {
      if (!details_open_) fail(first, "</details> without <details>");
      details_open_ = false;
      page_.html += "</details>\n";
      ++at_;
    } else if (line.starts_with("<!-- figure: ") && line.ends_with(" -->")) {
      page_.html +=
          ask(hooks_.figure, first, "a figure", std::string(line.substr(13, line.size() - 17)));
      ++at_;
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
      fail(at_, "a heading has one to four # and a space");
    const std::string html = inline_html(without_margins(line.substr(level)), at_);
    const std::string text = text_of_html(html);
    // GitHub's rule: small letters, a dash for a space, no other marks; -1, -2 for those that
    // repeat.
    std::string id;
    for (const char c : text) {
      if (is_word(c) || c == '-' || c == '_' || static_cast<unsigned char>(c) >= 0x80)
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
    if (at_ == lines_.size()) fail(first, "this block of code is not closed");
    ++at_;
    std::size_t next = at_;
    while (next < lines_.size() && is_blank(lines_[next])) ++next;
    std::string below;
    if (next < lines_.size() && is_picture(lines_[next]))
      below = lines_[next].substr(lines_[next].find("](") + 2), below.pop_back();
    add(ask(hooks_.code, first, "a block of code", kind, text, below));
  }

  void formula() {
    const std::size_t first = at_++;
    std::string tex;
    while (at_ < lines_.size() && lines_[at_] != "$$") tex += concat(lines_[at_++], "\n");
    if (at_ == lines_.size()) fail(first, "this formula is not closed");
    ++at_;
    add(concat("<div class=\"formula\" tabindex=\"0\">", mathml(tex, true, first + 1), "</div>\n"));
  }

  // `line` is that of the formula's first character.
  std::string mathml(std::string_view tex, bool display, std::size_t line) const {
    while (tex.ends_with('\n')) tex.remove_suffix(1);
    try {
      return math_to_mathml(tex, display);
    } catch (const MathError& error) {
      const std::size_t before = std::min(error.at(), tex.size());
      fail(line + static_cast<std::size_t>(std::ranges::count(tex.substr(0, before), '\n')),
           error.what());
    }
  }

  // The cells between the strokes; a stroke behind a backslash belongs to the text.
  std::vector<std::string> cells(std::size_t line) const {
    std::string_view text = without_margins(lines_[line]);
    if (text.size() < 2 || text.front() != '|' || text.back() != '|')
      fail(line, "a row of a table begins and ends with |");
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
      fail(first, "a table has a line |---| below its head");
    for (const std::string& cell : cells(first + 1))
      if (cell.empty() || cell.find_first_not_of('-') != cell.npos)
        fail(first + 1, "the second line of a table has only dashes");
    std::vector<std::vector<std::string>> rows;
    for (at_ = first + 1; at_ < lines_.size() && lines_[at_].starts_with("|"); ++at_) {
      rows.push_back(cells(at_));
      if (rows.back().size() != head.size())
        fail(at_, concat(rows.back().size(), " cells for ", head.size(), " columns"));
      for (std::string& cell : rows.back())
        cell = at_ == first + 1 ? std::string() : inline_html(cell, at_);
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
                                       inline_html(head[c], first), "</th>");
    html += "</tr></thead>\n<tbody>\n";
    for (const auto& row : rows) {
      html += "<tr>";
      for (std::size_t c = 0; c < row.size(); ++c) {
        const char* cell = c == 0 ? "th" : "td";
        html += concat("<", cell, c == 0 ? " scope=\"row\"" : "", numbers[c] ? " class=\"n\"" : "",
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
          fail(at_, "a block within a list is not known");
        item += concat("\n", more);
      }
      html += concat("<li>", inline_html(item, first), "</li>\n");
    }
    add(html + (numbered ? "</ol>\n" : "</ul>\n"));
    if (at_ < lines_.size() && !is_blank(lines_[at_]) && !lines_[at_].starts_with("</"))
      fail(at_, "an empty line must follow a list, and its lines are set in by two spaces");
  }

  void picture() {
    const std::string_view line = lines_[at_];
    const std::size_t middle = line.find("](");
    if (middle == line.npos || middle < 4) fail(at_, "a picture needs an alternative text");
    const std::string alternative(line.substr(2, middle - 2)),
        file(line.substr(middle + 2, line.size() - middle - 3));
    page_.html += ask(hooks_.picture, at_, "a picture", file, alternative);
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
        if (line.starts_with(strange)) fail(at_, concat("a line that begins with ", strange));
      if (at_ > first && number_mark(line) > 0)
        fail(at_, "a list within a paragraph: put an empty line before it");
      if (line.ends_with("  ")) fail(at_, "a line that ends with two spaces");
      text += concat(at_ > first ? "\n" : "", line);
    }
    if (at_ < lines_.size() && lines_[at_].starts_with("---"))
      fail(at_, "a rule right below a paragraph would make it a heading");
    add(concat("<p>", inline_html(text, first), "</p>\n"));
  }

  // Text with its marks; `line` is that of its first character.
  std::string inline_html(std::string_view text, std::size_t line) const {
    std::string html;
    bool strong = false, slanted = false;
    const auto here = [&](std::size_t i) {
      return line + static_cast<std::size_t>(std::ranges::count(text.substr(0, i), '\n'));
    };
    const auto at = [&](std::size_t i) { return i < text.size() ? text[i] : ' '; };
    const auto end_of = [&](std::string_view mark, std::size_t from, const char* what) {
      const std::size_t end = text.find(mark, from);
      if (end == text.npos) fail(here(from - 1), concat(what, " is not closed"));
      return end;
    };
    for (std::size_t i = 0; i < text.size(); ++i) {
      const char c = text[i];
      const char before = i > 0 ? text[i - 1] : ' ';
      if (c == '\\' && std::ispunct(static_cast<unsigned char>(at(i + 1)))) {
        html += xml_escaped(text.substr(++i, 1));
      } else if (c == '`') {
        if (at(i + 1) == '`') fail(here(i), "two backticks");
        const std::size_t end = end_of("`", i + 1, "a piece of code");
        html += concat("<code>", xml_escaped(text.substr(i + 1, end - i - 1)), "</code>");
        i = end;
      } else if (c == '$') {
        const std::size_t end = end_of("$", i + 1, "a formula");
        const std::string_view tex = text.substr(i + 1, end - i - 1);
        if (tex.empty() || tex.front() == ' ' || tex.back() == ' ' || is_word(before) ||
            is_word(at(end + 1)))
          fail(here(i),
               "GitHub reads a formula only where no space follows the first $ or precedes "
               "the last, and no letter or digit is next to them outside");
        html += mathml(tex, false, here(i));
        i = end;
      } else if (c == '[' && find_link(text, i) != text.npos) {
        const std::size_t middle = find_link(text, i);
        const std::size_t end = end_of(")", middle, "a link");
        const std::string target(text.substr(middle + 2, end - middle - 2));
        html += concat("<a href=\"", xml_escaped(ask(hooks_.link, here(i), "a link", target)),
                       "\">", inline_html(text.substr(i + 1, middle - i - 1), here(i)), "</a>");
        i = end;
      } else if (c == '*') {
        const bool two = at(i + 1) == '*';
        bool& open = two ? strong : slanted;
        const char after = at(i + (two ? 2 : 1));
        if (!open && (after == ' ' || after == '\n')) {  // a star that multiplies
          html += two ? "**" : "*";
        } else {
          open = !open;
          html += concat(open ? "<" : "</", two ? "strong" : "em", ">");
        }
        i += two ? 1 : 0;
      } else if (c == '<' && (std::isalpha(static_cast<unsigned char>(at(i + 1))) ||
                              at(i + 1) == '/' || at(i + 1) == '!')) {
        fail(here(i), "HTML within a text is not known");
      } else if (c == '_' && !is_word(before) && is_word(at(i + 1))) {
        fail(here(i), "emphasis is written with *");
      } else if (c == '~' && at(i + 1) == '~') {
        fail(here(i), "~~ is not known");
      } else if (c == '&' && std::isalpha(static_cast<unsigned char>(at(i + 1)))) {
        fail(here(i), "write the character itself, not its name");
      } else if (static_cast<unsigned char>(c) >= 0x80) {
        std::size_t end = i + 1;
        while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) ++end;
        html += xml_escaped(text.substr(i, end - i));
        i = end - 1;
      } else {
        html += xml_escaped(text.substr(i, 1));
      }
    }
    if (strong || slanted) fail(here(text.size()), concat(strong ? "**" : "*", " is not closed"));
    return html;
  }

  // Where  ](  stands that belongs to the bracket at `open`, or npos.
  static std::size_t find_link(std::string_view text, std::size_t open) {
    int depth = 0;
    for (std::size_t i = open; i < text.size(); ++i) {
      if (text[i] == '`') {
        i = std::min(text.find('`', i + 1), text.size() - 1);
        continue;
      }
      depth += text[i] == '[' ? 1 : (text[i] == ']' ? -1 : 0);
      if (depth == 0) return text.substr(i).starts_with("](") ? i : text.npos;
    }
    return text.npos;
  }

  std::string name_;
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

std::string text_of_html(std::string_view html) {
  static const std::pair<std::string_view, char> kNames[] = {{"&lt;", '<'},   {"&gt;", '>'},
                                                             {"&amp;", '&'},  {"&quot;", '"'},
                                                             {"&#39;", '\''}, {"\xC2\xA0", ' '}};
  std::string text;
  for (std::size_t i = 0; i < html.size(); ++i) {
    if (html[i] == '<') {
      if (html.substr(i).starts_with("<mspace")) text += ' ';
      i = std::min(html.find('>', i), html.size());
      continue;
    }
    bool named = false;
    for (const auto& [name, character] : kNames) {
      if (!html.substr(i).starts_with(name)) continue;
      text += character;
      i += name.size() - 1;
      named = true;
      break;
    }
    if (!named) text += html[i] == '\n' ? ' ' : html[i];
  }
  while (text.ends_with(' ')) text.pop_back();
  return text;
}

}  // namespace whereabouts
