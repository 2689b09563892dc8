#include "util/fastest.h"

#include <gtest/gtest.h>

#include <thread>

namespace whereabouts {
namespace {

TEST(Fastest, RunsAsOftenAsAskedAndKeepsTheShortestTime) {
  int runs = 0;
  const double seconds = fastest(4, [&] {
    if (++runs != 3) std::this_thread::sleep_for(std::chrono::milliseconds(200));
  });
  EXPECT_EQ(runs, 4);
  EXPECT_LT(seconds, 0.15);
  EXPECT_GE(seconds, 0);
}

}  // namespace
}  // namespace whereabouts
