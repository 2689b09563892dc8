// The figures of the book that can be touched: each a drawing that is good as it stands, and a
// script that draws it anew whenever one of its controls is moved.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace whereabouts {

struct BookFigure {
  std::string name;
  std::string html;    ///< a whole <figure>, with its drawing, its controls and its styles
  std::string script;  ///< for a <script> after it; what it keeps is window.whereabouts
};

/// The names of all figures, such as "rope-arrows".
std::vector<std::string> book_figure_names();

/// The figure of that name. Its script stands in `script_folder`, as NAME.js beside common.js and
/// figures.css, in the folder src/book of the project, whose data and pages some figures read.
/// Figures of measurements take them from the reader's `results`, the folder out/, where it has
/// them. The figure attention-heads trains a small model, in some seconds. Throws
/// std::invalid_argument, naming the figures there are, for another name, and UserError if a file
/// is missing.
BookFigure book_figure(const std::string& name, const std::filesystem::path& script_folder,
                       const std::filesystem::path& results);

}  // namespace whereabouts
