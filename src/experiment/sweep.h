// A sweep: many independent runs, each of which leaves a file when it is finished.
//
// As many runs go on at a time as there are threads, each on one thread: that is faster than all
// threads on one run after another, and changes no number. If the program is stopped, only the runs
// in progress are lost; a later call takes over the finished ones.
//
// Several programs, on one machine or on several that share a folder, may work on one sweep. While
// a run goes on, a mark beside its file (rope.csv.owner, see util/owner_mark.h) says which program
// does it, and no other program begins it.
#pragma once

#include <chrono>
#include <functional>

#include "experiment/runs.h"

namespace whereabouts {

struct Sweep {
  std::filesystem::path folder;  ///< of the run files; must exist
  std::vector<RunKey> runs;      ///< all of the sweep, whichever program does them
  /// What the runs on one dataset have in common.
  std::function<RunConditions(const std::string& dataset)> conditions;
  int shard = 1, shards = 1;  ///< this call does every shards-th run, beginning with number `shard`
  bool take_over = true;      ///< false: measure again what is finished already
  std::string program;        ///< finished before by another program: measured again
  /// A program of another machine that gives no sign of life for so long is taken for dead.
  std::chrono::milliseconds patience = std::chrono::minutes(5);
};

/// What a person should know while it goes on, a line each.
using SweepNotice = std::function<void(const std::string& line)>;

/// Calls measure(key), on several threads at a time, for what is not finished yet and stores its
/// result; conditions, program and key are filled in. After a failure no further run is begun.
/// Returns when all runs of this call are finished: for those that other programs are doing it
/// waits, and does them itself if such a program ends without a result.
/// Throws UserError before the first run if the folder holds a run of this sweep that was measured
/// under other conditions: such numbers are never mixed.
void do_sweep(const Sweep& sweep, const std::function<Run(const RunKey& key)>& measure,
              const SweepNotice& notice);

/// What is there, and what is not there yet.
struct SweepResults {
  std::vector<Run> runs;
  std::vector<RunKey> missing;
  std::vector<std::string> notices;  ///< such as: results of 2 builds of the program

  std::vector<ResultRow> rows() const;  ///< of all runs, one after another
};
/// Throws UserError if a run was measured under other conditions than the sweep's.
SweepResults collect(const Sweep& sweep);

/// "3/8" -> {3, 8}. Throws UserError unless 1 <= first <= second.
std::pair<int, int> parse_shard(const std::string& text);

}  // namespace whereabouts
