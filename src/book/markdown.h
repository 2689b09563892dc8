// The pages of the course from Markdown to HTML.
//
// Known is what the pages use: headings, paragraphs, lists, tables, fenced code, pictures, links,
// emphasis, inline code, formulas ($...$ and $$...$$), details with a summary, a rule, and the
// comment  <!-- figure: NAME -->. Anything else is an error, so that no page of the book shows
// something other than GitHub does.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace whereabouts {

/// A part of a page: its heading and what can be read below it, for contents and search.
struct MarkdownSection {
  int level = 1;  ///< of the heading, 1 to 4
  std::string heading, id;
  std::string text;  ///< without marks
};

struct MarkdownPage {
  std::string html;
  std::vector<MarkdownSection> sections;
};

/// What the place where a page stands decides. Each gets what the page says and returns HTML,
/// `link` the address. `code` also gets the picture that stands right below the block, or "". A
/// function that is not set is an error where it is needed.
struct MarkdownHooks {
  std::function<std::string(const std::string& target)> link = {};
  std::function<std::string(const std::string& file, const std::string& alternative)> picture = {};
  std::function<std::string(const std::string& kind, const std::string& text,
                            const std::string& picture_below)>
      code = {};
  std::function<std::string(const std::string& name)> figure = {};
};

/// The page as HTML. Throws UserError "NAME:LINE: ..." where it meets what it does not know, or
/// what a hook refuses by std::invalid_argument or UserError.
MarkdownPage markdown_to_html(std::string_view text, const std::string& name,
                              const MarkdownHooks& hooks);

}  // namespace whereabouts
