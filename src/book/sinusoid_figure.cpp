#include <cmath>
#include <numbers>

#include "book/each_figure.h"
#include "position/sinusoidal.h"
#include "report/number.h"
#include "util/check.h"

namespace whereabouts {
namespace {

constexpr int kAddressChannels = 8, kAddressAt = 10, kMovedBy = 5;

// A number on a shade, one colour above 0 and another below.
void draw_number(SvgCanvas& canvas, Spot at, double width, double height, double value) {
  canvas.rectangle({at.x + 0.5, at.y + 0.5}, width - 1, height - 1,
                   concat("class=\"cell ", value < 0 ? "s1" : "s0", "\" opacity=\"",
                          value == 0 ? "0" : format_fixed(0.06 + 0.4 * std::abs(value), 3), "\""));
  canvas.text({at.x + width / 2, at.y + height / 2 + 4}, value == 0 ? "0" : format_fixed(value, 2),
              value == 0 ? "small tick" : "small", "middle");
}

}  // namespace

FigureParts sinusoid_figure() {
  FigureParts parts;
  parts.title = "An address of sines and cosines, and the matrix that moves it";
  parts.description =
      concat("Four clocks, one for each pair of channels, with a hand for position ", kAddressAt,
             " and one for position ", kAddressAt + kMovedBy,
             "; and a matrix of four blocks that makes the first address into the second.");
  parts.controls =
      slider("p", "Position", 0, 100, kAddressAt) + slider("k", "Moved by", 0, 50, kMovedBy);
  parts.caption =
      "The hand of a clock shows a pair of channels: sine across, cosine up. Whatever the "
      "position, the same matrix moves it by the same number of places.";
  const Tensor rows = sinusoid({kAddressAt, kAddressAt + kMovedBy}, kAddressChannels);
  SvgCanvas canvas = figure_canvas();
  constexpr double kRadius = 42;
  for (int pair = 0; pair < 4; ++pair) {
    const Spot centre{50.0 + 100 * pair, 34 + kRadius};
    canvas.text({centre.x, 16}, concat("pair ", pair), "strong", "middle");
    draw_circle(canvas, centre, kRadius, "axis");
    for (int row = 0; row < 2; ++row) {
      const float* channels = rows.data() + row * kAddressChannels + 2 * pair;
      draw_arrow(canvas, centre, kRadius - 2, std::atan2(channels[1], channels[0]),
                 row == 0 ? "s0" : "s1");
    }
    const double turn = 2 * std::numbers::pi * std::pow(10000, 2.0 * pair / kAddressChannels);
    canvas.text({centre.x, 52 + 2 * kRadius}, concat("a turn in ", format_fixed(turn, 0)), "tick",
                "middle");
  }
  const double key = 76 + 2 * kRadius, top = key + 42;
  canvas.line({70, key - 4}, {96, key - 4}, "curve s0");
  canvas.text({102, key}, concat("position ", kAddressAt), "");
  canvas.line({212, key - 4}, {238, key - 4}, "curve s1");
  canvas.text({244, key}, concat("position ", kAddressAt + kMovedBy), "");
  constexpr double kWide = 37, kHigh = 25, kGap = 13, kLeft = 2;
  canvas.text({kLeft + 4 * kWide, top - 10}, concat("the matrix that moves by ", kMovedBy),
              "strong", "middle");
  canvas.text({kLeft + 8.5 * kWide + kGap, top - 10}, concat("PE(", kAddressAt, ")"),
              "small strong", "middle");
  canvas.text({kLeft + 9.5 * kWide + 2 * kGap, top - 10}, concat("PE(", kAddressAt + kMovedBy, ")"),
              "small strong", "middle");
  for (int i = 0; i < kAddressChannels; ++i) {
    const double frequency = std::pow(10000, -2.0 * (i / 2) / kAddressChannels),
                 angle = kMovedBy * frequency;
    for (int j = 0; j < kAddressChannels; ++j) {
      const double value = i == j       ? std::cos(angle)
                           : j == i + 1 ? (i % 2 == 0 ? std::sin(angle) : 0)
                           : j == i - 1 ? (i % 2 == 1 ? -std::sin(angle) : 0)
                                        : 0;
      draw_number(canvas, {kLeft + j * kWide, top + i * kHigh}, kWide, kHigh, value);
    }
    draw_number(canvas, {kLeft + 8 * kWide + kGap, top + i * kHigh}, kWide, kHigh, rows.data()[i]);
    draw_number(canvas, {kLeft + 9 * kWide + 2 * kGap, top + i * kHigh}, kWide, kHigh,
                rows.data()[kAddressChannels + i]);
  }
  canvas.rectangle({kLeft, top}, 8 * kWide, 8 * kHigh, "class=\"axis\"");
  canvas.text({kLeft + 8 * kWide + kGap / 2, top + 4 * kHigh + 4}, "×", "strong", "middle");
  canvas.text({kLeft + 9 * kWide + 1.5 * kGap, top + 4 * kHigh + 4}, "=", "strong", "middle");
  return parts.with(canvas, top + 8 * kHigh + 8);
}

}  // namespace whereabouts
