// The text within a block of Markdown: emphasis, inline code, links and formulas.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>

#include "book/markdown.h"
#include "util/check.h"

namespace whereabouts {

/// Reads the texts of one page, and words its errors: UserError "NAME:LINE: ...". Lines are counted
/// from 0 here, and from 1 in messages.
class MarkdownText {
 public:
  /// `hooks` must outlive it.
  MarkdownText(std::string name, const MarkdownHooks& hooks)
      : name_(std::move(name)), hooks_(hooks) {}

  [[noreturn]] void fail(std::size_t line, const std::string& sentence) const;

  /// What a hook says. Fails with the line if it refuses, or is not set.
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

  /// Text with its marks as HTML; `line` is that of its first character.
  std::string html(std::string_view text, std::size_t line) const;
  /// A formula; `line` is that of its first character.
  std::string mathml(std::string_view tex, bool display, std::size_t line) const;

 private:
  std::string name_;
  const MarkdownHooks& hooks_;
};

/// What can be read of a piece of HTML: no tags, and the characters for &lt; &gt; &amp; &quot;
/// &#39;
std::string text_of_html(std::string_view html);

}  // namespace whereabouts
