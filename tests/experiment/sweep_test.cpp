#include "experiment/sweep.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <fstream>
#include <thread>

#include "util/check.h"
#include "util/checksum.h"
#include "util/file.h"
#include "util/owner_mark.h"
#include "util/parallel.h"
#include "util/process.h"
#include "util/write_file.h"

namespace whereabouts {
namespace {

namespace fs = std::filesystem;

struct Fixture {
  const ThreadCount one{1};  // runs one after another, in their order
  Sweep sweep;
  std::vector<std::string> measured, notices;
  std::string settings = "--steps 1000 --lr 0.003";
  std::uint64_t checksum = 99;

  explicit Fixture(const std::string& name) {
    sweep.folder = fs::path(::testing::TempDir()) / ("sweep_" + name);
    fs::remove_all(sweep.folder);
    fs::create_directories(sweep.folder);
    for (const char* scheme : {"rope", "alibi", "t5:buckets=8"}) {
      for (std::uint64_t seed : {0, 1}) sweep.runs.push_back({"text", scheme, seed});
    }
    sweep.program = "p1";
    sweep.conditions = [this](const std::string&) {
      return RunConditions{"0.1", settings, "fables.txt", checksum};
    };
  }
  Run measure(const RunKey& key) {
    measured.push_back(key.scheme + std::to_string(key.seed));
    Run run;
    run.command = "make report";
    run.options = "a=1";
    run.notes["seconds"] = 1.25;
    run.rows = {{key.scheme, key.seed, "fixed", 64, 2.0 + 1.0 / 3 + double(key.seed), 6144},
                {key.scheme, key.seed, "names", 64, 0.1, 12, "seen", 16, 31, 0.75}};
    return run;
  }
  void go() {
    do_sweep(
        sweep, [&](const RunKey& key) { return measure(key); },
        [&](const std::string& line) { notices.push_back(line); });
  }
};

std::string error_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const UserError& e) {
    return e.what();
  }
  return "no error";
}

TEST(Sweep, AnEndAtAnyMomentLosesTheRunInProgressAlone) {
  Fixture f("interrupted");
  const auto stop_at_third = [&](const RunKey& key) {
    if (f.measured.size() == 2) throw std::runtime_error("the power went");
    return f.measure(key);
  };
  EXPECT_THROW(do_sweep(f.sweep, stop_at_third, [](const std::string&) {}), std::runtime_error);
  EXPECT_EQ(collect(f.sweep).runs.size(), 2u);
  EXPECT_EQ(collect(f.sweep).missing.size(), 4u);
  ASSERT_EQ(collect(f.sweep).notices.size(), 1u);
  EXPECT_EQ(collect(f.sweep).notices[0],
            "not there yet, and left out: alibi seed 0, alibi seed 1, t5:buckets=8 seed 0, "
            "t5:buckets=8 seed 1");

  f.measured.clear();
  f.go();
  EXPECT_EQ(f.measured,
            (std::vector<std::string>{"alibi0", "alibi1", "t5:buckets=80", "t5:buckets=81"}));
  EXPECT_EQ(f.notices, (std::vector<std::string>{"rope seed 0: finished already",
                                                 "rope seed 1: finished already"}));
  const SweepResults all = collect(f.sweep);
  EXPECT_TRUE(all.missing.empty());
  EXPECT_TRUE(all.notices.empty());
  ASSERT_EQ(all.rows().size(), 12u);
  EXPECT_EQ(all.rows()[2].bits_per_char, 2.0 + 1.0 / 3 + 1) << "numbers come back to the bit";
  EXPECT_EQ(all.runs[0].notes.at("seconds"), 1.25);
  EXPECT_EQ(all.runs[0].command, "make report");

  f.measured.clear();
  f.sweep.take_over = false;
  f.go();
  EXPECT_EQ(f.measured.size(), 6u) << "measured again when asked to";
}

