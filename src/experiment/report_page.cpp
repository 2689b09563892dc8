#include <algorithm>
#include <functional>
#include <set>

#include "evaluate/fixed_targets.h"
#include "experiment/block_interval.h"
#include "experiment/claims.h"
#include "experiment/model_pictures.h"
#include "experiment/report_sections.h"
#include "experiment/speed_claim.h"
#include "experiment/task_map.h"
#include "program/banner.h"
#include "report/csv.h"
#include "report/html.h"
#include "report/number.h"
#include "report/terminal.h"
#include "train/checkpoint.h"
#include "util/check.h"
#include "util/file.h"
#include "util/joined.h"
#include "util/write_file.h"

namespace whereabouts {

ReportPage::ReportPage(const FullReport& report, const Text& text, const SweepResults& results,
                       const std::filesystem::path& folder)
    : report_(report),
      s_(report.settings),
      results_(results),
      folder_(folder),
      page_("Where is each token? Trained short, tested long", lead(text)) {
  pairs_ = FixedTargets(text, s_.longest()).ngram_baseline(1);
  for (const Run& run : results.runs) {
    auto& rows = run.key.dataset == "text" ? text_ : tasks_;
    rows.insert(rows.end(), run.rows.begin(), run.rows.end());
  }
  for (const std::string& scheme : s_.schemes)
    if (std::ranges::any_of(results.runs, [&](const Run& r) { return r.key.scheme == scheme; }))
      schemes_.push_back(scheme);
}

const std::vector<std::string>& ReportPage::write(const Text& text) {
  for (const std::filesystem::path& file : save_protocols(text_, folder_))
    tables_.push_back(file.filename().string());
  if (!tasks_.empty()) {
    tables_.push_back("tasks.csv");
    save_tasks(tasks_, folder_ / tables_.back());
  }
  summary();
  if (wanted("fixed")) gap();
  if (wanted("cropped")) cropped();
  if (wanted("windows")) early_tokens();
  if (wanted("position")) position();
  if (wanted("names")) names();
  extensions();
  tasks();
  inside(text);
  cost();
  claims(text);
  settings(text);
  write_file(folder_ / "index.html", page_.text());
  return tables_;
}

std::string ReportPage::lead(const Text& text) const {
  return concat("A character-level transformer of ", s_.layers, " layers, ", s_.heads,
                " heads and width ", s_.width, ", trained on ", s_.length,
                " characters at a time of ", std::filesystem::path(text.name).filename().string(),
                ", and then given up to ", s_.longest(),
                ". Only the way in which it knows positions differs from row to row.",
                s_.seeds > 1 ? concat(" Every number is the median of ", s_.seeds,
                                      " seeds, with the lowest and the highest below it, and the "
                                      "mean with its 95 % interval over other seeds.")
                             : " One seed: no finding, only a look.");
}

bool ReportPage::wanted(const std::string& protocol) const {
  return std::ranges::any_of(text_, [&](const ResultRow& r) { return r.protocol == protocol; });
}

std::string ReportPage::cell(const std::vector<double>& found, int decimals, bool sign) const {
  if (found.empty()) return "";
  const Spread s = spread(found);
  const auto shown = [&](double v) {
    return sign ? format_signed(v, decimals) : format_fixed(v, decimals);
  };
  if (found.size() == 1) return shown(s.median);
  return concat(shown(s.median), "\n", shown(s.low), " to ", shown(s.high), "\nmean ",
                text_of(interval_over_seeds(found), decimals, sign));
}

HtmlCell ReportPage::cell_of_runs(const std::string& scheme, const BySeed& found, int decimals,
                                  bool sign) const {
  if (found.empty()) return {};
  const Spread s = spread(without_seeds(found));
  std::vector<double> numbers = {s.median};
  if (found.size() > 1) numbers.insert(numbers.end(), {s.low, s.high});
  return linked(scheme, found, cell(without_seeds(found), decimals, sign), numbers, decimals, sign);
}

HtmlCell ReportPage::median_of_runs(const std::string& scheme, const BySeed& found,
                                    int decimals) const {
  if (found.empty()) return {};
  const double median = spread(without_seeds(found)).median;
  return linked(scheme, found, format_fixed(median, decimals), {median}, decimals, false);
}

HtmlCell ReportPage::linked(const std::string& scheme, const BySeed& found, const std::string& text,
                            const std::vector<double>& numbers, int decimals, bool sign) const {
  HtmlCell linked{text};
  for (const double number : numbers) {  // the median of an even number of runs is of none
    const auto run = std::ranges::find(found, number, &BySeed::value_type::second);
    if (run == found.end()) continue;
    const std::filesystem::path file =
        report_.sweep.folder / run_file_name({"text", scheme, run->first});
    std::error_code error;
    if (!std::filesystem::exists(file, error)) continue;
    linked.links.push_back({sign ? format_signed(number, decimals) : format_fixed(number, decimals),
                            file.lexically_relative(folder_).generic_string()});
  }
  return linked;
}

PlotSeries ReportPage::curve_of(const std::string& name, const std::vector<int>& at,
                                const std::function<std::vector<double>(int x)>& found) {
  PlotSeries series{.name = name, .points = {}};
  for (const int x : at) {
    const std::vector<double> values = found(x);
    if (values.empty()) continue;
    const Spread s = spread(values);
    PlotPoint& point = series.points.emplace_back(PlotPoint{.x = 1.0 * x, .y = s.median});
    if (values.size() > 1) point.low = s.low, point.high = s.high;
  }
  return series;
}

void ReportPage::figure(const std::string& name, const std::string& svg, const std::string& below,
                        const std::string& command) {
  write_file(folder_ / (name + ".svg"), svg);
  page_.figure(svg, below, command);
}

void ReportPage::plot(const std::string& name, LinePlot p, const std::string& below,
                      const std::string& command) {
  for (PlotSeries& series : p.series)
    if (series.style < 0)  // a scheme keeps its colour, marker and dash on every picture
      series.style =
          static_cast<int>(std::ranges::find(s_.schemes, series.name) - s_.schemes.begin());
  std::erase_if(p.series, [](const PlotSeries& series) { return series.points.empty(); });
  if (!p.series.empty()) figure(name, svg_line_plot(p), below, command);
}

LinePlot ReportPage::by_length(const std::string& title, const std::string& subtitle) const {
  LinePlot p =
      plot_over_lengths(s_.length, title, subtitle, "characters of context", "bits per character");
  for (const int length : s_.eval_lengths) p.x_ticks.push_back(length);
  return p;
}

std::vector<double> ReportPage::bits(const std::string& scheme, const std::string& protocol,
                                     int length) const {
  return values(text_, {scheme, protocol, length});
}

void ReportPage::summary() {
  page_.section("The result at a glance");
  const int far = s_.longest(), twice = twice_length();
  std::vector<std::vector<HtmlCell>> rows = {{{"scheme"},
                                              {concat("bits at ", s_.length)},
                                              {concat("gap at ", twice)},
                                              {concat("gap at ", far)},
                                              {concat("against cropped at ", far)},
                                              {"names found again"}}};
  for (const std::string& scheme : schemes_) {
    const RowKey home{scheme, "fixed", s_.length};
    const BySeed at_home = by_seed(text_, home), at_far = by_seed(text_, {scheme, "fixed", far});
    const auto minus = [&](const BySeed& x, const BySeed& y) {
      return cell_of_runs(scheme, paired(std::minus(), x, y), 2, true);
    };
    rows.push_back(
        {{scheme},
         cell_of_runs(scheme, at_home, 2),
         minus(by_seed(text_, {scheme, "fixed", twice}), at_home),
         minus(at_far, at_home),
         minus(at_far, by_seed(text_, {scheme, "cropped", far})),
         cell_of_runs(scheme,
                      by_seed(text_, {scheme, "names", far, "seen", 128}, &ResultRow::accuracy),
                      2)});
  }
  page_.table(concat("Bits per character, lower is better. The gap is what a longer context "
                     "costs. Against cropped: what reading all ",
                     far, " characters gives over reading the last ", s_.length,
                     " of them; below zero the longer context is used. Names: the share of "
                     "characters right in made-up names last said 128 to 255 characters ago. Each "
                     "number here and below leads to the run that has it; headings sort."),
              rows);
}

int ReportPage::twice_length() const {
  int best = s_.longest();
  for (const int length : s_.eval_lengths)
    if (length >= 2 * s_.length) best = std::min(best, length);
  return best;
}

void ReportPage::tasks() {
  if (tasks_.empty()) return;
  page_.section("Tasks beside language");
  page_.paragraph(
      "Trained on short instances, tested on longer ones, up to five times as long: the "
      "share of characters right, given the right ones before, and the share of instances "
      "without a single mistake. Medians over the seeds.");
  for (const std::string& name : report_.tasks) {
    const Task& task = task_named(name);
    page_.paragraph(concat(task.name, " (", task.description, "), trained on lengths 1 to ",
                           task.trained, "."));
    page_.open_row();
    for (const char* kind : {"character", "exact"})
      figure(concat("task_", name, "_", kind), svg_heat_map(task_map(tasks_, task, kind, schemes_)),
             "", "");
    page_.close_row();
    const std::string unlearned = not_learned_in_words(tasks_, name, task.trained, schemes_);
    if (!unlearned.empty()) page_.paragraph(unlearned + ".");
  }
  page_.code("make 13 ARGS=\"--tasks all --seeds 3\"");
}

void ReportPage::inside(const Text& text) {
  bool begun = false;
  const std::span<const Token> validation = split(text).validation;
  for (const std::string& scheme : schemes_) {
    const std::filesystem::path file = model_file(report_.sweep.folder, scheme, s_.seed);
    std::error_code error;
    if (!std::filesystem::exists(file, error)) continue;
    const ModelPictures seen =
        model_pictures(read_checkpoint(file.string()).model(), validation, text.vocabulary);
    if (!begun) page_.section("A look inside");
    if (!begun)
      page_.paragraph(
          "The first seed's models: what the scheme adds to the embeddings or to the scores (none "
          "adds nothing), and the weights of the head of the first layer that looks back farthest, "
          "on the first characters held back from training.");
    begun = true;
    page_.open_row();
    if (seen.scheme) figure("adds_" + name_for_file(scheme), svg_heat_map(*seen.scheme), "", "");
    figure("attention_" + name_for_file(scheme), svg_heat_map(seen.attention), "", "");
    page_.close_row();
  }
}

void ReportPage::cost() {
  page_.section("What each scheme costs");
  std::vector<std::vector<HtmlCell>> rows = {{{"scheme"},
                                              {"parameters"},
                                              {"tokens a second, training on one thread"},
                                              {"MB to train a window"},
                                              {concat("MB to read ", s_.longest())}}};
  for (const std::string& scheme : schemes_) {
    const auto note = [&](const std::string& name, double unit = 1) {
      BySeed found;
      for (const Run& run : results_.runs)
        if (run.key.dataset == "text" && run.key.scheme == scheme && run.notes.contains(name))
          found[run.key.seed] = run.notes.at(name) / unit;
      return found;
    };
    rows.push_back({{scheme},
                    median_of_runs(scheme, note("parameters"), 0),
                    cell_of_runs(scheme, note("training_tokens_per_second"), 0),
                    median_of_runs(scheme, note("training_bytes", 1e6), 2),
                    median_of_runs(scheme, note("reading_bytes", 1e6), 2)});
  }
  page_.table(
      "Speed is that of one thread while the others are at work on other runs; it depends on the "
      "machine, and memory does not. Memory is what one "
      "window, or one long text, takes besides the weights.",
      rows);
}

void ReportPage::claims(const Text& text) {
  page_.section("Claims, held against these numbers");
  page_.paragraph(
      "A claim holds here if it does for every seed, it does not hold here if it does for none, "
      "and it is not decided if the seeds disagree. Another size of model may say otherwise.");
  std::vector<Claim> all = arithmetic_claims();
  const auto trained = trained_claims(results_.runs, s_.length, s_.longest());
  all.insert(all.end(), trained.begin(), trained.end());
  all.push_back(speed_claim(text, s_));
  const auto papers = paper_claims(results_.runs, s_.length, s_.longest());
  std::ranges::copy_if(papers, std::back_inserter(all), [](const Claim& c) {
    return c.verdict() != Verdict::kNotMeasured;  // of schemes that are not in this report
  });
  for (const Claim& c : all) {
    const Verdict verdict = c.verdict();
    const std::string mark = verdict == Verdict::kHolds         ? "yes"
                             : verdict == Verdict::kDoesNotHold ? "no"
                                                                : "open";
    page_.verdict(mark, name_of(verdict), concat(c.topic, ": ", c.statement),
                  {c.figure(), c.rule.empty() ? "" : "Rule: " + c.rule + ".",
                   c.not_tried.empty() ? "" : "Not tried: " + c.not_tried + ".", c.command});
  }
}

void ReportPage::settings(const Text& text) {
  page_.section("Settings, and how to do it again");
  std::set<std::string> commands, programs;
  for (const Run& run : results_.runs) commands.insert(run.command), programs.insert(run.program);
  std::string lines = concat("Whereabouts ", version(), "\n", text.name, ": ", text.tokens.size(),
                             " characters\n\n");
  for (const std::string& command : commands) lines += command + "\n";
  lines += "\ntext:  " + report_.sweep.conditions("text").settings + "\n";
  for (const std::string& task : report_.tasks)
    lines += task + ":  " + report_.sweep.conditions(task).settings + "\n";
  page_.code(lines);
  std::vector<std::vector<std::string>> rows = {{"scheme", "options"}};
  for (const std::string& scheme : schemes_) {
    const auto run = std::ranges::find_if(results_.runs, [&](const Run& r) {
      return r.key.scheme == scheme && r.key.dataset == "text";
    });
    if (run != results_.runs.end())
      rows.push_back({scheme, run->options.empty() ? "none" : run->options});
  }
  page_.table("The schemes, with every option in use", rows);
  for (const std::string& line : results_.notices) page_.paragraph("Notice: " + line + ".");
  page_.paragraph(
      concat("Beside this page: every number is in ", joined(tables_),
             ", the pictures are SVG files, and runs/ holds what each single run left, with its "
             "settings, the checksum of its text, and its command."));
}

}  // namespace whereabouts
