#include "report/svg_canvas.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <sstream>

#include "report/number.h"
#include "report/terminal.h"
#include "util/check.h"
#include "util/visible.h"

namespace whereabouts {
namespace {

// Okabe and Ito's colours, darker or lighter where they would fade into white or black paper.
constexpr std::array<std::string_view, kSeriesColours> kOnLight{
    "#0072b2", "#d55e00", "#008560", "#b0478a", "#a87400", "#2f2f2f", "#2b93cc", "#7d7300"};
constexpr std::array<std::string_view, kSeriesColours> kOnDark{
    "#4ea8e6", "#ff8b4d", "#2fc99b", "#e58fc4", "#efb23d", "#e4e4e4", "#8fd6ff", "#e9df5a"};

std::string style_sheet() {
  std::string css =
      "text{font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,"
      "sans-serif;font-size:13px;fill:#1c2128}.paper{fill:#fff}"
      ".title{font-size:19px;font-weight:650}.quiet,.tick{fill:#59636e}"
      ".tick,.note,.cell{font-size:12px}.note{fill:#59636e}"
      ".tick,.value,.cell{font-variant-numeric:tabular-nums}.grid{stroke:#e3e7eb}"
      ".axis{stroke:#8b949e}.mark{stroke:#59636e;stroke-width:1.2;stroke-dasharray:4 3}"
      ".curve{fill:none;stroke:currentColor;stroke-width:2.2;stroke-linejoin:round;"
      "stroke-linecap:round}.band{fill:currentColor;opacity:.15}"
      ".dot{fill:currentColor;stroke:#fff;stroke-width:1}"
      ".hollow{fill:#fff;stroke:currentColor;stroke-width:1.8}"
      ".leader{fill:none;stroke:currentColor;opacity:.55}"
      ".far{stroke-dasharray:1 5;stroke-linecap:round}.label{fill:currentColor;font-weight:600}"
      ".value{fill:#59636e;font-weight:400}"
      ".reach{fill:none;stroke:transparent;stroke-width:16;pointer-events:stroke}"
      ".quiet-series{color:#7d8590}.quiet-series .curve{stroke-width:1.3}"
      ".quiet-series .label{font-weight:400;font-size:12px}.reading{display:none;font-size:12px;"
      "font-weight:600;fill:currentColor;stroke:#fff;stroke-width:4px;stroke-linejoin:round;"
      "paint-order:stroke}.series:hover .reading,.series:focus .reading{display:inline}"
      ".on-dark{fill:#fff}.on-light{fill:#000}";
  std::string dark =
      "text{fill:#e6edf3}.paper{fill:#12161c}.quiet,.tick,.note,.value{fill:#9da7b1}"
      ".quiet-series{color:#8b949e}.grid{stroke:#2a3038}.axis{stroke:#6e7681}.mark{stroke:#9da7b1}"
      ".dot{stroke:#12161c}.hollow{fill:#12161c}.reading{stroke:#12161c;fill:currentColor}"
      ".label{fill:currentColor}.on-dark{fill:#fff}.on-light{fill:#000}";
  for (int i = 0; i < kSeriesColours; ++i) {
    const auto index = static_cast<std::size_t>(i);
    css += concat(".s", i, "{color:", kOnLight[index], "}");
    dark += concat(".s", i, "{color:", kOnDark[index], "}");
  }
  return "<style>" + css + "@media (prefers-color-scheme:dark){" + dark + "}</style>\n";
}

std::vector<std::string> broken_into_lines(const std::string& text, double width, double size) {
  std::vector<std::string> lines;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    if (lines.empty() || text_width(concat(lines.back(), " ", word), size) > width)
      lines.push_back(word);
    else
      lines.back() = concat(lines.back(), " ", word);
  }
  return lines;
}

}  // namespace

std::string xml_escaped(std::string_view text) {
  static constexpr std::pair<std::string_view, const char*> kNames[] = {
      {"&", "&amp;"}, {"<", "&lt;"}, {">", "&gt;"}, {"\"", "&quot;"}, {"'", "&#39;"}};
  std::string result;
  while (!text.empty()) {
    const Utf8Character c = next_character(text);
    const bool control = c.code < 0x20 && c.code != U'\t' && c.code != U'\n';
    const auto name =
        std::ranges::find(kNames, c.bytes, &std::pair<std::string_view, const char*>::first);
    if (!c.valid || control || c.code == 0xFFFE || c.code == 0xFFFF)
      result += "\xEF\xBF\xBD";
    else if (name != std::end(kNames))
      result += name->second;
    else
      result += c.bytes;
    text.remove_prefix(c.bytes.size());
  }
  return result;
}

std::string coordinate(double v) {
  check_argument(std::isfinite(v), "svg", "a coordinate is ", v);
  return shortest(std::round(v * 10) / 10 + 0.0);  // + 0.0 turns -0 into 0
}