TEST(Sweep, RunsAtTheSameTimeLeaveTheSameFilesAndAFailureBeginsNoMore) {
  Fixture f("threads");
  std::atomic<int> begun = 0;
  const auto measure = [&](const RunKey& key) {
    ++begun;
    whereabouts::Run run;
    run.rows = {{key.scheme, key.seed, "fixed", 64, 2.0 + double(key.seed), 6144}};
    return run;
  };
  std::vector<std::vector<ResultRow>> found;
  for (const int threads : {1, 3}) {
    const ThreadCount limit(threads);
    f.sweep.take_over = false;
    do_sweep(f.sweep, measure, [](const std::string&) {});
    found.push_back(collect(f.sweep).rows());
  }
  EXPECT_EQ(begun, 12);
  EXPECT_EQ(all_columns(found[0]), all_columns(found[1]));

  begun = 0;
  const ThreadCount limit(2);
  const auto fail = [&](const RunKey&) -> whereabouts::Run {
    ++begun;
    throw UserError("the disk is full");
  };
  EXPECT_EQ(error_of([&] { do_sweep(f.sweep, fail, [](const std::string&) {}); }),
            "the disk is full");
  EXPECT_LE(begun, 2) << "one for each thread";
}

TEST(Sweep, WhatAKilledProgramLeftIsRemoved) {
  Fixture f("leftovers");
  const fs::path left = f.sweep.folder /
                        concat("text-rope-seed0.csv.whereabouts-", host_name(), ".99.tmp"),
                 other = f.sweep.folder / "notes.tmp",
                 mark = f.sweep.folder / "text-rope-seed0.csv.owner";
  for (const fs::path& path : {left, other}) std::ofstream(path) << "half a fi";
  f.go();
  EXPECT_FALSE(fs::exists(left));
  EXPECT_TRUE(fs::exists(other)) << "not of a run";
  // Killed between the last line of the result and the end of the mark.
  std::ofstream(mark) << concat(host_name(), " 99 ", boot_name(), "\n");
  f.go();
  EXPECT_FALSE(fs::exists(mark));
}

TEST(Sweep, ProgramsAtOneFolderShareTheRunsAndAllEndWithAll) {
  Fixture f("together");
  std::atomic<int> measured = 0;
  std::vector<std::vector<ResultRow>> found(3);
  std::vector<std::thread> programs;
  for (std::vector<ResultRow>& rows : found) {
    programs.emplace_back([&] {
      const ThreadCount one(1);
      do_sweep(
          f.sweep,
          [&](const RunKey& key) {
            ++measured;
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
            whereabouts::Run run;
            run.rows = {{key.scheme, key.seed, "fixed", 64, 2.0 + double(key.seed), 6144}};
            return run;
          },
          [](const std::string&) {});
      const SweepResults results = collect(f.sweep);
      EXPECT_TRUE(results.missing.empty());
      rows = results.rows();
    });
  }
  for (std::thread& program : programs) program.join();
  EXPECT_EQ(measured, 6) << "each run once";
  EXPECT_EQ(found[0].size(), 6u);
  EXPECT_EQ(found[0], found[1]);
  EXPECT_EQ(found[0], found[2]);
  for (const auto& entry : fs::directory_iterator(f.sweep.folder))
    EXPECT_EQ(entry.path().extension(), ".csv") << entry.path();
}

TEST(Sweep, ARunOfAnotherMachineIsWaitedForAndTakenOverWhenThatFallsSilent) {
  Fixture f("elsewhere");
  const fs::path mark = f.sweep.folder / "text-alibi-seed1.csv.owner";
  std::ofstream(mark) << "elsewhere 17 6b1d\n";
  f.sweep.patience = std::chrono::milliseconds(600);
  const auto start = std::chrono::steady_clock::now();
  f.go();
  EXPECT_GE(std::chrono::steady_clock::now() - start, f.sweep.patience);
  EXPECT_EQ(f.measured.size(), 6u);
  EXPECT_EQ(f.measured.back(), "alibi1") << "the others come first";
  ASSERT_EQ(f.notices.size(), 2u);
  EXPECT_EQ(f.notices[0],
            "waiting for another program to finish alibi seed 1 (process 17 on "
            "elsewhere); should it be gone, remove " +
                mark.string());
  EXPECT_EQ(f.notices[1],
            "alibi seed 1: process 17 on elsewhere gives no sign of life, so it is "
            "begun anew");
}

