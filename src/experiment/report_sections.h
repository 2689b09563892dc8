// The page of the full experiment while it is being written: a function for each of its sections,
// and what they share.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "experiment/full_report.h"
#include "report/html.h"
#include "report/svg.h"

namespace whereabouts {

class ReportPage {
 public:
  ReportPage(const FullReport& report, const Text& text, const SweepResults& results,
             const std::filesystem::path& folder);
  /// The page, its pictures, and every number as CSV. Gives the names of the CSV files.
  const std::vector<std::string>& write(const Text& text);

 private:
  // ---- sections on trained models that read text: report_text_sections.cpp ----
  void gap();
  void intervals();
  void cropped();
  void early_tokens();
  void position();
  void names();
  // Whether each scheme copies names, and still does beyond its training length.
  void names_verdicts();
  void extensions();

  // ---- all others: report_page.cpp ----
  void summary();
  void tasks();
  // Without those whose weights are elsewhere, such as in the folder of another machine.
  void inside(const Text& text);
  void cost();
  void claims(const Text& text);
  void settings(const Text& text);

  // ---- what sections are made of ----
  // The page's first paragraph.
  std::string lead(const Text& text) const;
  // Whether anything was measured by this protocol.
  bool wanted(const std::string& protocol) const;
  // The median, and below it the lowest and the highest; nothing if nothing was found.
  std::string cell(const std::vector<double>& found, int decimals, bool sign = false) const;
  // The same, where each number leads to the run that measured it.
  HtmlCell cell_of_runs(const std::string& scheme, const BySeed& found, int decimals,
                        bool sign = false) const;
  // The medians at each x that has values, with the lowest and the highest as their band.
  static PlotSeries curve_of(const std::string& name, const std::vector<int>& at,
                             const std::function<std::vector<double>(int x)>& found);
  // The median alone, leading to its run.
  HtmlCell median_of_runs(const std::string& scheme, const BySeed& found, int decimals) const;
  // `text`, in which those of the numbers that are of one run lead to it.
  HtmlCell linked(const std::string& scheme, const BySeed& found, const std::string& text,
                  const std::vector<double>& numbers, int decimals, bool sign) const;
  // Both on the page and as a file of that name.
  void figure(const std::string& name, const std::string& svg, const std::string& below,
              const std::string& command);
  void plot(const std::string& name, LinePlot p, const std::string& below,
            const std::string& command);
  // A frame for bits per character over characters of context.
  LinePlot by_length(const std::string& title, const std::string& subtitle) const;
  std::vector<double> bits(const std::string& scheme, const std::string& protocol,
                           int length) const;
  // The shortest evaluation length of at least twice the training length.
  int twice_length() const;

  const FullReport& report_;
  const Settings& s_;
  const SweepResults& results_;
  std::filesystem::path folder_;
  HtmlPage page_;
  std::vector<ResultRow> text_, tasks_;
  std::vector<std::string> schemes_;
  std::vector<std::string> tables_;  // names of the CSV files
  double pairs_ = 0;                 // bits per character of a table of what follows each
};

}  // namespace whereabouts
