#include "util/owner_mark.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <fstream>
#include <vector>

#include "util/check.h"
#include "util/process.h"

namespace whereabouts {
namespace {

namespace fs = std::filesystem;

class OwnerMarks : public testing::Test {
 protected:
  OwnerMarks() {
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  ~OwnerMarks() override { fs::remove_all(folder_); }
  void write(const std::string& text) const { std::ofstream(mark_) << text; }
  void make_older(std::chrono::seconds by) const {
    fs::last_write_time(mark_, fs::last_write_time(mark_) - by);
  }

  const fs::path folder_ = fs::path(testing::TempDir()) / concat("owner_marks_", getpid());
  const fs::path mark_ = folder_ / "rope.csv.owner";
};

// A program of its own that takes a mark and keeps it until it is killed.
class Holder {
 public:
  explicit Holder(const fs::path& mark) {
    int ready[2];
    EXPECT_EQ(pipe(ready), 0);
    process_ = fork();
    if (process_ == 0) {
      const auto mine = OwnerMark::take(mark);
      if (mine && write(ready[1], "x", 1) == 1) pause();
      _exit(1);
    }
    close(ready[1]);
    char byte;
    EXPECT_EQ(read(ready[0], &byte, 1), 1) << "it got no mark";
    close(ready[0]);
  }
  ~Holder() { kill(); }
  void kill() {
    if (process_ <= 0) return;
    ::kill(process_, SIGKILL);
    waitpid(process_, nullptr, 0);
    process_ = 0;
  }
  pid_t process() const { return process_; }

 private:
  pid_t process_ = 0;
};

TEST_F(OwnerMarks, HaveOneOwnerAtATimeAndGoWithIt) {
  auto mine = OwnerMark::take(mark_);
  ASSERT_TRUE(mine);
  EXPECT_FALSE(OwnerMark::take(mark_));
  EXPECT_FALSE(OwnerMark::take(mark_, /*silent=*/true)) << "it is locked, so its owner lives";
  EXPECT_EQ(OwnerMark::owner(mark_), concat("process ", getpid(), " on ", host_name()));
  mine.reset();
  EXPECT_FALSE(fs::exists(mark_));
  EXPECT_TRUE(OwnerMark::take(mark_));
  EXPECT_THROW(OwnerMark::take(folder_ / "missing" / "x"), std::runtime_error);
}

TEST_F(OwnerMarks, AreTakenOverAtOnceFromAProgramThatWasKilled) {
  Holder other(mark_);
  EXPECT_EQ(OwnerMark::owner(mark_), concat("process ", other.process(), " on ", host_name()));
  EXPECT_FALSE(OwnerMark::take(mark_));
  other.kill();
  ASSERT_TRUE(fs::exists(mark_));
  const auto mine = OwnerMark::take(mark_);
  ASSERT_TRUE(mine);
  EXPECT_EQ(OwnerMark::owner(mark_), concat("process ", getpid(), " on ", host_name()));
}

TEST_F(OwnerMarks, OfAnotherMachineAreRespectedUntilTheyAreSaidToBeSilent) {
  write("elsewhere 17 6b1d\n");
  EXPECT_EQ(OwnerMark::owner(mark_), "process 17 on elsewhere");
  EXPECT_FALSE(OwnerMark::take(mark_));
  EXPECT_TRUE(fs::exists(mark_));
  const auto mine = OwnerMark::take(mark_, /*silent=*/true);
  ASSERT_TRUE(mine);
  EXPECT_EQ(OwnerMark::owner(mark_), concat("process ", getpid(), " on ", host_name()));
}

TEST_F(OwnerMarks, OfAContainerOnThisMachineAreNot) {
  if (boot_name().empty()) GTEST_SKIP() << "the system does not tell";
  write(concat("8c1f00d ", getpid(), " ", boot_name(), "\n"));
  EXPECT_TRUE(OwnerMark::take(mark_)) << "locks of one kernel are true, and nobody has this one";
}

TEST_F(OwnerMarks, WithoutANameAreRespectedForAMoment) {
  write("");
  EXPECT_EQ(OwnerMark::owner(mark_), "another program");
  EXPECT_FALSE(OwnerMark::take(mark_)) << "its maker is about to write its name";
  make_older(std::chrono::seconds(10));
  EXPECT_TRUE(OwnerMark::take(mark_)) << "its maker was killed before it could";
}

TEST_F(OwnerMarks, ThatHaveANewOwnerAreLeftToIt) {
  auto mine = OwnerMark::take(mark_);
  ASSERT_TRUE(mine);
  write("elsewhere 17 6b1d\n");  // taken over there, after a long silence here
  mine.reset();
  EXPECT_TRUE(fs::exists(mark_));
}

TEST_F(OwnerMarks, ThatManyWantAtOnceGoToOne) {
  std::atomic<int> owners = 0, most = 0, taken = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < 100; ++i) {
        const auto mine = OwnerMark::take(mark_);
        if (!mine) continue;
        ++taken;
        const int now = ++owners;
        if (now > most) most = now;
        --owners;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(most, 1);
  EXPECT_GT(taken, 0);
  EXPECT_FALSE(fs::exists(mark_));
}

}  // namespace
}  // namespace whereabouts
