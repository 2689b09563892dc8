// Pairs of channels as arrows that turn, for rotary positions.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "report/svg.h"
#include "report/svg_canvas.h"
#include "util/check.h"

namespace whereabouts {
namespace {

// An arrow with a head of three strokes, as long on paper whatever its own length.
void draw_arrow(SvgCanvas& canvas, Spot from, Spot to, const std::string& attributes) {
  constexpr double kHead = 9, kSpread = 0.4;
  const double angle = std::atan2(to.y - from.y, to.x - from.x);
  const auto barb = [&](double side) {
    return Spot{to.x - kHead * std::cos(angle + side), to.y - kHead * std::sin(angle + side)};
  };
  const Spot stroke[] = {from, to, barb(kSpread), to, barb(-kSpread)};
  canvas.path(stroke, false, attributes);
}

}  // namespace

std::string svg_turning_pairs(const std::string& title, const std::string& subtitle,
                              const std::vector<TurningPair>& pairs) {
  constexpr double kSheet = 820, kMargin = 20;
  check_argument(!pairs.empty(), "svg_turning_pairs", "there is nothing to draw");
  SvgCanvas canvas(kSheet, title, subtitle,
                   concat(pairs.size(), " pairs of channels, each turning at its own speed."));
  const double panel = (kSheet - 2 * kMargin) / static_cast<double>(pairs.size()),
               radius = std::min(0.36 * panel, 110.0), middle = canvas.top() + radius + 52;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const TurningPair& pair = pairs[i];
    check_argument(pair.x.size() == pair.y.size() && !pair.x.empty(), "svg_turning_pairs",
                   pair.name, " has ", pair.x.size(), " x and ", pair.y.size(), " y");
    const Spot centre{kMargin + panel * (static_cast<double>(i) + 0.5), middle};
    double longest = 0;
    for (std::size_t p = 0; p < pair.x.size(); ++p)
      longest = std::max(longest, std::hypot(pair.x[p], pair.y[p]));
    check_argument(longest > 0 && std::isfinite(longest), "svg_turning_pairs", pair.name,
                   " has length ", longest);

    std::vector<Spot> circle;
    for (int corner = 0; corner < 60; ++corner) {
      const double angle = std::numbers::pi * corner / 30;
      circle.push_back({centre.x + radius * std::cos(angle), centre.y + radius * std::sin(angle)});
    }
    canvas.path(circle, true, "class=\"axis\" fill=\"none\"");
    canvas.open_group(concat("class=\"series s", i % kSeriesColours, "\" data-name=\"",
                             xml_escaped(pair.name), "\""));
    const auto last = pair.x.size() - 1;
    double label_angle = 0;
    for (std::size_t p = 0; p <= last; ++p) {
      const Spot end{centre.x + radius * pair.x[p] / longest,
                     centre.y - radius * pair.y[p] / longest};
      const double share = last > 0 ? static_cast<double>(p) / static_cast<double>(last) : 1;
      draw_arrow(canvas, centre, end,
                 concat("class=\"curve\" opacity=\"", 0.25 + 0.75 * share, "\""));
      // The position beside its arrow, unless it would stand on the label before.
      const double angle = std::atan2(pair.y[p], pair.x[p]);
      const double apart = std::abs(std::remainder(angle - label_angle, 2 * std::numbers::pi));
      if (p > 0 && apart * radius < 13) continue;
      label_angle = angle;
      canvas.text({centre.x + (radius + 12) * std::cos(angle),
                   centre.y - (radius + 12) * std::sin(angle) + 4},
                  std::to_string(p), "tick", "middle");
    }
    canvas.close_group();
    canvas.text({centre.x, middle + radius + 42}, pair.name, "quiet", "middle");
    canvas.text({centre.x, middle + radius + 60}, pair.note, "note", "middle");
  }
  return canvas.finish(middle + radius + 80);
}

}  // namespace whereabouts
