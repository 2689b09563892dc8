#include "lesson/far_text_pictures.h"

#include <algorithm>
#include <iostream>

#include "evaluate/by_position.h"
#include "evaluate/fixed.h"
#include "evaluate/for_length.h"
#include "evaluate/receptive_field.h"
#include "evaluate/windows.h"
#include "report/number.h"
#include "report/svg.h"
#include "report/terminal.h"
#include "util/check.h"
#include "util/write_file.h"

namespace whereabouts {

void show_receptive_fields(const std::vector<Trained>& all, std::span<const Token> validation,
                           const Lesson& lesson) {
  const Settings& s = lesson.settings;
  const int length = std::min(s.longest(), 8 * s.length);
  const auto starts = even_starts(std::ssize(validation), length, s.quick ? 4 : 32);
  TextTable table({"scheme", "half", "90 %", "99 %", concat("beyond ", s.length)});
  LinePlot plot =
      plot_over_lengths(s.length, "How far the model looks",
                        concat("Share of |d loss / d embedding| within the distance, reading ",
                               length, " characters"),
                        "characters back", "share within");
  plot.y_min = 0, plot.y_max = 1;
  plot.x_ticks = powers_of_two(length);
  for (const Trained& t : all) {
    const auto field = receptive_field(for_length(t.model, length), validation, starts, length);
    table.row({t.scheme, std::to_string(reach(field, 0.5)), std::to_string(reach(field, 0.9)),
               std::to_string(reach(field, 0.99)), format_fixed(share_beyond(field, s.length), 3)});
    PlotSeries series{.name = t.scheme, .points = {}};
    for (const int n : quarter_octaves(length - 1))
      series.points.push_back({.x = 1.0 * n, .y = 1 - share_beyond(field, n)});
    plot.series.push_back(series);
  }
  write_file(lesson.out / "receptive_field.svg", svg_line_plot(plot));
  std::cout << "\n3. The receptive field: within how many characters lies this share of "
               "|d loss / d embedding|, reading "
            << length << "\n\n"
            << table.text();
}

void show_early_tokens(const Trained& t, std::span<const Token> validation, const Lesson& lesson) {
  const Settings& s = lesson.settings;
  const auto places = score_by_position(for_length(t.model, s.longest()), validation, s.longest());
  const FixedWindows same_targets = fixed_windows(validation.size(), s.longest());
  TextTable table({"length", "windows", "fixed", "mean of the first places"});
  for (const int length : s.eval_lengths) {
    const Transformer model = for_length(t.model, length);
    table.row({std::to_string(length),
               format_fixed(score_windows(model, validation, length, s.longest()).bits_per_char, 3),
               format_fixed(score_fixed(model, validation, same_targets, length).bits_per_char, 3),
               format_fixed(bits_of_first_places(places, length), 3)});
  }
  LinePlot plot = plot_over_lengths(s.length, "Loss by the place inside a window, " + t.scheme, "",
                                    "characters before the target", "bits per character");
  plot.x_ticks = powers_of_two(s.longest());
  plot.series = {{.name = t.scheme, .points = {}}};
  for (const PlaceScore& p : places)
    plot.series[0].points.push_back({.x = 1.0 * p.from, .y = p.score.bits_per_char});
  write_file(lesson.out / "position.svg", svg_line_plot(plot));
  std::cout << "\n4. The early-token curse, " << t.scheme << ": windows that do not overlap\n\n"
            << table.text()
            << "\nThe first places of a window have no context. The longer the windows, the fewer "
               "such places:\nthe column windows falls, and the mean of the first places of long "
               "windows falls in the same way,\nwhatever the model does with what is far away.\n";
}

}  // namespace whereabouts
