#include "app/report_page.h"

#include <algorithm>
#include <cmath>
#include <iostream>
#include <set>

#include "app/banner.h"
#include "app/inside.h"
#include "evaluate/arithmetic_claims.h"
#include "evaluate/trained_claims.h"
#include "report/csv.h"
#include "report/html.h"
#include "report/number.h"
#include "report/terminal.h"
#include "train/checkpoint.h"
#include "util/check.h"
#include "util/write_file.h"

namespace whereabouts {
namespace {

// A scheme keeps its colour, marker and dash on every picture of the page.
int style_of(const std::vector<std::string>& schemes, const std::string& scheme) {
  const auto found = std::ranges::find(schemes, scheme);
  return static_cast<int>(found - schemes.begin());
}

class Page {
 public:
  Page(const FullReport& report, const Text& text, const SweepResults& results,
       const std::filesystem::path& folder)
      : report_(report),
        s_(report.settings),
        results_(results),
        folder_(folder),
        page_("Where is each token? Trained short, tested long", lead(text)) {
    for (const Run& run : results.runs) {
      auto& rows = run.key.subject == "text" ? text_ : tasks_;
      rows.insert(rows.end(), run.rows.begin(), run.rows.end());
    }
    for (const std::string& scheme : s_.schemes) {
      if (std::ranges::any_of(results.runs, [&](const Run& r) { return r.key.scheme == scheme; }))
        schemes_.push_back(scheme);
    }
  }

  void write(const Text& text) {
    summary();
    if (wanted("fixed")) gap();
    if (wanted("cropped")) cropped();
    if (wanted("windows")) early_tokens();
    if (wanted("position")) position();
    if (wanted("recall")) recall();
    extensions();
    tasks();
    inside(text);
    cost();
    claims();
    settings(text);
    save_results(text_, folder_ / "results.csv");
    save_positions(text_, folder_ / "position.csv");
    save_recalls(text_, folder_ / "recall.csv");
    save_tasks(tasks_, folder_ / "tasks.csv");
    write_file(folder_ / "index.html", page_.text());
  }

 private:
  std::string lead(const Text& text) const {
    return sentence(
        "A character-level transformer of ", s_.layers, " layers, ", s_.heads, " heads and width ",
        s_.width, ", trained on ", s_.length, " characters at a time of ",
        std::filesystem::path(text.name).filename().string(), ", and then given up to ",
        s_.longest(), ". Only the way in which it knows positions differs from row to row.",
        s_.seeds > 1 ? sentence(" Every number is the median of ", s_.seeds,
                                " seeds, with the lowest and the highest beside it.")
                     : std::string(" One seed: no finding, only a look."));
  }
  bool wanted(const std::string& protocol) const {
    return std::ranges::any_of(text_, [&](const ResultRow& r) { return r.protocol == protocol; });
  }
  std::string cell(const std::vector<double>& found, int decimals, bool sign = false) const {
    if (found.empty()) return "";
    const Spread s = spread(found);
    const auto shown = [&](double v) {
      return sentence(sign && v >= 0 ? "+" : "", fixed(v, decimals));
    };
    return found.size() == 1 ? shown(s.median)
                             : sentence(shown(s.median), "\n", shown(s.low), " to ", shown(s.high));
  }
  PlotPoint point(double x, const std::vector<double>& found) const {
    const Spread s = spread(found);
    PlotPoint p{.x = x, .y = s.median};
    if (found.size() > 1) p.low = s.low, p.high = s.high;
    return p;
  }
  void figure(const std::string& name, const std::string& svg, const std::string& below,
              const std::string& command) {
    write_file(folder_ / (name + ".svg"), svg);
    page_.figure(svg, below, command);
  }
  void plot(const std::string& name, LinePlot p, const std::string& below,
            const std::string& command) {
    for (PlotSeries& series : p.series)
      if (series.style < 0) series.style = style_of(s_.schemes, series.name);
    std::erase_if(p.series, [](const PlotSeries& series) { return series.points.empty(); });
    if (!p.series.empty()) figure(name, svg_line_plot(p), below, command);
  }
  LinePlot by_length(const std::string& title, const std::string& subtitle) const {
    LinePlot p = plot_over_lengths(s_.length);
    p.title = title;
    p.subtitle = subtitle;
    p.x_label = "characters of context";
    p.y_label = "bits per character";
    for (const int length : s_.eval_lengths) p.x_ticks.push_back(length);
    return p;
  }
  std::vector<double> bits(const std::string& scheme, const std::string& protocol,
                           int length) const {
    return values(text_, {scheme, protocol, length});
  }

