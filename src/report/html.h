// A page to look at: one HTML file with everything in it, for light and dark, screen and paper.
//
// Pictures are the project's own SVGs, set into the page, and nothing is loaded. Pointing at a
// curve, or reaching it with the Tab key, fades the others and shows its values (by style alone).
// Where scripts run, tables sort and curves can be chosen (html_script.h); without, all is there.
#pragma once

#include <string>
#include <vector>

namespace whereabouts {

/// Words of a cell that lead somewhere: a path beside the page, such as "runs/a.csv".
struct HtmlLink {
  std::string words, address;
};

/// A cell of a table. Its links are the words of `text` in that order, each the first such words
/// behind those of the link before it.
struct HtmlCell {
  std::string text;
  std::vector<HtmlLink> links = {};
};

class HtmlPage {
 public:
  /// `title` in the head and on top, `lead` below it.
  HtmlPage(const std::string& title, const std::string& lead);

  /// A heading, listed in the contents.
  void section(const std::string& heading);
  void paragraph(const std::string& text);
  /// A table whose columns of numbers are set to the right; the first row is the header. The first
  /// cell of each row names it. What follows a line break in a cell is set small below the rest.
  /// Throws std::invalid_argument unless all rows are equally long, and if a cell lacks the words
  /// of a link.
  void table(const std::string& caption, const std::vector<std::vector<std::string>>& rows);
  void table(const std::string& caption, const std::vector<std::vector<HtmlCell>>& rows);
  /// An SVG as svg_line_plot() and svg_heat_map() write it. `below` says what to see; `command`
  /// makes the picture again.
  void figure(const std::string& svg, const std::string& below, const std::string& command = "");
  /// Figures side by side where there is room.
  void open_row();
  void close_row();
  /// A statement with a verdict: `mark` is yes, no or open, and chooses the colour.
  void verdict(const std::string& mark, const std::string& words, const std::string& statement,
               const std::vector<std::string>& details);
  void code(const std::string& text);

  /// The whole file.
  std::string text() const;

 private:
  std::string title_, lead_, contents_, body_;
  int sections_ = 0, tables_ = 0;
  bool open_ = false;
};

}  // namespace whereabouts
