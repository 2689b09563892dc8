#include "app/banner.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "util/check.h"

namespace whereabouts {
namespace {

TEST(Banner, NamesVersionOpenMpAndThreads) {
  const int before = set_threads(0);
  EXPECT_EQ(set_threads(1), 1);
  const std::string text = banner();
  EXPECT_TRUE(text.starts_with("Whereabouts ")) << text;
#ifdef _OPENMP
  EXPECT_NE(text.find("OpenMP on · 1 thread"), std::string::npos) << text;
#else
  EXPECT_NE(text.find("OpenMP off · 1 thread"), std::string::npos) << text;
#endif
  EXPECT_TRUE(text.ends_with("1 thread")) << text;
  set_threads(before);
}

TEST(Threads, RefusesNegativeAndAbsurdNumbers) {
  for (int threads : {-1, 4097, 1000000}) EXPECT_THROW(set_threads(threads), UserError) << threads;
  try {
    set_threads(-1);
  } catch (const UserError& error) {
    EXPECT_STREQ(error.what(), "--threads must be between 0 (automatic) and 4096, got -1");
  }
}

TEST(Threads, ManyAreCutWithANotice) {
  const int before = set_threads(0);
  EXPECT_GE(before, 1);
  testing::internal::CaptureStderr();
  const int threads = set_threads(4096);
  const std::string notice = testing::internal::GetCapturedStderr();
  EXPECT_LE(threads, 4 * available_processors());
  EXPECT_EQ(notice.empty(), threads == 4096) << notice;
  set_threads(before);
}

}  // namespace
}  // namespace whereabouts