  void summary() {
    page_.section("The result at a glance");
    const int far = s_.longest(), twice = twice_length();
    std::vector<std::vector<std::string>> rows = {
        {"scheme", sentence("bits at ", s_.length), sentence("gap at ", twice),
         sentence("gap at ", far), sentence("against cropped at ", far), "names found again"}};
    for (const std::string& scheme : schemes_) {
      const RowKey home{scheme, "fixed", s_.length};
      rows.push_back(
          {scheme, cell(values(text_, home), 2),
           cell(differences(text_, {scheme, "fixed", twice}, home), 2, true),
           cell(differences(text_, {scheme, "fixed", far}, home), 2, true),
           cell(differences(text_, {scheme, "fixed", far}, {scheme, "cropped", far}), 2, true),
           cell(values(text_, {scheme, "recall", far, "seen", 128}, &ResultRow::accuracy), 2)});
    }
    page_.table(sentence("Bits per character, lower is better. The gap is what a longer context "
                         "costs. Against cropped: what reading all ",
                         far, " characters gives over reading the last ", s_.length,
                         " of them; below zero the longer context is used. Names: the share of "
                         "characters right in made-up names last said 128 to 255 characters ago."),
                rows);
  }
  int twice_length() const {
    int best = s_.longest();
    for (const int length : s_.eval_lengths)
      if (length >= 2 * s_.length) best = std::min(best, length);
    return best;
  }

  void gap() {
    page_.section("The extrapolation gap");
    page_.paragraph(
        "Protocol fixed: the same target characters at every length; only the context before them "
        "grows. A scheme that could use more context would fall to the right of the line; one that "
        "merely survives stays flat; one that breaks climbs.");
    plot("gap", gap_plot(text_, s_, schemes_),
         "Point at a curve, or reach it with the Tab key, to see its values. Bands reach from the "
         "lowest to the highest seed.",
         "make report");
    std::vector<std::vector<std::string>> rows = {{"scheme"}};
    for (const int length : s_.eval_lengths) rows[0].push_back(std::to_string(length));
    for (const std::string& scheme : schemes_) {
      rows.push_back({scheme});
      for (const int length : s_.eval_lengths)
        rows.back().push_back(cell(bits(scheme, "fixed", length), 2));
    }
    page_.table("Bits per character, protocol fixed: median, and lowest to highest seed", rows);
  }

  void cropped() {
    page_.section("The honest baseline");
    page_.paragraph(sentence(
        "Protocol cropped: the same model and targets, but only the last ", s_.length,
        " characters are shown. Whoever does no better than that with the whole text could have "
        "thrown the rest away. The curves show fixed minus cropped: below zero the longer context "
        "helps, above zero it hurts."));
    LinePlot p = by_length("Does the longer context help?",
                           sentence("Bits per character against the same model that sees the last ",
                                    s_.length, " characters alone (below zero is better)"));
    p.y_label = "fixed minus cropped, bits per character";
    p.y_max = 1;
    p.x_ticks.clear();
    for (const std::string& scheme : schemes_) {
      PlotSeries series{.name = scheme, .points = {}};
      for (const int length : s_.eval_lengths) {
        const auto found =
            differences(text_, {scheme, "fixed", length}, {scheme, "cropped", length});
        if (found.empty()) continue;
        series.points.push_back(point(length, found));
      }
      p.series.push_back(series);
    }
    plot("cropped", p, "Cut off at +1 bit; arrows lie beyond.", "make report");
  }

  void early_tokens() {
    page_.section("The early-token curse");
    page_.paragraph(
        "Most papers cut the text into windows that do not overlap and score all of it. Then the "
        "first characters of each window have no context, and the shorter the windows, the more "
        "such characters there are. The number improves with the length even if the model uses "
        "nothing beyond its neighbours. Compare the columns with those of protocol fixed.");
    const int far = s_.longest();
    std::vector<std::vector<std::string>> rows = {
        {"scheme", sentence("windows ", s_.eval_lengths.front()), sentence("windows ", s_.length),
         sentence("windows ", far), sentence("fixed ", s_.eval_lengths.front()),
         sentence("fixed ", s_.length), sentence("fixed ", far), sentence("sliding ", s_.length),
         sentence("sliding ", far)}};
    for (const std::string& scheme : schemes_) {
      rows.push_back({scheme});
      for (const auto& [protocol, length] :
           std::vector<std::pair<std::string, int>>{{"windows", s_.eval_lengths.front()},
                                                    {"windows", s_.length},
                                                    {"windows", far},
                                                    {"fixed", s_.eval_lengths.front()},
                                                    {"fixed", s_.length},
                                                    {"fixed", far},
                                                    {"sliding", s_.length},
                                                    {"sliding", far}})
        rows.back().push_back(median(bits(scheme, protocol, length), 2));
    }
    page_.table(sentence("Bits per character by protocol and length, medians; sliding moves on by ",
                         report_.measures.stride, " characters"),
                rows);
  }
  static std::string median(const std::vector<double>& found, int decimals) {
    return found.empty() ? "" : fixed(spread(found).median, decimals);
  }

