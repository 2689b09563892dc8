// Pictures of this project within a page: the SVG itself, so that it follows the page's own switch
// between light and dark, which a picture in a file of its own cannot.
#pragma once

#include <map>
#include <string>

namespace whereabouts {

/// The style sheets that the pictures of a page need, each once.
class PictureStyles {
 public:
  /// An SVG file as an element of a page. Its style is taken out and applies to it alone; what it
  /// says of (prefers-color-scheme:dark) then goes by the page's data-theme, and where that is not
  /// set by the reader's system. Throws std::invalid_argument unless the file is an SVG of this
  /// project: one style sheet whose last rule is the one for dark.
  std::string inlined(const std::string& svg, const std::string& alternative);

  /// Rules for all pictures so far, for a <style> element.
  const std::string& text() const { return text_; }

 private:
  std::map<std::string, std::string> classes_;  // style sheet to class
  std::string text_;
};

}  // namespace whereabouts
