#include "book/markdown_text.h"

#include <algorithm>
#include <cctype>

#include "book/math.h"
#include "report/svg_canvas.h"

namespace whereabouts {
namespace {

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; }

// What no line may end within.
std::string held(const std::string& html) {
  return concat("<span class=\"held\">", html, "</span>");
}

// Code, in which a line may end at a space, and not behind the - of a short word.
std::string code_html(std::string_view code) {
  constexpr std::size_t kShort = 28;
  std::string result;
  for (std::size_t from = 0; from <= code.size();) {
    const std::size_t end = std::min(code.find(' ', from), code.size());
    const std::string_view word = code.substr(from, end - from);
    const bool short_one = word.size() <= kShort && word.find('-') != word.npos;
    result += short_one ? held(xml_escaped(word)) : xml_escaped(word);
    if (end < code.size()) result += ' ';
    from = end + 1;
  }
  return concat("<code>", result, "</code>");
}

// A path, in which a line may end behind its / and _.
std::string path_html(const std::string& words) {
  if (words.find('/') == words.npos || words.find_first_of(" <") != words.npos) return words;
  std::string result;
  for (const char c : words)
    result += concat(std::string(1, c), c == '/' || c == '_' ? "<wbr>" : "");
  return result;
}

// Where  ](  stands that belongs to the bracket at `open`, or npos.
std::size_t find_link(std::string_view text, std::size_t open) {
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

}  // namespace

void MarkdownText::fail(std::size_t line, const std::string& sentence) const {
  throw UserError(concat(name_, ":", line + 1, ": ", sentence));
}

std::string MarkdownText::mathml(std::string_view tex, bool display, std::size_t line) const {
  while (tex.ends_with('\n')) tex.remove_suffix(1);
  try {
    return math_to_mathml(tex, display);
  } catch (const MathError& error) {
    const std::size_t before = std::min(error.at(), tex.size());
    fail(line + std::ranges::count(tex.substr(0, before), '\n'), error.what());
  }
}

std::string MarkdownText::html(std::string_view text, std::size_t line) const {
  std::string result;
  bool strong = false, slanted = false;
  const auto here = [&](std::size_t i) {
    return line + std::ranges::count(text.substr(0, i), '\n');
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
      result += xml_escaped(text.substr(++i, 1));
    } else if (c == '`') {
      if (at(i + 1) == '`') fail(here(i), "two backticks");
      const std::size_t end = end_of("`", i + 1, "a piece of code");
      result += code_html(text.substr(i + 1, end - i - 1));
      i = end;
    } else if (c == '$') {
      const std::size_t begins = i, end = end_of("$", i + 1, "a formula");
      const std::string_view tex = text.substr(i + 1, end - i - 1);
      if (tex.empty() || tex.front() == ' ' || tex.back() == ' ' || is_word(before) ||
          is_word(at(end + 1)))
        fail(here(i),
             "GitHub reads a formula only where no space follows the first $ or precedes "
             "the last, and no letter or digit is next to them outside");
      // A browser would end a line between a formula and its full stop.
      i = end + (std::string_view(".,;:?!)").find(at(end + 1)) != text.npos ? 1 : 0);
      const std::string formula = mathml(tex, false, here(begins));
      result += i == end ? formula : held(concat(formula, text.substr(i, 1)));
    } else if (c == '[' && find_link(text, i) != text.npos) {
      const std::size_t middle = find_link(text, i);
      const std::size_t end = end_of(")", middle, "a link");
      const std::string target(text.substr(middle + 2, end - middle - 2));
      result += concat("<a href=\"", xml_escaped(ask(hooks_.link, here(i), "a link", target)),
                       "\">", path_html(html(text.substr(i + 1, middle - i - 1), here(i))), "</a>");
      i = end;
    } else if (c == '*') {
      const bool two = at(i + 1) == '*';
      bool& open = two ? strong : slanted;
      const char after = at(i + (two ? 2 : 1));
      if (!open && (after == ' ' || after == '\n')) {  // a star that multiplies
        result += two ? "**" : "*";
      } else {
        open = !open;
        result += concat(open ? "<" : "</", two ? "strong" : "em", ">");
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
      result += xml_escaped(text.substr(i, end - i));
      i = end - 1;
    } else {
      result += xml_escaped(text.substr(i, 1));
    }
  }
  if (strong || slanted) fail(here(text.size()), concat(strong ? "**" : "*", " is not closed"));
  return result;
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