  void position() {
    page_.section("Where in the window the loss is");
    LinePlot p = plot_over_lengths(s_.length);
    p.title = "Loss by the place inside a window";
    p.subtitle =
        sentence("Windows of ", s_.longest(),
                 " characters; the value at n is the loss of a character with n before it");
    p.x_label = "characters before the target";
    p.y_label = "bits per character";
    p.x_ticks = powers_of_two(s_.longest());
    for (const std::string& scheme : schemes_) {
      PlotSeries series{.name = scheme, .points = {}};
      std::set<int> places;
      for (const ResultRow& r : text_)
        if (r.protocol == "position" && r.scheme == scheme) places.insert(r.from);
      for (const int from : places)
        series.points.push_back(
            point(from, values(text_, {scheme, "position", s_.longest(), "", from})));
      p.series.push_back(series);
    }
    plot("position", p,
         "To the left all suffer alike from having no context. What a scheme is worth shows where "
         "the curve crosses the training length.",
         "make report");
  }

  void recall() {
    page_.section("Does it use the context? Names said again");
    page_.paragraph(
        "The fables are full of made-up names that cannot be guessed. A model that gets one right "
        "has found it where it was last said. So the share of characters right in recalled names, "
        "by the distance to the last mention, shows how far a model really looks.");
    for (const bool accuracy : {true, false}) {
      LinePlot p = plot_over_lengths(s_.length);
      p.title = accuracy ? "Recalled names: characters right" : "Recalled names: loss";
      p.subtitle = sentence("Reading ", s_.longest(),
                            " characters; names whose last mention is among them, by distance");
      p.x_label = "characters back to the last mention (octaves)";
      p.y_label = accuracy ? "share of characters right" : "bits per character";
      if (accuracy) p.y_min = 0, p.y_max = 1;
      for (const std::string& scheme : schemes_) {
        PlotSeries series{.name = scheme, .points = {}};
        for (int from = 8; from <= s_.longest() / 2; from *= 2) {
          const auto found = values(text_, {scheme, "recall", s_.longest(), "seen", from},
                                    accuracy ? &ResultRow::accuracy : &ResultRow::bits_per_char);
          if (!found.empty()) series.points.push_back(point(from, found));
        }
        p.series.push_back(series);
      }
      plot(accuracy ? "recall" : "recall_bits", p, "", "make report");
    }
    page_.paragraph(recall_in_words());
    std::vector<std::vector<std::string>> rows = {
        {"scheme", sentence("reading ", s_.longest(), ": seen"),
         sentence("reading ", s_.length, ": not seen"), sentence("all else, ", s_.longest()),
         sentence("all else, ", s_.length)}};
    for (const std::string& scheme : schemes_) {
      const auto right = [&](int length, const char* kind, int from) {
        return cell(values(text_, {scheme, "recall", length, kind, from}, &ResultRow::accuracy), 2);
      };
      rows.push_back({scheme, right(s_.longest(), "seen", 128), right(s_.length, "unseen", 128),
                      right(s_.longest(), "rest", 0), right(s_.length, "rest", 0)});
    }
    page_.table(sentence("Share of characters right in names last said 128 to 255 characters ago: "
                         "with the mention in sight, and with only ",
                         s_.length, " characters in sight, which is what guessing gives"),
                rows);
  }

