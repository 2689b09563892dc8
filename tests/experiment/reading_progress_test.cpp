#include "experiment/reading_progress.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>

#include "evaluate/fixed.h"
#include "evaluate/fixed_windows.h"
#include "small_run.h"
#include "util/parallel.h"

namespace whereabouts {
namespace {

std::string written(int length, bool several_runs = false) {
  int ends[2];
  EXPECT_EQ(pipe(ends), 0);
  const Transformer model({.vocabulary = 12, .width = 2, .heads = 1, .layers = 1}, 0);
  const std::vector<Token> text = small_text(12'000);
  FixedWindows windows = fixed_windows(text.size(), length);
  windows.count = 4;
  const auto read_it = [&](int) {
    const ReadingProgress progress("none", ends[1]);
    score_fixed(model, text, windows, length);
  };
  if (several_runs)
    parallel_for(2, read_it);
  else
    read_it(0);
  score_fixed(model, text, windows, length);  // nobody listens any more
  close(ends[1]);
  std::string all;
  char part[4096];
  for (ssize_t n; (n = read(ends[0], part, sizeof part)) > 0;) all.append(part, std::size_t(n));
  close(ends[0]);
  return all;
}

TEST(ReadingProgress, LongWindowsAreToldAndShortOnesThatTakeNoTimeAreNot) {
  const std::string shown = written(ReadingProgress::kLong);
  EXPECT_TRUE(shown.starts_with("none reads 4096  4/4  ")) << shown;
  EXPECT_EQ(shown.find("loss"), std::string::npos) << shown;
  EXPECT_TRUE(shown.ends_with(" in all\n")) << shown;
  EXPECT_EQ(std::count(shown.begin(), shown.end(), '\n'), 1) << shown;
  EXPECT_EQ(written(64), "");
}

TEST(ReadingProgress, SeveralRunsAtATimeTellNothing) {
  const ThreadCount two(2);
  if (thread_count() == 1) GTEST_SKIP() << "without OpenMP there is one run at a time";
  EXPECT_EQ(written(ReadingProgress::kLong, true), "");
}

TEST(TellReading, CountsEveryWindowOnce) {
  const Transformer model(small_model(), 0);
  const std::vector<Token> text = small_text(4000);
  const FixedWindows windows = fixed_windows(text.size(), 64);
  std::vector<int> done;
  const TellReading tell([&](int length, int so_far, int all) {
    EXPECT_EQ(length, 64);
    EXPECT_EQ(all, windows.count);
    done.push_back(so_far);
  });
  score_fixed(model, text, windows, 64);
  EXPECT_EQ(done.front(), 0);
  EXPECT_EQ(done.back(), windows.count);
  EXPECT_TRUE(std::ranges::is_sorted(done));
}

}  // namespace
}  // namespace whereabouts
