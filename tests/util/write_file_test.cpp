// What killed programs leave is removed, and what living ones write is not.
#include "util/write_file.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <fstream>
#include <thread>

#include "program/output_folder.h"
#include "util/check.h"
#include "util/file.h"
#include "util/process.h"

namespace whereabouts {
namespace {

namespace fs = std::filesystem;

class Leftovers : public testing::Test {
 protected:
  Leftovers() {
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  ~Leftovers() override { fs::remove_all(folder_); }

  fs::path leave(const std::string& name) const {
    std::ofstream(folder_ / name) << "half a fi";
    return folder_ / name;
  }
  static std::string temporary(const std::string& name, const std::string& host, pid_t process) {
    return concat(name, ".whereabouts-", host, ".", process, ".tmp");
  }
  static pid_t a_dead_process() {
    const pid_t process = fork();
    if (process == 0) _exit(0);
    waitpid(process, nullptr, 0);
    return process;
  }

  const fs::path folder_ = fs::path(testing::TempDir()) / concat("leftovers_", getpid());
};

TEST_F(Leftovers, OfTheDeadAreRemovedAndNothingElse) {
  const pid_t dead = a_dead_process();
  const fs::path gone = leave(temporary("loss.csv", host_name(), dead)),
                 numbered =
                     leave(concat("loss.csv.whereabouts-", host_name(), ".", dead, ".2.tmp"));
  const fs::path notes = leave("notes.tmp"), draft = leave("thesis.draft-2.tmp"),
                 result = leave("loss.csv"),
                 elsewhere = leave(temporary("loss.csv", "elsewhere", dead));
  const fs::path old = leave(temporary("old.csv", "elsewhere", dead));
  fs::last_write_time(old, fs::file_time_type::clock::now() - std::chrono::hours(2));
  remove_leftovers_in(folder_);
  for (const fs::path& path : {gone, numbered, old}) EXPECT_FALSE(fs::exists(path)) << path;
  for (const fs::path& path : {notes, draft, result, elsewhere})
    EXPECT_TRUE(fs::exists(path)) << path;
  remove_leftovers_in(folder_ / "missing");
}

TEST_F(Leftovers, OfWhoeverHoldsTheLockAreNotLeftovers) {
  const fs::path written = leave(temporary("loss.csv", host_name(), a_dead_process()));
  const int file = open(written.c_str(), O_WRONLY | O_CLOEXEC);
  ASSERT_GE(file, 0);
  if (try_lock(file) == Lock::kThereAreNone) GTEST_SKIP() << "no locks here";
  remove_leftovers_in(folder_);
  EXPECT_TRUE(fs::exists(written));
  close(file);
  remove_leftovers_in(folder_);
  EXPECT_FALSE(fs::exists(written));
}

TEST_F(Leftovers, OfTheTrialOfAFolderAreRemovedByTheNextProgram) {
  leave(temporary("trial", host_name(), a_dead_process()));
  output_folder(folder_.string());
  EXPECT_TRUE(fs::is_empty(folder_));
  EXPECT_TRUE(can_write_into(folder_));
  EXPECT_TRUE(fs::is_empty(folder_));
  EXPECT_FALSE(can_write_into(folder_ / "missing"));
}

TEST_F(Leftovers, AreLookedForWhileOthersWriteWithoutHarm) {
  std::atomic<bool> ends = false;
  std::atomic<int> failed = 0;
  std::thread cleaner([&] {
    while (!ends) remove_leftovers_in(folder_);
  });
  std::vector<std::thread> writers;
  for (int t = 0; t < 2; ++t) {
    writers.emplace_back([&] {
      for (int i = 0; i < 200; ++i) {
        try {
          write_file(folder_ / "same.txt", "whole");
        } catch (const std::runtime_error&) {
          ++failed;
        }
      }
    });
  }
  for (std::thread& writer : writers) writer.join();
  ends = true;
  cleaner.join();
  EXPECT_EQ(failed, 0);
  EXPECT_EQ(read_file((folder_ / "same.txt").string(), "it"), "whole");
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), {}), 1);
}

TEST(NameForFile, IsShortAndHoldsNothingThatAFileSystemDislikes) {
  EXPECT_EQ(name_for_file("rope:base=500/.."), "rope_base=500_..");
  EXPECT_EQ(name_for_file("transformer-xl"), "transformer-xl");
  const std::string longest(100, 'x'), longer(300, 'x'), other = longer + "y";
  EXPECT_EQ(name_for_file(longest), longest);
  EXPECT_LE(name_for_file(longer).size(), 100u);
  EXPECT_NE(name_for_file(longer), name_for_file(other));
}

}  // namespace
}  // namespace whereabouts
