#include "evaluate/sweep.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>

#include "util/check.h"
#include "util/file.h"
#include "util/parallel.h"
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
                {key.scheme, key.seed, "recall", 64, 0.1, 12, "seen", 16, 31, 0.75}};
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

TEST(Sweep, WhatAKilledProgramLeftBesideARunIsRemovedWithIt) {
  Fixture f("leftovers");
  const fs::path left = f.sweep.folder / "text-rope-seed0.csv.99.tmp",
                 other = f.sweep.folder / "notes.tmp";
  for (const fs::path& path : {left, other}) write_file(path, "half a fi");
  f.go();
  EXPECT_FALSE(fs::exists(left));
  EXPECT_TRUE(fs::exists(other)) << "not of a run";
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

TEST(Sweep, FileNamesHoldNothingThatAFileSystemDislikes) {
  EXPECT_EQ(run_file_name({"text", "rope:base=500/..", 3}), "text-rope_base=500_..-seed3.csv");
}

TEST(Results, SpreadsAndDifferencesAreTakenOverTheSeeds) {
  std::vector<ResultRow> rows;
  const double home[] = {2.0, 3.0, 2.5}, far[] = {2.1, 3.4, 2.55};
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    rows.push_back({"rope", seed, "fixed", 64, home[seed], 1});
    rows.push_back({"rope", seed, "fixed", 128, far[seed], 1});
  }
  rows.push_back({"rope", 3, "fixed", 128, 9.0, 1});  // has no partner at 64
  const Spread s = spread(rows, "rope", "fixed", 64);
  EXPECT_EQ(s.median, 2.5);
  EXPECT_EQ(s.low, 2.0);
  EXPECT_EQ(s.high, 3.0);
  const std::vector<double> gaps = differences(rows, {"rope", "fixed", 128}, {"rope", "fixed", 64});
  ASSERT_EQ(gaps.size(), 3u);
  EXPECT_NEAR(spread(gaps).median, 0.1, 1e-12);
  EXPECT_NEAR(spread(gaps).high, 0.4, 1e-12);
  EXPECT_EQ(text_of(s, 2), "2.50 (2.00 to 3.00)");
  EXPECT_EQ(text_of({1, 1.001, 1}, 2), "1.00");
  EXPECT_EQ(spread({1, 4}).median, 2.5);
  EXPECT_THROW(spread({}), std::invalid_argument);
  EXPECT_THROW(spread(rows, "alibi", "fixed", 64), std::invalid_argument);
}

TEST(Results, EveryColumnComesBack) {
  const std::vector<ResultRow> rows = {
      {"rope:base=500", 18446744073709551615ull, "fixed", 64, 1.0 / 3, 6144},
      {"t5", 1, "recall", 1024, 1e-9, 12, "seen", 16, 31, 0.75}};
  EXPECT_EQ(rows_from(all_columns(rows), "here"), rows);
  EXPECT_THROW(rows_from("scheme,seed\n", "here"), UserError);
  EXPECT_THROW(rows_from(all_columns(rows) + "a,b\n", "here"), UserError);
  EXPECT_THROW(rows_from(all_columns(rows) + "a,x,fixed,64,1,1,,0,0,0\n", "here"), UserError);
}

}  // namespace
}  // namespace whereabouts
