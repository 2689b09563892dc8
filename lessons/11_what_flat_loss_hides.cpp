// Lesson 11. What a flat loss hides.
//
// Question  A curve that stays flat to 1024 characters: does the model use them, or survive them?
// Run       make 11
// Try       1. Train five times as long: make 11 ARGS="--steps 5000". Are names found again now?
//           2. A model that cannot look far: make 11 ARGS="--schemes window,alibi"
#include <algorithm>
#include <iostream>

#include "app/experiment.h"
#include "app/lesson.h"
#include "evaluate/by_position.h"
#include "evaluate/cropped.h"
#include "evaluate/fixed.h"
#include "evaluate/recall.h"
#include "evaluate/receptive_field.h"
#include "evaluate/windows.h"
#include "report/csv.h"
#include "report/number.h"
#include "report/svg.h"
#include "report/terminal.h"
#include "util/check.h"
#include "util/write_file.h"

using namespace whereabouts;

namespace {

struct Trained {
  std::string scheme;
  Transformer model;
};

std::string bits(double x) { return fixed(x, 3); }
std::string signed_bits(double x) { return sentence(x >= 0 ? "+" : "", fixed(x, 3)); }

// 1. The whole text against its last characters alone, the same targets.
void against_cropped(const std::vector<Trained>& all, std::span<const Token> validation,
                     const Settings& s) {
  const FixedWindows windows = fixed_windows(validation.size(), s.longest());
  TextTable table({"scheme", "fixed " + std::to_string(s.length),
                   "fixed " + std::to_string(s.longest()), "cropped to " + std::to_string(s.length),
                   "what the rest brings"});
  for (const Trained& t : all) {
    const double home = score_fixed(t.model, validation, windows, s.length).bits_per_char;
    const double far =
        score_fixed(for_length(t.model, s.longest()), validation, windows, s.longest())
            .bits_per_char;
    const double cut =
        score_cropped(t.model, validation, windows, s.longest(), s.length).bits_per_char;
    table.row({t.scheme, bits(home), bits(far), bits(cut), signed_bits(far - cut)});
  }
  std::cout << "\n1. The honest baseline: all " << s.longest() << " characters, or the last "
            << s.length << " of them\n\n"
            << table.text()
            << "\nBelow zero the longer context helps, near zero it is merely survived.\n";
}

// 2. Names said again, by distance.
void names_again(const std::vector<Trained>& all, const Split& parts, const Recalls& recalls,
                 const Lesson& lesson) {
  const Settings& s = lesson.settings;
  if (recalls.names.empty()) {
    std::cout << "\n2. Names said again: this text has no list of them\n";
    return;
  }
  const auto first = static_cast<std::int64_t>(parts.training.size());
  const auto begin = std::ranges::lower_bound(recalls.names, first, {}, &Recall::offset);
  std::vector<std::string> header = {"scheme", "context"};
  for (int from = 8; from <= s.longest() / 2; from *= 2)
    header.push_back(std::to_string(from) + " to " + std::to_string(2 * from - 1));
  header.push_back("all else");
  TextTable table(header);
  Csv csv({"scheme", "length", "kind", "from", "to", "bits_per_char", "accuracy", "scored"});
  LinePlot plot;
  plot.title = "Made-up names said again: characters right";
  plot.subtitle = "By the distance to the last mention, which is in sight";
  plot.x_label = "characters back to the last mention (octaves)";
  plot.y_label = "share of characters right";
  plot.log2_x = true;
  plot.mark_x = s.length;
  plot.mark_label = "trained at " + std::to_string(s.length);
  plot.y_min = 0, plot.y_max = 1;
  for (const Trained& t : all) {
    PlotSeries series{.name = t.scheme, .points = {}};
    for (const int length : {s.length, s.longest()}) {
      std::vector<std::string> cells = {t.scheme, std::to_string(length)};
      const auto scores = score_recall(for_length(t.model, length), parts.validation,
                                       {begin, recalls.names.end()}, first, length);
      for (const RecallScore& r : scores)
        csv.row(t.scheme, length, name_of(r.kind), r.from, r.to, fixed(r.score.bits_per_char, 4),
                fixed(r.score.accuracy, 4), r.score.scored);
      for (int from = 8; from <= s.longest() / 2; from *= 2) {
        // With the mention in sight, or, marked, out of sight: that is what guessing gives.
        std::string cell = "-";
        for (const auto kind : {RecallScore::Kind::kUnseen, RecallScore::Kind::kSeen}) {
          const auto r = std::ranges::find_if(scores, [&](const RecallScore& score) {
            return score.kind == kind && score.from == from;
          });
          const bool seen = kind == RecallScore::Kind::kSeen;
          if (r == scores.end() || (seen && r->names < 10)) continue;
          cell = fixed(r->score.accuracy, 2) + (seen ? "" : "?");
          if (seen && length == s.longest())
            series.points.push_back({.x = static_cast<double>(from), .y = r->score.accuracy});
        }
        cells.push_back(cell);
      }
      for (const RecallScore& r : scores)
        if (r.kind == RecallScore::Kind::kRest) cells.push_back(fixed(r.score.accuracy, 2));
      table.row(cells);
    }
    plot.series.push_back(series);
  }
  std::cout << "\n2. Names said again: the share of their characters that is right\n\n"
            << table.text()
            << "\n? the last mention is out of sight, so this is what guessing gives.\n";
  csv.save(lesson.out / "recall.csv");
  write_file(lesson.out / "recall.svg", svg_line_plot(plot));
}

// 3. How much the loss at one character changes with each one before it.
void receptive_fields(const std::vector<Trained>& all, std::span<const Token> validation,
                      const Lesson& lesson) {
  const int length = std::min(lesson.settings.longest(), 8 * lesson.settings.length);
  const int windows = lesson.settings.quick ? 4 : 32;
  std::vector<std::int64_t> starts;
  for (int w = 0; w < windows; ++w)
    starts.push_back((static_cast<std::int64_t>(validation.size()) - length - 1) * w / windows);
  TextTable table({"scheme", "half", "90 %", "99 %", sentence("beyond ", lesson.settings.length)});
  LinePlot plot;
  plot.title = "How far the model looks";
  plot.subtitle = "Share of |d loss / d embedding| within the distance, reading " +
                  std::to_string(length) + " characters";
  plot.x_label = "characters back";
  plot.y_label = "share within";
  plot.log2_x = true;
  plot.mark_x = lesson.settings.length;
  plot.mark_label = "trained at " + std::to_string(lesson.settings.length);
  plot.y_min = 0, plot.y_max = 1;
  for (int tick = 1; tick <= length; tick *= 2) plot.x_ticks.push_back(tick);
  for (const Trained& t : all) {
    const auto field = receptive_field(for_length(t.model, length), validation, starts, length);
    double beyond = 0;
    for (int n = lesson.settings.length; n < length; ++n) beyond += field[n];
    table.row({t.scheme, std::to_string(reach(field, 0.5)), std::to_string(reach(field, 0.9)),
               std::to_string(reach(field, 0.99)), fixed(beyond, 3)});
    PlotSeries series{.name = t.scheme, .points = {}};
    double sum = 0;
    for (int n = 0, next = 1; n < length; ++n) {
      sum += field[n];
      if (n + 1 < next && n + 1 < length) continue;
      series.points.push_back({.x = n + 1.0, .y = sum});
      next = std::max(next + 1, next * 5 / 4);
    }
    plot.series.push_back(series);
  }
  std::cout << "\n3. The receptive field: within how many characters lies this share of "
               "|d loss / d embedding|, reading "
            << length << "\n\n"
            << table.text();
  write_file(lesson.out / "receptive_field.svg", svg_line_plot(plot));
}

// 4. Windows that do not overlap make every curve fall, and the loss by position says why.
void early_tokens(const std::vector<Trained>& all, std::span<const Token> validation,
                  const Lesson& lesson) {
  const Settings& s = lesson.settings;
  const Trained& t = all.front();
  const auto places = score_by_position(for_length(t.model, s.longest()), validation, s.longest());
  const FixedWindows fixed_targets = fixed_windows(validation.size(), s.longest());
  TextTable table({"length", "windows", "fixed", "mean of the first places"});
  for (const int length : s.eval_lengths) {
    const Transformer model = for_length(t.model, length);
    double sum = 0;
    std::int64_t count = 0;
    for (const PlaceScore& p : places) {
      if (p.from > length) break;
      const double share = std::min(1.0, (length - p.from + 1.0) / (p.to - p.from + 1.0));
      const auto scored = static_cast<std::int64_t>(share * static_cast<double>(p.score.scored));
      sum += p.score.bits_per_char * static_cast<double>(scored);
      count += scored;
    }
    table.row({std::to_string(length),
               bits(score_windows(model, validation, length, s.longest()).bits_per_char),
               bits(score_fixed(model, validation, fixed_targets, length).bits_per_char),
               bits(sum / static_cast<double>(count))});
  }
  std::cout << "\n4. The early-token curse, " << t.scheme << ": windows that do not overlap\n\n"
            << table.text()
            << "\nThe first places of a window have no context. The longer the windows, the fewer "
               "such places:\nthe column windows falls, and the mean of the first places of long "
               "windows falls in the same way,\nwhatever the model does with what is far away.\n";
  LinePlot plot;
  plot.title = "Loss by the place inside a window, " + t.scheme;
  plot.x_label = "characters before the target";
  plot.y_label = "bits per character";
  plot.log2_x = true;
  plot.mark_x = s.length;
  plot.mark_label = "trained at " + std::to_string(s.length);
  for (int tick = 1; tick <= s.longest(); tick *= 2) plot.x_ticks.push_back(tick);
  PlotSeries series{.name = t.scheme, .points = {}};
  for (const PlaceScore& p : places)
    series.points.push_back({.x = static_cast<double>(p.from), .y = p.score.bits_per_char});
  plot.series.push_back(series);
  write_file(lesson.out / "position.svg", svg_line_plot(plot));
}

}  // namespace

int main(int argc, char** argv) {
  Settings defaults;
  defaults.schemes = {"alibi", "t5", "rope"};

  return run_lesson(argc, argv, "11_what_flat_loss_hides",
                    "Does it use the context, or survive it?", defaults, [](Lesson& lesson) {
                      const Settings& s = lesson.settings;
                      const Text text = load_lesson_text(lesson);
                      const Split parts = split(text);
                      // A look at how it works needs no more than this.
                      const auto validation = parts.validation.first(std::min<std::size_t>(
                          parts.validation.size(), s.quick ? 4'000 : parts.validation.size()));
                      std::vector<Trained> all;
                      for (const std::string& scheme : s.schemes)
                        all.push_back({scheme, train_model(lesson, text, scheme, s.seed)});

                      against_cropped(all, validation, s);
                      names_again(all, {parts.training, validation}, recalls_beside(text), lesson);
                      receptive_fields(all, validation, lesson);
                      early_tokens(all, validation, lesson);
                      std::cout << "\nOne seed; make report has three.\nwritten to "
                                << lesson.out.string()
                                << ": recall.csv recall.svg receptive_field.svg position.svg\n"
                                   "next: make 12, tasks beside language\n";
                    });
}
