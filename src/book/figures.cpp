#include "book/figures.h"

#include <functional>
#include <stdexcept>

#include "book/each_figure.h"
#include "util/check.h"
#include "util/file.h"
#include "util/joined.h"

namespace whereabouts {

namespace fs = std::filesystem;

namespace {

struct NamedFigure {
  std::string name;
  std::function<FigureParts(const fs::path& project, const fs::path& results)> parts;
};

const std::vector<NamedFigure>& every_figure() {
  using Path = const fs::path&;
  static const std::vector<NamedFigure> all = {
      {"rope-arrows", [](Path, Path) { return rope_arrows_figure(); }},
      {"rope-frequencies", [](Path, Path) { return rope_frequencies_figure(); }},
      {"rho-tables", [](Path, Path) { return rho_tables_figure(); }},
      {"alibi-slopes", [](Path, Path) { return alibi_slopes_figure(); }},
      {"t5-buckets", [](Path, Path) { return t5_buckets_figure(); }},
      {"sinusoid", [](Path, Path) { return sinusoid_figure(); }},
      {"tape", [](Path, Path) { return tape_figure(); }},
      {"attention-heads", [](Path project, Path) { return attention_heads_figure(project); }},
      {"gap-curves", gap_curves_figure},
      {"recall-distance", recall_distance_figure}};
  return all;
}

}  // namespace

std::vector<std::string> book_figure_names() {
  std::vector<std::string> names;
  for (const NamedFigure& figure : every_figure()) names.push_back(figure.name);
  return names;
}

BookFigure book_figure(const std::string& name, const fs::path& script_folder,
                       const fs::path& results) {
  const auto text = [&](const std::string& file) {
    return read_file((script_folder / file).string(), "a file of the book's figures");
  };
  for (const NamedFigure& figure : every_figure()) {
    if (figure.name != name) continue;
    const fs::path project = fs::absolute(script_folder).lexically_normal() / "../..";
    return {name, figure_html(name, figure.parts(project, results), text("figures.css")),
            text("common.js") + text(name + ".js")};
  }
  throw std::invalid_argument(concat("there is no figure \"", name, "\": there are ",
                                     joined(every_figure(), ", ", &NamedFigure::name)));
}

}  // namespace whereabouts
