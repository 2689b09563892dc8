#include "experiment/sweep.h"

#include <algorithm>
#include <atomic>
#include <map>
#include <optional>
#include <set>
#include <thread>

#include "util/check.h"
#include "util/file.h"
#include "util/joined.h"
#include "util/owner_mark.h"
#include "util/parallel.h"
#include "util/read_number.h"
#include "util/write_file.h"

namespace whereabouts {
namespace {

std::optional<Run> finished(const Sweep& sweep, const RunKey& key) {
  const std::filesystem::path path = sweep.folder / run_file_name(key);
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) return {};
  Run run = run_from_text(read_file(path.string(), "the result of a run"), path.string());
  check_user(run.key == key, path.string(), " is the result of another run: ", run.key.dataset, " ",
             run.key.scheme, " seed ", run.key.seed);
  const std::string differs = difference(run.conditions, sweep.conditions(key.dataset));
  check_user(differs.empty(), path.string(), " was measured under other conditions (", differs,
             "), and such numbers are not mixed: choose another --out, or remove that folder");
  return run;
}

std::string name_of(const RunKey& key) {
  return concat(key.dataset == "text" ? "" : key.dataset + " ", key.scheme, " seed ", key.seed);
}

std::filesystem::path mark_of(const Sweep& sweep, const RunKey& key) {
  return sweep.folder / (run_file_name(key) + ".owner");
}

// The text of a run's file, "" if there is none.
std::string mark_text(const Sweep& sweep, const RunKey& key) {
  std::error_code ignored;
  const std::filesystem::path path = sweep.folder / run_file_name(key);
  return std::filesystem::exists(path, ignored) ? read_file(path.string(), "the result of a run")
                                                : "";
}

// A run that this call wants, and what its file held when the call began.
struct Wanted {
  RunKey key;
  std::string before;
  bool done = false;
};

bool finished_by_another(const Sweep& sweep, const Wanted& run) {
  const std::string now = mark_text(sweep, run.key);
  return !now.empty() && now != run.before && finished(sweep, run.key);
}

void remove_marks_of_finished(const Sweep& sweep) {
  std::error_code ignored;
  for (const RunKey& key : sweep.runs) {
    const std::filesystem::path mark = mark_of(sweep, key);
    if (std::filesystem::exists(mark, ignored) && !mark_text(sweep, key).empty())
      OwnerMark::take(mark);  // and gives it back at once
  }
}

std::string waiting_for(const Sweep& sweep, const std::vector<Wanted>& runs) {
  const auto with_owner = [&](const Wanted& run) {
    return concat(name_of(run.key), " (", OwnerMark::owner(mark_of(sweep, run.key)), ")");
  };
  return concat("waiting for another program to finish ", joined(runs, ", ", with_owner),
                "; should it be gone, remove ", mark_of(sweep, runs.front().key).string());
}

// Waits until one of these runs, which others are doing, is finished or nobody's any more.
void wait_for_others(const Sweep& sweep, const std::vector<Wanted>& runs,
                     const SweepNotice& notice) {
  using Clock = std::chrono::steady_clock;
  struct Seen {
    std::filesystem::file_time_type renewed;
    Clock::time_point at;
  };
  std::map<std::filesystem::path, Seen> seen;
  std::optional<Clock::time_point> told;
  for (;;) {
    for (const Wanted& run : runs) {
      const std::filesystem::path mark = mark_of(sweep, run.key);
      std::error_code gone;
      const auto renewed = std::filesystem::last_write_time(mark, gone);
      if (gone || finished_by_another(sweep, run) || OwnerMark::take(mark)) return;
      const auto [known, first] = seen.try_emplace(mark, Seen{renewed, Clock::now()});
      if (!first && known->second.renewed != renewed) known->second = {renewed, Clock::now()};
      if (Clock::now() - known->second.at < sweep.patience) continue;
      const std::string owner = OwnerMark::owner(mark);
      if (!OwnerMark::take(mark, /*silent=*/true)) continue;
      return notice(
          concat(name_of(run.key), ": ", owner, " gives no sign of life, so it is begun anew"));
    }
    if (!told || Clock::now() - *told > std::chrono::minutes(1)) {
      notice(waiting_for(sweep, runs));
      told = Clock::now();
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(250));
  }
}

// Measures a run unless another program is at it or has just finished it; returns whether it did.
bool do_run(const Sweep& sweep, const Wanted& wanted,
            const std::function<Run(const RunKey& key)>& measure) {
  const auto mine = OwnerMark::take(mark_of(sweep, wanted.key));
  if (!mine || finished_by_another(sweep, wanted)) return false;
  Run run = measure(wanted.key);
  run.key = wanted.key;
  run.conditions = sweep.conditions(wanted.key.dataset);
  run.program = sweep.program;
  write_file(sweep.folder / run_file_name(wanted.key), run_to_text(run));
  return true;
}

}  // namespace

