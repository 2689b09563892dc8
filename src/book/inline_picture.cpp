#include "book/inline_picture.h"

#include "report/svg_canvas.h"
#include "util/check.h"

namespace whereabouts {

std::string PictureStyles::inlined(const std::string& svg, const std::string& alternative) {
  const std::string open = "<style>", close = "</style>";
  const std::string dark_only = "@media (prefers-color-scheme:dark){";
  const std::size_t from = svg.find(open), to = svg.find(close);
  check_argument(svg.starts_with("<svg ") && from != svg.npos && to != svg.npos, "inlined",
                 "not a picture of this project: no <style> in an <svg>");
  const std::string style = svg.substr(from + open.size(), to - from - open.size());
  if (!classes_.contains(style)) {
    const std::size_t dark_from = style.find(dark_only);
    check_argument(dark_from != style.npos && style.ends_with("}}"), "inlined",
                   "its style has no rules for dark at its end");
    const std::string light = style.substr(0, dark_from);
    std::string dark = style.substr(dark_from + dark_only.size());
    dark.pop_back();
    const std::string name = concat("drawn-", classes_.size());
    classes_[style] = name;
    text_ += concat(".", name, "{", light, "}\n@media screen and (prefers-color-scheme:dark){",
                    "html:not([data-theme=light]) .", name, "{", dark,
                    "}}\n@media screen{html[data-theme=dark] .", name, "{", dark, "}}\n");
  }
  // The caption in the page is the better name of the two.
  return concat("<svg class=\"", classes_[style], "\" aria-label=\"", xml_escaped(alternative),
                "\" ", svg.substr(5, from - 5), svg.substr(to + close.size()));
}

}  // namespace whereabouts
