#include <cmath>
#include <numbers>

#include "book/each_figure.h"
#include "position/rope_frequencies.h"
#include "report/number.h"
#include "util/check.h"

namespace whereabouts {
namespace {

constexpr int kChannelsTurned = 16, kLengthTrained = 64;

const std::vector<std::pair<std::string, std::string>> kBases = {
    {"500", "500"}, {"2000", "2,000"}, {"10000", "10,000"}, {"100000", "100,000"}};

// A shape of its own for each method, so that colour is not needed to tell them apart.
void draw_marker(SvgCanvas& canvas, int number, Spot at) {
  constexpr double r = 5;
  const std::string dot = "class=\"dot\"";
  if (number == 0)
    draw_circle(canvas, at, r, "hollow");
  else if (number == 1)
    canvas.rectangle({at.x - r + 1, at.y - r + 1}, 2 * r - 2, 2 * r - 2, dot);
  else if (number == 2)
    canvas.path(
        std::vector<Spot>{
            {at.x, at.y - r - 1}, {at.x + r + 1, at.y + r - 1}, {at.x - r - 1, at.y + r - 1}},
        true, dot);
  else
    canvas.path(
        std::vector<Spot>{
            {at.x, at.y - r - 1}, {at.x + r + 1, at.y}, {at.x, at.y + r + 1}, {at.x - r - 1, at.y}},
        true, dot);
}

}  // namespace

FigureParts rope_arrows_figure() {
  constexpr int kPair = 3, kQuery = 200, kDistance = 120, kFarthest = 320;
  const double theta = rope_frequencies(kChannelsTurned, 10000).theta[kPair];
  const double half = std::numbers::pi / theta;
  FigureParts parts;
  parts.title = "Query and key as arrows that turn with their positions";
  parts.description =
      concat("A circle with the arrow of a query at ", kQuery, " and of a key at ",
             kQuery - kDistance, ", for pair ", kPair,
             " of a head of 16 channels; and their product by distance, a wave that "
             "falls from 1 to -1 at ",
             format_fixed(half, 0), " characters, half a turn, and rises again.");
  std::vector<std::pair<std::string, std::string>> pairs;
  for (int i = 0; i < kChannelsTurned / 2; ++i)
    pairs.emplace_back(std::to_string(i), std::to_string(i));
  parts.controls = slider("distance", "Distance", 0, kFarthest, kDistance) +
                   slider("query", "Query at", 0, kFarthest, kQuery) +
                   choice("pair", "Pair", pairs, std::to_string(kPair)) +
                   choice("base", "Base", kBases, "10000");
  parts.caption =
      "One pair of channels of rope, with arrows of length 1. Only the angle between the arrows "
      "counts, so moving the query alone changes nothing in the product.";

  SvgCanvas canvas = figure_canvas();
  const Spot centre{kDrawingWidth / 2, 126};
  draw_circle(canvas, centre, 92, "axis");
  std::vector<Spot> between;
  for (double a = 0; a <= kDistance * theta; a += 0.05) {
    const double angle = (kQuery - kDistance) * theta + a,
                 r = 92 * (0.22 + 0.4 * a / (2 * std::numbers::pi));
    between.push_back({centre.x + r * std::cos(angle), centre.y - r * std::sin(angle)});
  }
  canvas.path(between, false, "class=\"curve thin s2\"");
  const auto arrow = [&](int position, const std::string& words, const std::string& style) {
    draw_arrow(canvas, centre, 92, position * theta, style);
    const double across = std::cos(position * theta);
    canvas.text({centre.x + 105 * across, centre.y - 105 * std::sin(position * theta) + 4}, words,
                "name " + style, across > 0.35 ? "start" : (across < -0.35 ? "end" : "middle"));
  };
  arrow(kQuery - kDistance, "key", "s1");
  arrow(kQuery, "query", "s0");

  const PlotFrame frame{.x = {0, kFarthest, 40, kDrawingWidth - 12},
                        .y = {-1, 1, 454, 284},
                        .x_ticks = {0, 64, 128, 192, 256, 320},
                        .y_ticks = {-1, -0.5, 0, 0.5, 1},
                        .x_label = "distance in characters",
                        .y_label = "product"};
  canvas.rectangle({40, 284}, frame.x(kLengthTrained) - 40, 170, "class=\"shade\"");
  canvas.text({(40 + frame.x(kLengthTrained)) / 2, 447}, "trained", "tick", "middle");
  draw_frame(canvas, frame);
  const auto product = [&](double n) { return std::cos(n * theta); };
  draw_curve(canvas, frame, product, 0, kFarthest, 1, "thin s2");
  canvas.line({frame.x(half), 280}, {frame.x(half), 454}, "mark");
  canvas.text({frame.x(half), 274}, concat("half a turn at ", format_fixed(half, 0)), "strong",
              "middle");
  draw_circle(canvas, {frame.x(kDistance), frame.y(product(kDistance))}, 6, "dot accent");
  return parts.with(canvas, 500);
}

FigureParts rope_frequencies_figure() {
  constexpr double kFactor = 4;
  FigureParts parts;
  parts.title = "How many characters a turn of each pair takes";
  parts.description =
      "Eight pairs on a logarithmic scale, as they are, by position interpolation, by NTK and by "
      "YaRN, for texts four times as long. A line at 64 characters, the trained length: three "
      "pairs lie below it as they are.";
  parts.controls =
      slider("factor", "Factor", 1, 16, kFactor, 0.5) + slider("pair", "Pair", 0, 7, 3) +
      choice("base", "Base", kBases, "10000") +
      choice("ramp", "YaRN's ramp", {{"index", "by index"}, {"turns", "by turns"}}, "index");
  parts.caption =
      "What the methods of lesson 10 do to each pair, for a head of 16 channels. A pair below the "
      "line has met all its angles in training.";
  const PlotFrame frame{.x = {-0.5, 7.5, 74, kDrawingWidth - 14},
                        .y = {4, 2e6, 360, 62, true},
                        .x_ticks = {0, 1, 2, 3, 4, 5, 6, 7},
                        .y_ticks = {10, 100, 1000, 10000, 100000, 1000000},
                        .x_label = "pair",
                        .y_label = "characters a turn takes"};
  SvgCanvas canvas = figure_canvas();
  const double line = frame.y(kLengthTrained), right = kDrawingWidth - 14;
  canvas.rectangle({74, line}, right - 74, 360 - line, "class=\"shade\"");
  draw_frame(canvas, frame);
  canvas.line({74, line}, {right, line}, "mark");
  canvas.text({right - 4, line + 16}, "trained: 64", "tick", "end");
  const std::vector<std::pair<std::string, std::string>> methods = {
      {"none", "s5"}, {"pi", "s0"}, {"ntk", "s1"}, {"yarn", "s2"}};
  for (std::size_t m = 0; m < methods.size(); ++m) {
    const auto& [method, style] = methods[m];
    const double turns = kLengthTrained / (4 * std::numbers::pi);
    const std::vector<double> theta = rope_frequencies(kChannelsTurned, 10000,
                                                       {.method = method,
                                                        .factor = kFactor,
                                                        .trained_length = kLengthTrained,
                                                        .fast_turns = turns})
                                          .theta;
    const double shift = (frame.x(1) - frame.x(0)) * 0.17 * (static_cast<double>(m) - 1.5);
    const double legend = 12 + 68 * static_cast<double>(m);
    canvas.open_group(concat("class=\"", style, "\""));
    std::vector<Spot> spots;
    for (std::size_t i = 0; i < theta.size(); ++i) {
      spots.push_back(
          {frame.x(static_cast<double>(i)) + shift, frame.y(2 * std::numbers::pi / theta[i])});
    }
    canvas.path(spots, false, m == 0 ? "class=\"curve thin dashed\"" : "class=\"curve thin\"");
    spots.push_back({legend, 22});
    for (const Spot& spot : spots) draw_marker(canvas, static_cast<int>(m), spot);
    canvas.close_group();
    canvas.text({legend + 12, 26}, method, "strong");
  }
  return parts.with(canvas, 406);
}

}  // namespace whereabouts
