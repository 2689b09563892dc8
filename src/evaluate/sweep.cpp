#include "evaluate/sweep.h"

#include <algorithm>
#include <atomic>
#include <charconv>
#include <optional>
#include <set>

#include "util/check.h"
#include "util/file.h"
#include "util/parallel.h"
#include "util/write_file.h"

namespace whereabouts {
namespace {

std::optional<Run> finished(const Sweep& sweep, const RunKey& key) {
  const std::filesystem::path path = sweep.folder / run_file_name(key);
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) return {};
  Run run = run_from_text(read_file(path.string(), "the result of a run"), path.string());
  require(run.key == key, path.string(), " is the result of another run: ", run.key.subject, " ",
          run.key.scheme, " seed ", run.key.seed);
  const std::string differs = difference(run.conditions, sweep.conditions(key.subject));
  require(differs.empty(), path.string(), " was measured under other conditions (", differs,
          "), and such numbers are not mixed: choose another --out, or remove that folder");
  return run;
}

std::string name_of(const RunKey& key) {
  return sentence(key.subject == "text" ? "" : key.subject + " ", key.scheme, " seed ", key.seed);
}

}  // namespace

void do_sweep(const Sweep& sweep, const std::function<Run(const RunKey& key)>& measure,
              const SweepNotice& notice) {
  check(sweep.shards >= 1 && sweep.shard >= 1 && sweep.shard <= sweep.shards, "do_sweep", "shard ",
        sweep.shard, " of ", sweep.shards);
  std::vector<RunKey> mine;
  for (std::size_t i = 0; i < sweep.runs.size(); ++i) {
    if (i % sweep.shards == static_cast<std::size_t>(sweep.shard) - 1)
      mine.push_back(sweep.runs[i]);
  }
  if (sweep.take_over || sweep.shards > 1) {
    for (const RunKey& key : sweep.runs) finished(sweep, key);  // refuses before any work
  }
  std::vector<RunKey> unfinished;
  for (const RunKey& key : mine) {
    if (sweep.take_over) {
      const std::optional<Run> before = finished(sweep, key);
      if (before && before->program == sweep.program) {
        notice(name_of(key) + ": finished already");
        continue;
      }
      if (before) notice(name_of(key) + ": finished by another build of the program, so once more");
    }
    unfinished.push_back(key);
  }
  std::atomic<bool> failed = false;
  parallel_for(static_cast<int>(unfinished.size()), [&](int i) {
    if (failed) return;  // what fails once, such as a full disk, would fail again
    const RunKey& key = unfinished[i];
    try {
      Run run = measure(key);
      run.key = key;
      run.conditions = sweep.conditions(key.subject);
      run.program = sweep.program;
      const std::filesystem::path file = sweep.folder / run_file_name(key);
      remove_leftovers(file);
      write_file(file, run_to_text(run));
    } catch (...) {
      failed = true;
      throw;
    }
  });
}

std::vector<ResultRow> SweepResults::rows() const {
  std::vector<ResultRow> all;
  for (const Run& run : runs) all.insert(all.end(), run.rows.begin(), run.rows.end());
  return all;
}

SweepResults collect(const Sweep& sweep) {
  SweepResults results;
  std::set<std::string> programs;
  for (const RunKey& key : sweep.runs) {
    if (std::optional<Run> run = finished(sweep, key)) {
      programs.insert(run->program);
      results.runs.push_back(std::move(*run));
    } else {
      results.missing.push_back(key);
    }
  }
  if (programs.size() > 1) {
    results.notices.push_back(sentence("these results come from ", programs.size(),
                                       " builds of the program; rounding may differ between them"));
  }
  if (!results.missing.empty()) {
    std::string names;
    for (const RunKey& key : results.missing) names += (names.empty() ? "" : ", ") + name_of(key);
    results.notices.push_back(sentence("not there yet, and left out: ", names));
  }
  return results;
}

std::pair<int, int> parse_shard(const std::string& text) {
  int shard = 0, shards = 0;
  const char* end = text.data() + text.size();
  const auto first = std::from_chars(text.data(), end, shard);
  const bool slash = first.ec == std::errc() && first.ptr != end && *first.ptr == '/';
  const auto second = slash ? std::from_chars(first.ptr + 1, end, shards) : first;
  require(slash && second.ec == std::errc() && second.ptr == end && shard >= 1 && shard <= shards,
          "--shard wants a part and the number of parts, such as 1/4, got \"", text, "\"");
  return {shard, shards};
}

}  // namespace whereabouts
