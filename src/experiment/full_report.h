// The whole experiment: every scheme of the module with several seeds, all protocols, the tasks;
// each run in a file of its own, and from those the tables, the plots and the page.
#pragma once

#include <string>
#include <vector>

#include "experiment/measure.h"
#include "experiment/memory_need.h"
#include "experiment/sweep.h"
#include "program/flags.h"

namespace whereabouts {

/// How much of it is done where the command line does not say.
struct ReportSize {
  std::vector<std::string> schemes, protocols, tasks;
  int seeds = 3;
  int steps = 0;                       ///< on text; 0: as the settings say
  int task_steps = 0;                  ///< 0: the task's own
  int instances = 200;                 ///< to test a task with, at each length
  std::vector<int> eval_lengths = {};  ///< empty: as the settings say
};
/// All schemes of the module, all protocols, all tasks, three seeds: a quarter to half an hour on
/// two cores.
ReportSize whole_report();

/// What the command line says about it.
struct FullReportFlags {
  Measures measures;
  std::string command;  ///< as typed, for the record
  bool full = false, fresh = false;
  std::string shard = "1/1";
  std::vector<std::string> tasks = {};
  const Flags* flags = nullptr;

  void add_to(Flags& flags);
  bool given(const char* flag) const { return flags && flags->given(flag); }
};

/// The schemes that the module names.
const std::vector<std::string>& module_schemes();

/// The weights that the first seed's run on text leaves beside its result.
std::filesystem::path model_file(const std::filesystem::path& runs, const std::string& scheme,
                                 std::uint64_t seed);

/// All that the full experiment consists of, from settings and flags.
struct FullReport {
  Settings settings;
  Measures measures;
  std::vector<std::string> tasks;
  TaskSettings task_settings;
  Sweep sweep;

  /// What the command line does not say is filled in from `size`. `runs` is the folder of the run
  /// files.
  FullReport(const Settings& settings, const FullReportFlags& flags, const ReportSize& size,
             const Text& text, const std::filesystem::path& runs);

  /// The sizes of what is not finished.
  std::vector<SizeOfRuns> to_do(const Text& text) const;

  /// Does what is not finished. Throws UserError before the first step if the runs that will be at
  /// work at the same time can not fit into memory.
  void do_runs(const Text& text, const std::string& command) const;
};

/// All of it: runs, CSV files, plots and index.html in the folder `out`.
void full_report(const Settings& settings, const Text& text, const FullReportFlags& flags,
                 const std::filesystem::path& out);

/// The command line as typed.
std::string command_line(int argc, char** argv);

}  // namespace whereabouts
