#include <cmath>
#include <optional>

#include "book/each_figure.h"
#include "position/alibi.h"
#include "position/distance_map.h"
#include "position/t5.h"
#include "report/number.h"
#include "util/check.h"

namespace whereabouts {

FigureParts rho_tables_figure() {
  constexpr int kTrained = 8, kLength = 16, kWindow = 4;
  FigureParts parts;
  parts.title = "The distance that each query is told of each key";
  parts.description =
      "A triangle of numbers for self-extend: a model trained on 8 characters reads 16. Near the "
      "diagonal the distances are as they are; farther away blocks of cells share one, and none "
      "is above 7.";
  parts.controls =
      choice("method", "Method",
             {{"rope", "rope as it is"},
              {"window", "window"},
              {"rerope", "rerope"},
              {"leaky", "leaky"},
              {"self-extend", "self-extend"},
              {"dual-chunk", "dual-chunk"},
              {"lm-infinite", "lm-infinite"},
              {"streaming", "streaming"}},
             "self-extend") +
      slider("trained", "Trained on", 4, 24, kTrained) +
      slider("length", "Length read", 4, 40, kLength) + slider("window", "Window", 1, 24, kWindow) +
      slider("group", "Group", 0, 8, 0) + slider("chunk", "Chunk", 1, 16, kTrained / 2) +
      slider("sinks", "Sinks", 0, 6, 2) + slider("query", "Query at", 0, 39, kLength - 1);
  parts.caption =
      "Rows are queries, columns keys. Empty cells are hidden; a shade of the other colour is a "
      "distance that training never showed. Group 0 stands for the least group that is enough.";
  DistanceMapSettings settings{
      .method = "self-extend", .trained_length = kTrained, .window = kWindow};
  settings.group = least_group(settings, kLength);
  const DistanceMap map = distance_map(settings);
  SvgCanvas canvas = figure_canvas();
  constexpr double kLeft = 46, kTop = 34, kSize = (kDrawingWidth - 58) / kLength;
  canvas.text({kLeft, 12}, "key at", "tick");
  canvas.text({0, kTop - 6}, "query", "tick");
  for (int i = 0; i < kLength; ++i) {
    const std::string number = std::to_string(i);
    canvas.text({kLeft - 8, kTop + (i + 0.5) * kSize + 4}, number, "tick", "end");
    canvas.text({kLeft + (i + 0.5) * kSize, kTop - 6}, number, "tick", "middle");
    for (int j = 0; j <= i; ++j) {
      const std::optional<double> told = map(i, j);
      if (!told) continue;
      const double shade = 0.07 + 0.43 * (1 - *told / (kTrained - 1));
      const Spot at{kLeft + j * kSize, kTop + i * kSize};
      canvas.rectangle({at.x + 0.5, at.y + 0.5}, kSize - 1, kSize - 1,
                       concat("class=\"cell s0\" opacity=\"", format_fixed(shade, 3), "\""));
      canvas.text({at.x + kSize / 2, at.y + kSize / 2 + 4}, shortest(*told), "small", "middle");
    }
  }
  return parts.with(canvas, kTop + kLength * kSize + 8);
}

FigureParts alibi_slopes_figure() {
  constexpr int kHeads = 4, kKeys = 256;
  FigureParts parts;
  parts.title = "The penalties of ALiBi, and the weights that become of them";
  parts.description =
      "Above, what each of four heads adds to a score, by distance: lines that fall at slopes of "
      "1/4, 1/16, 1/64 and 1/256. Below, the weight as a share of the nearest key's: each head "
      "falls to 0 at four times the distance of the one before.";
  std::vector<std::pair<std::string, std::string>> lengths;
  for (const int length : {16, 64, 256, 1024})
    lengths.emplace_back(std::to_string(length), std::to_string(length));
  parts.controls = slider("heads", "Heads", 1, 16, kHeads) + slider("head", "Head", 1, kHeads, 3) +
                   slider("distance", "Distance", 1, 1023, 64) +
                   choice("length", "Keys", lengths, std::to_string(kKeys));
  parts.caption =
      "A penalty is subtracted before the softmax and becomes a factor behind it. Both plots have "
      "the distance on a scale of doublings, on which every head has the same curve, moved.";
  SvgCanvas canvas = figure_canvas();
  const std::vector<double> slopes = alibi_slopes(kHeads);
  const auto panel = [&](double top, double low, const std::vector<double>& ticks,
                         const std::string& label, auto value) {
    const PlotFrame frame{.x = {1, kKeys, 44, kDrawingWidth - 14, true},
                          .y = {low, ticks.back(), top + 200, top},
                          .x_ticks = {1, 4, 16, 64, 256},
                          .y_ticks = ticks,
                          .x_label = "distance in characters",
                          .y_label = label};
    draw_frame(canvas, frame);
    for (int h = 0; h < kHeads; ++h) {
      std::vector<Spot> spots;
      for (double n = 1; n <= kKeys; n *= std::exp2(1.0 / 16)) {
        if (value(slopes[h], n) < low) break;
        spots.push_back({frame.x(n), frame.y(value(slopes[h], n))});
      }
      canvas.path(spots, false, concat("class=\"curve s", h, "\""));
    }
  };
  panel(60, -8, {-8, -6, -4, -2, 0}, "added to the score",
        [](double slope, double n) { return -slope * n; });
  panel(360, 0, {0, 0.25, 0.5, 0.75, 1}, "weight, as a share of the nearest",
        [](double slope, double n) { return std::exp(-slope * n); });
  for (int h = 0; h < kHeads; ++h) {
    canvas.text({44.0 + 88 * h, 18}, concat("m = 1/", shortest(1 / slopes[h])),
                concat("name s", h));
  }
  return parts.with(canvas, 606);
}

FigureParts t5_buckets_figure() {
  constexpr int kBuckets = 16, kFarthest = 64, kLast = 160;
  FigureParts parts;
  parts.title = "Which distances share a bucket";
  parts.description =
      "Bars that rise with the distance: the first eight buckets hold one distance each, the next "
      "grow wider, and the last of 16 holds all distances from 50 on.";
  parts.controls = slider("buckets", "Buckets", 4, 32, kBuckets, 4) +
                   slider("farthest", "Farthest", 24, 256, kFarthest, 8) +
                   slider("distance", "Distance", 0, kLast, 40) +
                   tick_box("both", "both directions", false);
  parts.caption =
      "Each bar is a bucket: as wide as the distances that it holds, and as high as its number. "
      "Half of the buckets hold one distance each.";
  const PlotFrame frame{.x = {-0.5, kLast + 0.5, 44, kDrawingWidth - 14},
                        .y = {0, kBuckets, 300, 40},
                        .x_ticks = {0, 32, 64, 96, 128, 160},
                        .y_ticks = {0, 4, 8, 12, 16},
                        .x_label = "distance, query - key",
                        .y_label = "bucket"};
  SvgCanvas canvas = figure_canvas();
  draw_frame(canvas, frame);
  const auto bucket = [&](int n) { return t5_bucket(n, kBuckets, kFarthest, true); };
  for (int from = 0; from <= kLast;) {
    int to = from;
    while (to < kLast && bucket(to + 1) == bucket(from)) ++to;
    const double top = frame.y(bucket(from) + 1);
    canvas.rectangle({frame.x(from - 0.5), top}, frame.x(to + 0.5) - frame.x(from - 0.5), 300 - top,
                     concat("class=\"cell s0\" opacity=\"", bucket(from) % 2 ? 0.3 : 0.5, "\""));
    from = to + 1;
  }
  canvas.line({frame.x(kFarthest), 40}, {frame.x(kFarthest), 300}, "mark");
  canvas.text({frame.x(kFarthest), 30}, concat("farthest: ", kFarthest), "strong", "middle");
  return parts.with(canvas, 346);
}

}  // namespace whereabouts
