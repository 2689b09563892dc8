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
  canvas.line({frame.x(half), 284}, {frame.x(half), 454}, "mark");
  canvas.text({frame.x(half) + 6, 297}, concat("half a turn at ", format_fixed(half, 0)), "strong");
  draw_circle(canvas, {frame.x(kDistance), frame.y(product(kDistance))}, 6, "dot accent");
  parts.drawing = canvas.drawn();
  parts.height = 500;
  return parts;
}

}  // namespace whereabouts
