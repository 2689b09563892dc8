#include <algorithm>
#include <array>
#include <optional>

#include "book/each_figure.h"
#include "book/read_measurements.h"
#include "report/number.h"
#include "util/check.h"
#include "util/joined.h"

namespace whereabouts {
namespace {

namespace fs = std::filesystem;

std::string json_of(const std::optional<Spread>& s) {
  if (!s) return "null";
  return concat("[", shortest(s->median), ",", shortest(s->low), ",", shortest(s->high), "]");
}

// A list in JSON, each item made by `text`.
template <class Items, class Text>
std::string json_list(const Items& items, Text text) {
  return "[" + joined(items, ",", text) + "]";
}

std::string json_of(const std::vector<MeasuredScheme>& schemes, const std::string& values) {
  return json_list(schemes, [&](const MeasuredScheme& s) {
    return concat("{\"name\":\"", xml_escaped(s.name), "\",\"", values,
                  "\":", json_list(s.at, [](const auto& at) { return json_of(at); }), "}");
  });
}

std::string tick_boxes(const std::vector<MeasuredScheme>& schemes,
                       const std::vector<std::string>& ticked) {
  const auto wanted = [&](const MeasuredScheme& s) {
    return std::ranges::find(ticked, s.name) != ticked.end();
  };
  const bool some = std::ranges::any_of(schemes, wanted);
  std::string html;
  for (const MeasuredScheme& s : schemes) html += tick_box(s.name, s.name, !some || wanted(s));
  return html;
}

// The colours are eight: the ninth curve and those after it are dashed, the 17th thin.
std::string curve_style(std::size_t number) {
  return std::array{"curve", "curve dashed", "curve thin"}[number / 8 % 3];
}

// The names at the right ends of curves, moved apart.
void draw_names(SvgCanvas& canvas, double x, double bottom,
                std::vector<std::pair<Spot, std::string>> names) {
  std::ranges::sort(names, {}, [](const auto& name) { return name.first.y; });
  for (std::size_t i = 1; i < names.size(); ++i)
    names[i].first.y = std::max(names[i].first.y, names[i - 1].first.y + 16);
  double low = bottom;
  for (std::size_t i = names.size(); i-- > 0; low -= 16)
    names[i].first.y = std::min(names[i].first.y, low);
  // The name of the class stands before the text.
  for (const auto& [at, words] : names) {
    const std::size_t blank = words.find(' ');
    canvas.text({x, at.y}, words.substr(blank + 1), "name " + words.substr(0, blank));
  }
}

}  // namespace

FigureParts gap_curves_figure(const fs::path& project, const fs::path& results) {
  std::optional<MeasuredFigure> found;
  for (const char* run : {"report", "09_extrapolation_gap"}) {
    if (!found && fs::exists(results / run / "results.csv") &&
        fs::exists(results / run / "settings.txt"))
      found = gaps_of_run(results / run);
  }
  if (!found || found->schemes.empty())
    found = gaps_of_page(project / "lessons/09_extrapolation_gap.md");
  FigureParts parts;
  parts.title = "What a longer context costs, scheme by scheme";
  parts.description = concat(
      "Curves of the gap, bits per character above those at the trained length, over the length "
      "of the context, with a band: ",
      found->band, ".");
  parts.controls = tick_boxes(found->schemes, {}) + tick_box("bands", found->band, true);
  parts.caption = concat("The gap of each scheme: bits per character beyond those at ",
                         found->trained, ", ", found->source, ".");
  parts.data = concat("{\"trained\":", found->trained,
                      ",\"lengths\":", json_list(found->lengths, [](int length) { return length; }),
                      ",\"schemes\":", json_of(found->schemes, "gap"), "}");
  double high = 0.1, low = -0.05;
  for (const MeasuredScheme& scheme : found->schemes)
    for (const auto& s : scheme.at)
      if (s) high = std::max(high, s->high), low = std::min(low, s->low);
  PlotFrame frame{.x = {static_cast<double>(found->lengths.front()),
                        static_cast<double>(found->lengths.back()), 44, kDrawingWidth - 96, true},
                  .y = {low - 0.03 * (high - low), high + 0.03 * (high - low), 360, 40},
                  .x_ticks = {},
                  .y_ticks = round_ticks(low, high, 6),
                  .x_label = "characters of context",
                  .y_label = "gap in bits"};
  for (double at = frame.x.low; at <= frame.x.high; at *= 2) frame.x_ticks.push_back(at);
  SvgCanvas canvas = figure_canvas();
  draw_frame(canvas, frame);
  canvas.line({frame.x(found->trained), 40}, {frame.x(found->trained), 360}, "mark");
  canvas.text({frame.x(found->trained) + 6, 52}, concat("trained: ", found->trained), "tick");
  std::vector<std::pair<Spot, std::string>> names;
  for (std::size_t i = 0; i < found->schemes.size(); ++i) {
    const std::string style = concat("s", i % 8);
    std::vector<Spot> spots, band, back;
    for (std::size_t k = 0; k < found->lengths.size(); ++k) {
      const auto& s = found->schemes[i].at[k];
      if (!s) continue;
      const double x = frame.x(found->lengths[k]);
      spots.push_back({x, frame.y(s->median)});
      band.push_back({x, frame.y(s->low)});
      back.insert(back.begin(), {x, frame.y(s->high)});
    }
    band.insert(band.end(), back.begin(), back.end());
    canvas.open_group(concat("class=\"", style, "\""));
    canvas.path(band, true, "class=\"band\"");
    canvas.path(spots, false, concat("class=\"", curve_style(i), "\""));
    canvas.close_group();
    names.emplace_back(Spot{0, spots.back().y + 4}, concat(style, " ", found->schemes[i].name));
  }
  draw_names(canvas, kDrawingWidth - 88, 364, names);
  return parts.with(canvas, 406);
}

FigureParts recall_distance_figure(const fs::path& project, const fs::path& results) {
  const bool own = fs::exists(results / "recall" / "names.csv");
  const MeasuredFigure found = own ? recall_of_run(results / "recall")
                                   : recall_of_page(project / "lessons/12_what_flat_loss_hides.md");
  const std::vector<std::string> first = {"rope", "alibi", "shaw", "kerple-log", "window"};
  FigureParts parts;
  parts.title = "Names found again, by how far back they were last said";
  parts.description =
      "Curves of the share of characters right over the distance to the last mention: shaw and "
      "kerple-log stay high, alibi falls to guessing, rope lies below it throughout.";
  parts.controls = tick_boxes(found.schemes, first) + tick_box("bands", "lowest and highest", true);
  parts.caption = concat(
      "The share of the characters of made-up names that is right, reading the longest text: ",
      found.source, ".");
  parts.data = concat(
      "{\"distances\":", json_list(found.distances, [](const auto& d) { return "\"" + d + "\""; }),
      ",\"guess\":",
      found.guess ? concat("[", shortest(found.guess->low), ",", shortest(found.guess->high), "]")
                  : "null",
      ",\"schemes\":", json_of(found.schemes, "right"), "}");
  const double n = static_cast<double>(found.distances.size());
  const PlotFrame frame{.x = {0, std::max(1.0, n - 1), 44, kDrawingWidth - 128},
                        .y = {0, 1, 350, 40},
                        .x_ticks = {},
                        .y_ticks = {0, 0.25, 0.5, 0.75, 1},
                        .x_label = "characters back to the last mention",
                        .y_label = "share right"};
  SvgCanvas canvas = figure_canvas();
  draw_frame(canvas, frame);
  for (std::size_t i = 0; i < found.distances.size(); ++i) {
    const double x = frame.x(static_cast<double>(i));
    std::string words = found.distances[i];
    if (const std::size_t to = words.find(" to "); to != std::string::npos)
      words.replace(to, 4, "-");
    canvas.line({x, 350}, {x, 355}, "axis");
    canvas.text({x, 369}, words, "tick", "middle");
  }
  std::vector<std::pair<Spot, std::string>> names;
  for (std::size_t i = 0; i < found.schemes.size(); ++i) {
    const MeasuredScheme& scheme = found.schemes[i];
    if (std::ranges::find(first, scheme.name) == first.end()) continue;
    std::vector<Spot> spots;
    for (std::size_t k = 0; k < scheme.at.size(); ++k)
      if (scheme.at[k])
        spots.push_back({frame.x(static_cast<double>(k)), frame.y(scheme.at[k]->median)});
    if (spots.empty()) continue;
    const std::string style = concat("s", i % 8);
    canvas.path(spots, false, concat("class=\"", curve_style(i), " ", style, "\""));
    for (const Spot& spot : spots) draw_circle(canvas, spot, 4, "dot " + style);
    names.emplace_back(Spot{0, spots.back().y + 4}, concat(style, " ", scheme.name));
  }
  draw_names(canvas, kDrawingWidth - 114, 354, names);
  return parts.with(canvas, 396);
}

}  // namespace whereabouts