TEST(Sweep, ARunThatAnotherFinishesMeanwhileIsTakenAsItIs) {
  Fixture f("meanwhile");
  f.go();
  const fs::path file = f.sweep.folder / "text-rope-seed1.csv", mark = file.string() + ".owner";
  const std::string result = read_file(file.string(), "a result");
  fs::remove(file);
  std::ofstream(mark) << "elsewhere 17 6b1d\n";
  f.measured.clear(), f.notices.clear();
  std::thread other([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    write_file(file, result);
    fs::remove(mark);
  });
  f.go();
  other.join();
  EXPECT_TRUE(f.measured.empty());
  EXPECT_EQ(f.notices.back(), "rope seed 1: finished by another program");
  EXPECT_TRUE(collect(f.sweep).missing.empty());
}

TEST(Sweep, ShardsShareTheRunsAndTheCollectionMergesThem) {
  Fixture f("shards");
  std::vector<std::string> all;
  for (int shard = 1; shard <= 4; ++shard) {
    f.measured.clear();
    f.sweep.shard = shard;
    f.sweep.shards = 4;
    f.go();
    EXPECT_EQ(f.measured.size(), shard <= 2 ? 2u : 1u);
    all.insert(all.end(), f.measured.begin(), f.measured.end());
  }
  std::ranges::sort(all);
  EXPECT_EQ(all, (std::vector<std::string>{"alibi0", "alibi1", "rope0", "rope1", "t5:buckets=80",
                                           "t5:buckets=81"}));
  EXPECT_TRUE(collect(f.sweep).missing.empty());
  EXPECT_EQ(parse_shard("3/8"), (std::pair{3, 8}));
  for (const char* wrong : {"", "3", "0/4", "5/4", "1/0", "a/b", "1/2x", "-1/2", "1 /2"})
    EXPECT_NE(error_of([&] { parse_shard(wrong); }), "no error") << wrong;
}

TEST(Sweep, ResultsOfOtherConditionsAreRefusedBeforeAnyWork) {
  Fixture f("conditions");
  f.go();
  f.measured.clear();
  f.sweep.runs.insert(f.sweep.runs.begin(), RunKey{"text", "none", 0});
  f.settings = "--steps 40 --lr 0.003";
  const std::string error = error_of([&] { f.go(); });
  EXPECT_NE(error.find("(--steps 1000, here --steps 40)"), std::string::npos) << error;
  EXPECT_NE(error.find("text-rope-seed0.csv"), std::string::npos) << error;
  EXPECT_TRUE(f.measured.empty());
  EXPECT_NE(error_of([&] { collect(f.sweep); }), "no error");

  f.settings = "--steps 1000 --lr 0.003";
  f.checksum = 7;
  EXPECT_NE(error_of([&] { f.go(); }).find("another"), std::string::npos);
  EXPECT_TRUE(f.measured.empty());
}

TEST(Sweep, AnotherBuildMeasuresAgainAndAMixOfBuildsIsSaid) {
  Fixture f("builds");
  f.go();
  f.measured.clear();
  f.sweep.program = "p2";
  f.sweep.shards = 2;  // half of them
  f.go();
  EXPECT_EQ(f.measured.size(), 3u);
  ASSERT_EQ(collect(f.sweep).notices.size(), 1u);
  EXPECT_NE(collect(f.sweep).notices[0].find("2 builds"), std::string::npos);
}

TEST(Sweep, ADamagedFileIsNamedAndNeverTakenForAResult) {
  Fixture f("damaged");
  f.go();
  const fs::path path = f.sweep.folder / run_file_name(f.sweep.runs[0]);
  const std::string whole = read_file(path.string(), "a result");
  int refused = 0;
  for (std::size_t size = 0; size < whole.size(); ++size) {
    write_file(path, whole.substr(0, size));
    const std::string error = error_of([&] { collect(f.sweep); });
    EXPECT_NE(error, "no error") << "cut to " << size;
    EXPECT_NE(error.find(path.string()), std::string::npos) << error;
    refused += error != "no error";
  }
  EXPECT_EQ(refused, static_cast<int>(whole.size()));
  write_file(path, whole);
  EXPECT_EQ(collect(f.sweep).runs.size(), 6u);
  // One run's file in the place of another's.
  fs::copy_file(f.sweep.folder / run_file_name(f.sweep.runs[1]), path,
                fs::copy_options::overwrite_existing);
  EXPECT_NE(error_of([&] { collect(f.sweep); }).find("another run"), std::string::npos);
}

