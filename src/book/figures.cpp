#include "book/figures.h"

#include <functional>
#include <stdexcept>

#include "book/each_figure.h"
#include "util/check.h"
#include "util/file.h"

namespace whereabouts {
namespace {

struct NamedFigure {
  std::string name;
  std::function<FigureParts(const std::filesystem::path& results)> parts;
};

const std::vector<NamedFigure>& every_figure() {
  static const std::vector<NamedFigure> all = {
      {"rope-arrows", [](const auto&) { return rope_arrows_figure(); }},
  };
  return all;
}

}  // namespace

std::vector<std::string> book_figure_names() {
  std::vector<std::string> names;
  for (const NamedFigure& figure : every_figure()) names.push_back(figure.name);
  return names;
}

BookFigure book_figure(const std::string& name, const std::filesystem::path& script_folder,
                       const std::filesystem::path& results) {
  const auto text = [&](const std::string& file) {
    return read_file((script_folder / file).string(), "a file of the book's figures");
  };
  for (const NamedFigure& figure : every_figure()) {
    if (figure.name != name) continue;
    return {name, figure_html(name, figure.parts(results), text("figures.css")),
            text("common.js") + text(name + ".js")};
  }
  std::string names;
  for (const NamedFigure& figure : every_figure())
    names += (names.empty() ? "" : ", ") + figure.name;
  throw std::invalid_argument(concat("there is no figure \"", name, "\": there are ", names));
}

}  // namespace whereabouts