  // What the curves say: does sight of the last mention help anybody?
  std::string recall_in_words() const {
    double best = -1;
    std::string who;
    for (const std::string& scheme : schemes_) {
      const auto seen =
          values(text_, {scheme, "recall", s_.longest(), "seen", 128}, &ResultRow::accuracy);
      const auto not_seen =
          values(text_, {scheme, "recall", s_.length, "unseen", 128}, &ResultRow::accuracy);
      if (seen.empty() || not_seen.empty()) continue;
      const double gain = spread(seen).median - spread(not_seen).median;
      if (gain > best) best = gain, who = scheme;
    }
    if (who.empty()) return "";
    if (best < 0.05)
      return sentence("After ", s_.steps,
                      " steps nobody looks names up: at 128 to 255 characters, "
                      "having the last mention in sight brings the best of them, ",
                      who, ", ", fixed(100 * best, 0), " points. What they get right they guess.");
    return sentence("At 128 to 255 characters, having the last mention in sight brings most to ",
                    who, ": ", fixed(100 * best, 0), " points.");
  }

  void extensions() {
    LinePlot p = by_length("Longer texts for rope, without further training",
                           "The weights of rope, read through its extensions");
    int style = 0;
    for (const std::string& scheme : [&] {
           std::vector<std::string> all = report_.measures.extensions;
           all.insert(all.begin(), "rope");
           return all;
         }()) {
      PlotSeries series{.name = scheme, .points = {}, .style = style++};
      if (scheme.find('=') != std::string::npos) series.name = scheme.substr(scheme.find('=') + 1);
      for (const int length : s_.eval_lengths) {
        const auto found = bits(scheme, "fixed", length);
        if (!found.empty()) series.points.push_back(point(length, found));
      }
      p.series.push_back(series);
    }
    PlotSeries baseline{.name = "rope, cropped", .points = {}, .style = style};
    for (const int length : s_.eval_lengths) {
      const auto found = bits("rope", "cropped", length);
      if (!found.empty()) baseline.points.push_back(point(length, found));
    }
    p.series.push_back(baseline);
    if (p.series[0].points.empty() || p.series[1].points.empty()) return;
    page_.section("Extending rope");
    plot("extensions", p,
         "The factor of each is the evaluation length over the training length; dynamic NTK finds "
         "its own. The line that counts is the cropped one.",
         "make report");
  }

  void tasks() {
    if (tasks_.empty()) return;
    page_.section("Tasks beside language");
    page_.paragraph(
        "Trained on short instances, tested on longer ones, up to five times as long: the "
        "share of characters right, given the right ones before, and the share of instances "
        "without a single mistake. Medians over the seeds.");
    for (const std::string& name : report_.tasks) {
      const Task& task = task_named(name);
      page_.paragraph(sentence(task.name, " (", task.description, "), trained on lengths 1 to ",
                               task.trained, "."));
      page_.open_row();
      for (const char* kind : {"character", "exact"})
        figure(sentence("task_", name, "_", kind),
               svg_heat_map(task_map(tasks_, task, kind, schemes_)), "", "");
      page_.close_row();
    }
    page_.code("make 12 ARGS=\"--tasks all --seeds 3\"");
  }

  // Without those whose weights are elsewhere, such as in the folder of another machine.
  void inside(const Text& text) {
    bool begun = false;
    const std::span<const Token> validation = split(text).validation;
    for (const std::string& scheme : schemes_) {
      const std::filesystem::path file = model_file(report_.sweep.folder, scheme, s_.seed);
      std::error_code error;
      if (!std::filesystem::exists(file, error)) continue;
      const Inside seen =
          look_inside(read_checkpoint(file.string()).model(), validation, text.vocabulary);
      if (!begun) page_.section("A look inside");
      if (!begun)
        page_.paragraph(
            "The first seed's models: what the scheme adds to the embeddings or to the scores "
            "(none "
            "adds nothing), and the weights of the head of the first layer that looks back "
            "farthest, on the first characters held back from training.");
      begun = true;
      page_.open_row();
      if (seen.scheme) figure("adds_" + scheme, svg_heat_map(*seen.scheme), "", "");
      figure("attention_" + scheme, svg_heat_map(seen.attention), "", "");
      page_.close_row();
    }
  }

  void cost() {
    page_.section("What each scheme costs");
    std::vector<std::vector<std::string>> rows = {
        {"scheme", "parameters", "tokens a second, training on one thread", "MB to train a window",
         sentence("MB to read ", s_.longest())}};
    for (const std::string& scheme : schemes_) {
      const auto note = [&](const std::string& name) {
        std::vector<double> found;
        for (const Run& run : results_.runs) {
          if (run.key.subject == "text" && run.key.scheme == scheme && run.notes.contains(name))
            found.push_back(run.notes.at(name));
        }
        return found;
      };
      auto megabytes = [](std::vector<double> bytes) {
        for (double& b : bytes) b /= 1e6;
        return bytes;
      };
      rows.push_back({scheme, median(note("parameters"), 0),
                      cell(note("training_tokens_per_second"), 0),
                      median(megabytes(note("training_bytes")), 2),
                      median(megabytes(note("reading_bytes")), 2)});
    }
    page_.table(
        "Speed is that of one thread while the others are at work on other runs; it depends on the "
        "machine, and memory does not. Memory is what one "
        "window, or one long text, takes besides the weights.",
        rows);
  }