// What is said of the first run's file after its text was changed; `sealed` gives it a checksum
// that fits.
std::string refusal(Fixture& f, const std::string& from, const std::string& to, bool sealed) {
  const fs::path path = f.sweep.folder / run_file_name(f.sweep.runs[0]);
  const std::string whole = read_file(path.string(), "a result");
  std::string text = whole;
  const std::size_t at = text.rfind(from);
  EXPECT_NE(at, std::string::npos) << from;
  text.replace(at, from.size(), to);
  if (sealed) {
    const std::size_t body = text.find('\n', text.find("# checksum=")) + 1;
    std::ostringstream digits;
    digits << std::hex << checksum(std::string_view(text).substr(body));
    text = "# whereabouts run\n# checksum=" + digits.str() + "\n" + text.substr(body);
  }
  write_file(path, text);
  const std::string error = error_of([&] { collect(f.sweep); });
  write_file(path, whole);
  return error;
}

TEST(Sweep, AFileThatWasChangedIsRefused) {
  Fixture f("changed");
  f.settings = "--steps 1000 --length 64 --lr 0.003 --eval-lengths 64,128";
  f.go();
  const std::string name = (f.sweep.folder / run_file_name(f.sweep.runs[0])).string();
  const std::pair<const char*, const char*> changes[] = {
      {",64,2.33", ",64,2.32"},          {",64,2.33", ",64,nan"},
      {"rope,0,fixed", "alibi,0,fixed"}, {"0,fixed,64,", "0,fixed,33,"},
      {"seconds=1.25", "seconds=1.5"},   {"a=1", "a=2"}};
  for (const auto& [from, to] : changes) {
    EXPECT_EQ(refusal(f, from, to, false),
              name +
                  " was changed since it was written, or is not whole (its checksum differs); "
                  "remove it to measure again")
        << from;
  }
  EXPECT_EQ(refusal(f, "a=1", "a=1", true), "no error");
  const std::string again = "; remove it to measure again",
                    says = name + " says that it is the run of text rope seed 0 and has a row of ";
  EXPECT_EQ(refusal(f, "rope,0,fixed", "alibi,0,fixed", true), says + "fixed alibi seed 0" + again);
  EXPECT_EQ(refusal(f, "rope,0,fixed", "rope,1,fixed", true), says + "fixed rope seed 1" + again);
  EXPECT_EQ(refusal(f, "0,fixed,64,", "0,fixed,33,", true),
            name + " has a row of length 33, which is not one of its settings" + again);
  for (const char* value : {",64,nan,", ",64,inf,"}) {
    EXPECT_NE(refusal(f, ",64,2.3333333333333335,", value, true).find("is not a finite number"),
              std::string::npos);
  }
  EXPECT_NE(refusal(f, "seconds=1.25", "seconds=nan", true).find("is not a finite number"),
            std::string::npos);
  EXPECT_EQ(refusal(f, "# checksum=", "# version=", false),
            name + " has no checksum: it is of an earlier version, or not whole" + again);
  EXPECT_TRUE(collect(f.sweep).missing.empty());
}

TEST(Sweep, WhatIsNoNumberIsNeverStored) {
  Fixture f("nan");
  const auto measure = [](const RunKey& key) {
    whereabouts::Run run;
    run.rows = {{key.scheme, key.seed, "fixed", 64, std::nan(""), 6144}};
    return run;
  };
  const std::string error =
      error_of([&] { do_sweep(f.sweep, measure, [](const std::string&) {}); });
  EXPECT_EQ(error,
            "rope: rope, protocol fixed, length 64: what was measured is not a finite number");
  EXPECT_TRUE(fs::is_empty(f.sweep.folder)) << "neither a result nor a mark";
}

TEST(Sweep, FileNamesHoldNothingThatAFileSystemDislikes) {
  EXPECT_EQ(run_file_name({"text", "rope:base=500/..", 3}), "text-rope_base=500_..-seed3.csv");
  const std::string longest(300, 'x');
  EXPECT_LT(run_file_name({"text", longest, UINT64_MAX}).size(), 140u);
  EXPECT_NE(run_file_name({"text", longest, 0}), run_file_name({"text", longest + "x", 0}));
}

}  // namespace
}  // namespace whereabouts
