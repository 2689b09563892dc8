#include "book/figure_parts.h"

#include <cmath>

#include "report/number.h"
#include "util/check.h"

namespace whereabouts {

std::string slider(const std::string& name, const std::string& label, double low, double high,
                   double value, double step) {
  return concat("<label>", xml_escaped(label), " <input type=\"range\" name=\"", name, "\" min=\"",
                shortest(low), "\" max=\"", shortest(high), "\" step=\"", shortest(step),
                "\" value=\"", shortest(value), "\"><output>", shortest(value),
                "</output></label>\n");
}

std::string choice(const std::string& name, const std::string& label,
                   const std::vector<std::pair<std::string, std::string>>& options,
                   const std::string& chosen) {
  std::string html = concat("<label>", xml_escaped(label), " <select name=\"", name, "\">");
  for (const auto& [value, words] : options) {
    html += concat("<option value=\"", xml_escaped(value), "\"", value == chosen ? " selected" : "",
                   ">", xml_escaped(words), "</option>");
  }
  return html + "</select></label>\n";
}

std::string tick_box(const std::string& name, const std::string& label, bool ticked) {
  return concat("<label><input type=\"checkbox\" name=\"", xml_escaped(name), "\"",
                ticked ? " checked" : "", "> ", xml_escaped(label), "</label>\n");
}

std::string button(const std::string& name, const std::string& label) {
  return concat("<button type=\"button\" data-does=\"", name, "\">", xml_escaped(label),
                "</button>\n");
}

std::string text_line(const std::string& name, const std::string& label, const std::string& text,
                      int longest) {
  return concat("<label>", xml_escaped(label), " <input type=\"text\" name=\"", name,
                "\" maxlength=\"", longest, "\" value=\"", xml_escaped(text),
                "\" autocomplete=\"off\" spellcheck=\"false\"></label>\n");
}

std::string figure_html(const std::string& name, const FigureParts& parts,
                        const std::string& style) {
  const std::string id = "figure-" + name;
  // A browser that reloads a page would keep the controls as they were moved.
  std::string html = concat(
      "<figure class=\"touch\" id=\"", id, "\">\n<form class=\"controls\" autocomplete=\"off\" ",
      "onsubmit=\"return false\" hidden>\n", parts.controls,
      "</form>\n<div class=\"view\"><svg viewBox=\"0 0 ", coordinate(kDrawingWidth), " ",
      coordinate(parts.height), "\" role=\"img\" aria-labelledby=\"", id, "-title ", id,
      "-desc\">\n<title id=\"", id, "-title\">", xml_escaped(parts.title), "</title>\n<desc id=\"",
      id, "-desc\">", xml_escaped(parts.description), "</desc>\n<style>\n", style,
      "</style>\n<g class=\"drawing\">\n", parts.drawing,
      "</g>\n</svg></div>\n<p class=\"reading\" role=\"status\"></p>\n<figcaption>",
      xml_escaped(parts.caption), "</figcaption>\n");
  if (!parts.data.empty())
    html += concat("<script type=\"application/json\">", parts.data, "</script>\n");
  return html + "</figure>\n";
}

SvgCanvas figure_canvas() { return SvgCanvas(kDrawingWidth, "", "", ""); }

double PlaceScale::operator()(double v) const {
  const auto f = [&](double u) { return log ? std::log(u) : u; };
  return first + (last - first) * (f(v) - f(low)) / (f(high) - f(low));
}

void draw_frame(SvgCanvas& canvas, const PlotFrame& frame) {
  const double left = frame.x.first, right = frame.x.last, bottom = frame.y.first;
  const std::vector<std::string> y_texts = tick_texts(frame.y_ticks),
                                 x_texts = tick_texts(frame.x_ticks);
  for (std::size_t i = 0; i < y_texts.size(); ++i) {
    const double y = frame.y(frame.y_ticks[i]);
    canvas.line({left, y}, {right, y}, "grid");
    canvas.text({left - 7, y + 4}, y_texts[i], "tick", "end");
  }
  for (std::size_t i = 0; i < x_texts.size(); ++i) {
    const double x = frame.x(frame.x_ticks[i]);
    canvas.line({x, bottom}, {x, bottom + 5}, "axis");
    canvas.text({x, bottom + 19}, x_texts[i], "tick", "middle");
  }
  canvas.line({left, bottom}, {right, bottom}, "axis");
  canvas.text({right, bottom + 37}, frame.x_label, "tick", "end");
  canvas.text({left - 7, frame.y.last - 10}, frame.y_label, "tick");
}

void draw_circle(SvgCanvas& canvas, Spot at, double radius, const std::string& style) {
  const std::string r = coordinate(radius), d = coordinate(2 * radius);
  canvas.outline(concat("M", coordinate(at.x - radius), " ", coordinate(at.y), "a", r, " ", r,
                        " 0 1 0 ", d, " 0a", r, " ", r, " 0 1 0 -", d, " 0z"),
                 "class=\"" + style + "\"");
}

void draw_arrow(SvgCanvas& canvas, Spot from, double length, double angle,
                const std::string& style) {
  const auto at = [&](double r, double a) {
    return Spot{from.x + r * std::cos(a), from.y - r * std::sin(a)};
  };
  const double wide = std::atan2(5, length - 11), side = std::hypot(5, length - 11);
  canvas.open_group("class=\"" + style + "\"");
  canvas.path(std::vector<Spot>{from, at(length - 10, angle)}, false, "class=\"curve\"");
  canvas.path(std::vector<Spot>{at(length, angle), at(side, angle - wide), at(side, angle + wide)},
              true, "class=\"dot\"");
  canvas.close_group();
}

}  // namespace whereabouts