  void claims() {
    page_.section("Claims, held against these numbers");
    page_.paragraph(
        "A claim holds here if it does for every seed, it does not hold here if it does for none, "
        "and it is not decided if the seeds disagree. Another size of model may say otherwise.");
    std::vector<Claim> all = arithmetic_claims();
    const auto trained = trained_claims(results_.runs, s_.length, s_.longest());
    all.insert(all.end(), trained.begin(), trained.end());
    for (const Claim& c : all) {
      const std::string mark = c.verdict == Verdict::kHolds         ? "yes"
                               : c.verdict == Verdict::kDoesNotHold ? "no"
                                                                    : "open";
      page_.verdict(mark, name_of(c.verdict), sentence(c.topic, ": ", c.statement),
                    {c.figure, c.rule.empty() ? "" : "Rule: " + c.rule + ".", c.command});
    }
  }

  void settings(const Text& text) {
    page_.section("Settings, and how to do it again");
    std::set<std::string> commands, programs;
    for (const Run& run : results_.runs) commands.insert(run.command), programs.insert(run.program);
    std::string lines = sentence("Whereabouts ", version(), "\n", text.name, ": ",
                                 text.tokens.size(), " characters\n\n");
    for (const std::string& command : commands) lines += command + "\n";
    lines += "\ntext:  " + report_.sweep.conditions("text").settings + "\n";
    for (const std::string& task : report_.tasks)
      lines += task + ":  " + report_.sweep.conditions(task).settings + "\n";
    page_.code(lines);
    std::vector<std::vector<std::string>> rows = {{"scheme", "options"}};
    for (const std::string& scheme : schemes_) {
      const auto run = std::ranges::find_if(results_.runs, [&](const Run& r) {
        return r.key.scheme == scheme && r.key.subject == "text";
      });
      if (run != results_.runs.end())
        rows.push_back({scheme, run->options.empty() ? "none" : run->options});
    }
    page_.table("The schemes, with every option in use", rows);
    for (const std::string& line : results_.notices) page_.paragraph("Notice: " + line + ".");
    page_.paragraph(
        "Beside this page: results.csv, position.csv, recall.csv and tasks.csv hold every number, "
        "the pictures are SVG files, and runs/ holds what each single run left, with its settings, "
        "the checksum of its text, and its command.");
  }

  const FullReport& report_;
  const Settings& s_;
  const SweepResults& results_;
  std::filesystem::path folder_;
  HtmlPage page_;
  std::vector<ResultRow> text_, tasks_;
  std::vector<std::string> schemes_;
};

}  // namespace

HeatMap task_map(const std::vector<ResultRow>& rows, const Task& task, const std::string& kind,
                 const std::vector<std::string>& schemes) {
  HeatMap map;
  map.title = sentence(task.name, kind == "exact" ? ": without a mistake" : ": characters right");
  map.x_label = sentence("length of the instance (trained up to ", task.trained, ")");
  for (const int length : task_lengths(task)) map.column_labels.push_back(std::to_string(length));
  map.columns = static_cast<int>(map.column_labels.size());
  for (const std::string& scheme : schemes) {
    std::vector<double> row;
    for (const int length : task_lengths(task)) {
      const auto found = values(rows, {scheme, task.name, length, kind}, &ResultRow::accuracy);
      row.push_back(found.empty() ? NAN : spread(found).median);
    }
    map.row_labels.push_back(scheme);
    map.values.insert(map.values.end(), row.begin(), row.end());
  }
  map.rows = static_cast<int>(schemes.size());
  map.decimals = 2;
  map.low = 0, map.high = 1;
  return map;
}

void write_report(const FullReport& report, const Text& text, const SweepResults& results,
                  const std::filesystem::path& folder) {
  Page(report, text, results, folder).write(text);
  std::cout << "\nwritten: " << (folder / "index.html").string()
            << ", its plots as SVG, and results.csv, position.csv, recall.csv, tasks.csv\n";
}

}  // namespace whereabouts
