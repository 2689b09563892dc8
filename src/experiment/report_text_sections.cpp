// The sections of the page that show how trained models read text, protocol by protocol.
#include <algorithm>
#include <set>

#include "experiment/block_interval.h"
#include "experiment/length_curve.h"
#include "experiment/recall_table.h"
#include "experiment/report_sections.h"
#include "experiment/results.h"
#include "report/number.h"
#include "report/terminal.h"
#include "util/check.h"

namespace whereabouts {

void ReportPage::gap() {
  page_.section("The extrapolation gap");
  page_.paragraph(
      "Protocol fixed: the same target characters at every length; only the context before them "
      "grows. A scheme that could use more context would fall to the right of the line; one that "
      "merely survives stays flat; one that breaks climbs.");
  plot(
      "gap",
      length_plot(text_, {.schemes = schemes_, .trained_length = s_.length, .clamped = {"learned"}},
                  "What happens beyond the training length"),
      "Point at a curve, or reach it with the Tab key, to see its values. Bands reach from the "
      "lowest to the highest seed.",
      "make report");
  std::vector<std::vector<HtmlCell>> rows = {{{"scheme"}}};
  for (const int length : s_.eval_lengths) rows[0].push_back({std::to_string(length)});
  std::string unlearned;
  for (const std::string& scheme : schemes_) {
    const auto home = bits(scheme, "fixed", s_.length);
    const bool less = !home.empty() && spread(home).median > pairs_;
    if (less) unlearned += (unlearned.empty() ? "" : ", ") + scheme;
    rows.push_back({{scheme + (less ? " !" : "")}});
    for (const int length : s_.eval_lengths)
      rows.back().push_back(cell_of_runs(scheme, by_seed(text_, {scheme, "fixed", length}), 2));
  }
  page_.table("Bits per character, protocol fixed: median, and lowest to highest seed", rows);
  if (!unlearned.empty())
    page_.paragraph(concat("! ", unlearned, ": at ", s_.length,
                           " more bits than a mere table of what follows each character, which "
                           "takes ",
                           format_fixed(pairs_, 2),
                           ". Whoever learned less than that, or the text by heart, has a gap "
                           "that means nothing."));
  if (wanted("blocks")) intervals();
}

// How much of the table above is chance: other seeds, and other stretches of the text.
void ReportPage::intervals() {
  for (const bool gap : {false, true}) {
    std::vector<std::vector<std::string>> rows = {{"scheme"}};
    for (const int length : s_.eval_lengths)
      if (!gap || length > s_.length) rows[0].push_back(std::to_string(length));
    for (const std::string& scheme : schemes_) {
      rows.push_back({scheme});
      for (const int length : s_.eval_lengths) {
        if (gap && length <= s_.length) continue;
        const auto found = interval_at(text_, scheme, length, gap ? s_.length : 0);
        rows.back().push_back(found ? text_of(*found, 2, gap) : "");
      }
    }
    const std::string over =
        s_.seeds > 1 ? concat("over ", s_.seeds, " seeds and blocks of the text")
                     : "over blocks of the text; of one seed, so it says nothing of another";
    page_.table(concat(gap ? concat("The gap: how much more than at ", s_.length,
                                    ", on the same targets of the same models")
                           : "Bits per character, protocol fixed",
                       ": mean and 95 % interval ", over),
                rows);
  }
}

void ReportPage::cropped() {
  page_.section("The honest baseline");
  page_.paragraph(concat(
      "Protocol cropped: the same model and targets, but only the last ", s_.length,
      " characters are shown. Whoever does no better than that with the whole text could have "
      "thrown the rest away. The curves show fixed minus cropped: below zero the longer context "
      "helps, above zero it hurts."));
  LinePlot p = by_length("Does the longer context help?",
                         concat("Bits per character against the same model that sees the last ",
                                s_.length, " characters alone (below zero is better)"));
  p.y_label = "fixed minus cropped, bits per character";
  p.y_max = 1;
  p.x_ticks.clear();
  for (const std::string& scheme : schemes_)
    p.series.push_back(curve_of(scheme, s_.eval_lengths, [&](int length) {
      return differences(text_, {scheme, "fixed", length}, {scheme, "cropped", length});
    }));
  plot("cropped", p, "Cut off at +1 bit; arrows lie beyond.", "make report");
}

void ReportPage::early_tokens() {
  page_.section("The early-token curse");
  page_.paragraph(
      "Most papers cut the text into windows that do not overlap and score all of it. Then the "
      "first characters of each window have no context, and the shorter the windows, the more "
      "such characters there are. The number improves with the length even if the model uses "
      "nothing beyond its neighbours. Compare the columns with those of protocol fixed.");
  const int far = s_.longest();
  std::vector<std::pair<std::string, int>> columns;
  for (const char* protocol : {"windows", "fixed"})
    for (const int length : {s_.eval_lengths.front(), s_.length, far})
      columns.emplace_back(protocol, length);
  columns.insert(columns.end(), {{"sliding", s_.length}, {"sliding", far}});
  std::vector<std::vector<HtmlCell>> rows = {{{"scheme"}}};
  for (const auto& [protocol, length] : columns) rows[0].push_back({concat(protocol, " ", length)});
  for (const std::string& scheme : schemes_) {
    rows.push_back({{scheme}});
    for (const auto& [protocol, length] : columns)
      rows.back().push_back(median_of_runs(scheme, by_seed(text_, {scheme, protocol, length}), 2));
  }
  page_.table(concat("Bits per character by protocol and length, medians; sliding moves on by ",
                     report_.measures.stride, " characters"),
              rows);
}

void ReportPage::position() {
  page_.section("Where in the window the loss is");
  LinePlot p = plot_over_lengths(
      s_.length, "Loss by the place inside a window",
      concat("Windows of ", s_.longest(),
             " characters; the value at n is the loss of a character with n before it"),
      "characters before the target", "bits per character");
  p.x_ticks = powers_of_two(s_.longest());
  std::set<int> places;
  for (const ResultRow& r : text_)
    if (r.protocol == "position") places.insert(r.from);
  for (const std::string& scheme : schemes_)
    p.series.push_back(curve_of(scheme, {places.begin(), places.end()}, [&](int from) {
      return values(text_, {scheme, "position", s_.longest(), "", from});
    }));
  plot("position", p,
       "To the left all suffer alike from having no context. What a scheme is worth shows where "
       "the curve crosses the training length.",
       "make report");
}

void ReportPage::names() {
  page_.section("Does it use the context? Names said again");
  page_.paragraph(
      "The text is full of made-up names that cannot be guessed. A model that gets one right "
      "has found it where it was last said. So the share of characters right in repeated names, "
      "by the distance to the last mention, shows how far a model really looks, if it has learned "
      "to copy near names. From the fables, models of this size do not; make recall makes the "
      "same page from a text from which they do.");
  std::vector<int> octaves;
  for (int from = 8; from <= s_.longest() / 2; from *= 2) octaves.push_back(from);
  for (const bool accuracy : {true, false}) {
    LinePlot p = plot_over_lengths(
        s_.length, accuracy ? "Recalled names: characters right" : "Recalled names: loss",
        concat("Reading ", s_.longest(),
               " characters; names whose last mention is among them, by distance"),
        "characters back to the last mention (octaves)",
        accuracy ? "share of characters right" : "bits per character");
    if (accuracy) p.y_min = 0, p.y_max = 1;
    for (const std::string& scheme : schemes_)
      p.series.push_back(curve_of(scheme, octaves, [&](int from) {
        return values(text_, {scheme, "names", s_.longest(), "seen", from},
                      accuracy ? &ResultRow::accuracy : &ResultRow::bits_per_char);
      }));
    plot(accuracy ? "names" : "names_bits", p, "", "make report");
  }
  names_verdicts();
}

// Near, guessed and far, over the seeds, and the verdict on their mean.
void ReportPage::names_verdicts() {
  std::vector<std::vector<HtmlCell>> table = {
      {{"scheme"}, {"near"}, {"guessed"}, {"far"}, {"does it use far text?"}}};
  for (const std::string& scheme : schemes_) {
    const auto all = recall_of(text_, scheme, s_.length, s_.longest());
    if (!all) continue;
    BySeed near, guess, far;
    for (const std::uint64_t seed : seeds_from(s_.seed, s_.seeds)) {
      std::vector<ResultRow> rows;
      std::ranges::copy_if(text_, std::back_inserter(rows),
                           [&](const ResultRow& r) { return r.seed == seed; });
      const auto one = recall_of(rows, scheme, s_.length, s_.longest());
      if (one) near[seed] = one->near, guess[seed] = one->guess, far[seed] = one->far;
    }
    table.push_back({{scheme},
                     cell_of_runs(scheme, near, 2),
                     cell_of_runs(scheme, guess, 2),
                     cell_of_runs(scheme, far, 2),
                     {all->verdict()}});
  }
  page_.table(concat("Share of characters right in names last said within ", s_.length,
                     " characters (near), and in those last said before: out of sight (guessed) "
                     "and in sight, reading ",
                     s_.longest(), " (far)"),
              table);
}

void ReportPage::extensions() {
  LinePlot p = by_length("Longer texts for rope, without further training",
                         "The weights of rope, read through its extensions");
  const auto add = [&](const std::string& name, const std::string& scheme, const char* protocol) {
    p.series.push_back(curve_of(name, s_.eval_lengths,
                                [&](int length) { return bits(scheme, protocol, length); }));
    p.series.back().style = static_cast<int>(p.series.size()) - 1;
  };
  add("rope", "rope", "fixed");
  for (const std::string& scheme : report_.measures.extensions)
    add(scheme.substr(scheme.find('=') + 1), scheme, "fixed");
  add("rope, cropped", "rope", "cropped");
  if (p.series[0].points.empty() || p.series[1].points.empty()) return;
  page_.section("Extending rope");
  plot("extensions", p,
       "The factor of each is the evaluation length over the training length; dynamic NTK finds "
       "its own. The line that counts is the cropped one.",
       "make report");
}

}  // namespace whereabouts