std::vector<std::string> tick_texts(const std::vector<double>& ticks) {
  constexpr int kMostDecimals = 6;
  const auto needs_more = [&](int decimals) {
    const double scale = std::pow(10.0, decimals);
    return std::any_of(ticks.begin(), ticks.end(), [&](double t) {
      return std::abs(t * scale - std::round(t * scale)) >
             1e-6 * std::max(1.0, std::abs(t * scale));
    });
  };
  int decimals = 0;
  while (decimals < kMostDecimals && needs_more(decimals)) ++decimals;
  std::vector<std::string> texts;
  for (double t : ticks) {
    const bool long_number = std::abs(t) >= 1e7 || decimals == kMostDecimals;
    texts.push_back(long_number ? shortest(static_cast<float>(t)) : format_fixed(t, decimals));
  }
  return texts;
}

double text_width(std::string_view text, double font_size) {
  return 0.56 * font_size * display_width(text);
}

std::vector<double> round_ticks(double low, double high, int wanted) {
  const double rough = (high - low) / std::max(1, wanted);
  if (!(rough > 0) || !std::isfinite(rough)) return {low};
  const double power = std::pow(10.0, std::floor(std::log10(rough)));
  double step = 10 * power;
  for (double factor : {5.0, 2.5, 2.0, 1.0})
    if (factor * power >= rough * 0.999) step = factor * power;
  std::vector<double> ticks;
  const double first = std::ceil(low / step - 1e-9);
  for (int i = 0; (first + i) * step <= high + 1e-9 * step && i <= 2 * wanted + 2; ++i)
    ticks.push_back((first + i) * step + 0.0);
  return ticks;
}

SvgCanvas::SvgCanvas(double width, const std::string& title, const std::string& subtitle,
                     const std::string& label)
    : width_(width), top_(14) {
  head_ = concat("<title>", xml_escaped(title), "</title>\n<desc>", xml_escaped(label), "</desc>\n",
                 style_sheet());
  constexpr double kMargin = 20;
  for (const std::string& row : broken_into_lines(title, width - 2 * kMargin, 20))
    text({kMargin, top_ += 24}, row, "title");
  for (const std::string& row : broken_into_lines(subtitle, width - 2 * kMargin, 13))
    text({kMargin, top_ += 19}, row, "quiet");
}

void SvgCanvas::text(Spot at, std::string_view content, std::string_view style,
                     std::string_view anchor, std::string_view more) {
  body_ += concat("<text x=\"", coordinate(at.x), "\" y=\"", coordinate(at.y), "\" class=\"", style,
                  "\"");
  if (anchor != "start") body_ += concat(" text-anchor=\"", anchor, "\"");
  body_ += concat(">", xml_escaped(content), more, "</text>\n");
}

void SvgCanvas::line(Spot from, Spot to, std::string_view style) {
  body_ += concat("<line x1=\"", coordinate(from.x), "\" y1=\"", coordinate(from.y), "\" x2=\"",
                  coordinate(to.x), "\" y2=\"", coordinate(to.y), "\" class=\"", style, "\"/>\n");
}

void SvgCanvas::rectangle(Spot at, double width, double height, std::string_view attributes) {
  body_ += concat("<rect x=\"", coordinate(at.x), "\" y=\"", coordinate(at.y), "\" width=\"",
                  coordinate(width), "\" height=\"", coordinate(height), "\" ", attributes, "/>\n");
}

void SvgCanvas::path(std::span<const Spot> spots, bool closed, std::string_view attributes) {
  if (spots.empty()) return;
  body_ += "<path d=\"";
  for (std::size_t i = 0; i < spots.size(); ++i)
    body_ += concat(i == 0 ? "M" : "L", coordinate(spots[i].x), " ", coordinate(spots[i].y));
  body_ += concat(closed ? "Z\" " : "\" ", attributes, "/>\n");
}

void SvgCanvas::outline(std::string_view commands, std::string_view attributes) {
  if (!commands.empty()) body_ += concat("<path d=\"", commands, "\" ", attributes, "/>\n");
}

void SvgCanvas::open_group(std::string_view attributes) { body_ += concat("<g ", attributes, ">"); }
void SvgCanvas::close_group() { body_ += "</g>\n"; }
void SvgCanvas::open_window(Spot at, double width, double height) {
  const std::string x = coordinate(at.x), y = coordinate(at.y);
  const std::string w = coordinate(width), h = coordinate(height);
  body_ += concat("<svg x=\"", x, "\" y=\"", y, "\" width=\"", w, "\" height=\"", h,
                  "\" viewBox=\"", x, " ", y, " ", w, " ", h, "\">\n");
}
void SvgCanvas::close_window() { body_ += "</svg>\n"; }
void SvgCanvas::tooltip(std::string_view content) {
  body_ += concat("<title>", xml_escaped(content), "</title>");
}

std::string SvgCanvas::finish(double height) const {
  const std::string w = coordinate(width_), h = coordinate(height);
  return concat(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 ", w, " ", h, "\" width=\"", w,
      "\" height=\"", h, "\" role=\"img\" style=\"max-width:100%;height:auto\">\n", head_,
      "<rect class=\"paper\" width=\"", w, "\" height=\"", h, "\"/>\n", body_, "</svg>\n");
}

}  // namespace whereabouts
