#include "program/progress.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <thread>

#include "report/terminal.h"

namespace whereabouts {
namespace {

std::string read_all(int fd) {
  fcntl(fd, F_SETFL, O_NONBLOCK);
  std::string text;
  char part[4096];
  for (ssize_t n; (n = read(fd, part, sizeof part)) > 0;) text.append(part, std::size_t(n));
  return text;
}

void run(int fd, int steps, double loss) {
  Progress progress("größe", steps, 0, fd);
  for (int step = 1; step <= steps; ++step) progress.update(step, loss, step * 1000LL);
}

TEST(Progress, IntoAFileThereAreOnlyPlainLines) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  run(ends[1], 1000, 2.5);
  const std::string text = read_all(ends[0]);
  EXPECT_EQ(text.find_first_of("\r\x1b"), std::string::npos);
  EXPECT_TRUE(text.starts_with("größe  1000/1000  loss 2.500  ")) << text;
  EXPECT_TRUE(text.ends_with(" in all\n")) << text;
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 1) << text;  // a thousand fast steps
  close(ends[0]);
  close(ends[1]);
}

TEST(Progress, IsToldOfEachStepByAFunctionThatTrains) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  {
    Progress progress("pictures", 3, 0, ends[1]);
    const auto on_step = progress.each_step(64);
    for (int step = 1; step <= 3; ++step) on_step(step, 0.5 * step);
  }
  EXPECT_TRUE(read_all(ends[0]).starts_with("pictures  3/3  loss 1.500  "));
  close(ends[0]);
  close(ends[1]);
}

TEST(Progress, ALossThatIsNotANumberIsShown) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  run(ends[1], 3, NAN);
  EXPECT_NE(read_all(ends[0]).find("loss nan"), std::string::npos);
  close(ends[0]);
  close(ends[1]);
}

// A terminal of our own; its other end hands over what was written.
class ProgressOnTerminal : public testing::Test {
 protected:
  void SetUp() override {
    master_ = posix_openpt(O_RDWR | O_NOCTTY);
    if (master_ < 0 || grantpt(master_) != 0 || unlockpt(master_) != 0)
      GTEST_SKIP() << "no pseudo-terminals here";
    terminal_ = open(ptsname(master_), O_RDWR | O_NOCTTY);
    ASSERT_GE(terminal_, 0);
    setenv("TERM", "xterm", 1);
  }
  void TearDown() override {
    close(terminal_);
    close(master_);
  }
  std::string written(int columns) {
    winsize size = {};
    size.ws_col = static_cast<unsigned short>(columns);
    size.ws_row = 24;
    EXPECT_EQ(ioctl(terminal_, TIOCSWINSZ, &size), 0);
    {
      Progress progress("rope", 3, 0, terminal_);
      for (int step = 1; step <= 3; ++step) {
        progress.update(step, 1.5, step * 1000LL);
        std::this_thread::sleep_for(std::chrono::milliseconds(110));
      }
    }
    return read_all(master_);
  }
  int master_ = -1, terminal_ = -1;
};

// The longest stretch between carriage returns and line feeds.
int widest(const std::string& text) {
  int most = 0;
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = std::min(text.find_first_of("\r\n", start), text.size());
    most = std::max(most, display_width(text.substr(start, end - start)));
    start = end + 1;
  }
  return most;
}

TEST_F(ProgressOnTerminal, RedrawsOneLineNeverWiderThanTheTerminal) {
  for (int columns : {200, 80, 40, 20, 5, 1}) {
    const std::string text = written(columns);
    EXPECT_LT(widest(text), columns) << text;
    EXPECT_GE(std::count(text.begin(), text.end(), '\r'), 3) << columns;
    EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 1) << columns;
    EXPECT_EQ(text.find('\x1b'), std::string::npos);
  }
  EXPECT_NE(written(80).find("loss 1.500"), std::string::npos);
}

TEST_F(ProgressOnTerminal, AnUnknownWidthIsTakenForEighty) {
  EXPECT_EQ(terminal_width(terminal_), 80);
  EXPECT_LT(widest(written(0)), 80);
}

TEST_F(ProgressOnTerminal, ADumbTerminalGetsPlainLines) {
  setenv("TERM", "dumb", 1);
  const std::string text = written(80);
  EXPECT_TRUE(text.starts_with("rope  3/3")) << text;  // the terminal itself makes \n into \r\n
  EXPECT_EQ(std::count(text.begin(), text.end(), '\r'), std::count(text.begin(), text.end(), '\n'));
}

}  // namespace
}  // namespace whereabouts