void do_sweep(const Sweep& sweep, const std::function<Run(const RunKey& key)>& measure,
              const SweepNotice& notice) {
  check_argument(sweep.shards >= 1 && sweep.shard >= 1 && sweep.shard <= sweep.shards, "do_sweep",
                 "shard ", sweep.shard, " of ", sweep.shards);
  std::vector<RunKey> mine;
  for (std::size_t i = 0; i < sweep.runs.size(); ++i)
    if (i % sweep.shards == static_cast<std::size_t>(sweep.shard) - 1)
      mine.push_back(sweep.runs[i]);
  if (sweep.take_over || sweep.shards > 1) {
    for (const RunKey& key : sweep.runs) finished(sweep, key);  // refuses before any work
  }
  remove_leftovers_in(sweep.folder);
  remove_marks_of_finished(sweep);
  std::vector<Wanted> unfinished;
  for (const RunKey& key : mine) {
    if (sweep.take_over) {
      const std::optional<Run> before = finished(sweep, key);
      if (before && before->program == sweep.program) {
        notice(name_of(key) + ": finished already");
        continue;
      }
      if (before) notice(name_of(key) + ": finished by another build of the program, so once more");
    }
    unfinished.push_back({key, mark_text(sweep, key)});
  }
  while (!unfinished.empty()) {
    std::atomic<bool> failed = false;
    parallel_for(static_cast<int>(unfinished.size()), [&](int i) {
      if (failed) return;  // what fails once, such as a full disk, would fail again
      try {
        unfinished[i].done = do_run(sweep, unfinished[i], measure);
      } catch (...) {
        failed = true;
        throw;
      }
    });
    std::erase_if(unfinished, [&](const Wanted& run) {
      if (run.done) return true;
      const bool by_another = finished_by_another(sweep, run);
      if (by_another) notice(name_of(run.key) + ": finished by another program");
      return by_another;
    });
    if (!unfinished.empty()) wait_for_others(sweep, unfinished, notice);
  }
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
    results.notices.push_back(concat("these results come from ", programs.size(),
                                     " builds of the program; rounding may differ between them"));
  }
  if (!results.missing.empty()) {
    results.notices.push_back(
        concat("not there yet, and left out: ",
               first_few(results.missing, 6, [](const RunKey& key) { return name_of(key); })));
  }
  return results;
}

std::pair<int, int> parse_shard(const std::string& text) {
  int shard = 0, shards = 0;
  const std::size_t slash = std::min(text.find('/'), text.size());
  check_user(read_number(std::string_view(text).substr(0, slash), shard) == std::errc() &&
                 slash < text.size() &&
                 read_number(std::string_view(text).substr(slash + 1), shards) == std::errc() &&
                 shard >= 1 && shard <= shards,
             "--shard wants a part and the number of parts, such as 1/4, got \"", text, "\"");
  return {shard, shards};
}

}  // namespace whereabouts
