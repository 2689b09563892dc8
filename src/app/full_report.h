// The whole experiment: every scheme of the module with several seeds, all protocols, the tasks;
// each run in a file of its own, and from those the tables, the plots and the page.
#pragma once

#include <string>
#include <vector>

#include "app/experiment.h"
#include "app/flags.h"
#include "evaluate/sweep.h"
#include "report/svg.h"

namespace whereabouts {

/// What the command line says about it.
struct FullReportFlags {
  Measures measures;
  std::string command;  ///< as typed, for the record

  void add_to(Flags& flags);
  bool wanted() const { return full_; }

 private:
  friend struct FullReport;
  bool full_ = false, fresh_ = false;
  std::string shard_ = "1/1";
  std::vector<std::string> tasks_ = {};
  const Flags* flags_ = nullptr;
};

/// The schemes that the module names and, read from the weights of rope, its extensions.
const std::vector<std::string>& module_schemes();
const std::vector<std::string>& rope_extensions();

/// All that the full experiment consists of, from settings and flags.
struct FullReport {
  Settings settings;
  Measures measures;
  std::vector<std::string> tasks;
  TaskSettings task_settings;
  Sweep sweep;

  /// What was not given is filled in: all schemes of the module, three seeds, all protocols, all
  /// tasks; with --quick a few steps of three schemes. `runs` is the folder of the run files.
  FullReport(const Lesson& lesson, const FullReportFlags& flags, const Text& text,
             const std::filesystem::path& runs);

  /// Does what is not finished.
  void do_runs(const Lesson& lesson, const Text& text, const std::string& command) const;
};

/// All of it: runs, CSV files, plots and index.html in the lesson's folder.
void full_report(const Lesson& lesson, const FullReportFlags& flags);

/// Protocol `fixed`: bits per character against the length, with the spread over the seeds.
LinePlot gap_plot(const std::vector<ResultRow>& rows, const Settings& settings,
                  const std::vector<std::string>& schemes);

/// The command line as typed.
std::string command_line(int argc, char** argv);

}  // namespace whereabouts
