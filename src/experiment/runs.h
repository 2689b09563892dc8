// One run, that is one scheme with one seed, and the file that it leaves when it is finished: the
// rows it measured, and everything that must be known to compare them with others.
//
//   # whereabouts run
//   # checksum=9c1d5e2a77b04f13      of all that follows: a file that was changed is refused
//   # version=0.1.0
//   # dataset=text
//   # settings=--steps 1000 ...      what the numbers depend on, besides scheme and seed
//   # text=data/fables.txt
//   # text_checksum=a7e99f43858582d
//   # scheme=rope
//   # options=base=10000 layout=interleaved
//   # seed=0
//   # command=build/lessons/09_extrapolation_gap --full
//   # program=5f1c3f3e0a52ba77       checksum of the program that measured
//   # rows=141                       a file with fewer is not whole
//   # note.<name>=<number>           what else was measured, such as seconds
//   scheme,seed,protocol,...
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "experiment/results.h"

namespace whereabouts {

/// What was asked: a subject, "text" or the name of a task, a scheme and a seed.
struct RunKey {
  std::string dataset, scheme;
  std::uint64_t seed = 0;
  bool operator==(const RunKey&) const = default;
};

/// What must agree before numbers may stand side by side.
struct RunConditions {
  std::string version, settings, text;
  std::uint64_t text_checksum = 0;
};
/// What differs, in words: "settings --steps 1000, here --steps 40"; "" if nothing does. Another
/// path to the same text is no difference.
std::string difference(const RunConditions& there, const RunConditions& here);

struct Run {
  RunKey key = {};
  RunConditions conditions = {};
  std::string options = {};  ///< the scheme's, with the values in use
  std::string command = {}, program = {};
  std::map<std::string, double> notes = {};
  std::vector<ResultRow> rows = {};
};

/// "text-rope-seed0.csv": a name for the file, see name_for_file().
std::string run_file_name(const RunKey& key);
/// Throws UserError if what was measured is not a finite number.
std::string run_to_text(const Run& run);
/// Throws UserError, naming `name`, for anything that run_to_text() did not write whole, and for
/// rows that are not of the run that the file says it is.
Run run_from_text(const std::string& text, const std::string& name);

}  // namespace whereabouts
