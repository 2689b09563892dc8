#include "program/banner.h"

#include <gtest/gtest.h>

#include <cstdlib>

#ifdef __linux__
#include <sched.h>
#endif

#include "run_program.h"
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

#if defined(_OPENMP) && defined(__linux__)
TEST(Threads, AreNoMoreThanTheProcessorsThatTheProgramMayUse) {
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  ASSERT_EQ(sched_getaffinity(0, sizeof allowed, &allowed), 0);
  if (CPU_COUNT(&allowed) < 2 || available_processors() < 2)
    GTEST_SKIP() << "there is one processor only";
  int first = 0;
  while (!CPU_ISSET(first, &allowed)) ++first;
  const std::filesystem::path folder = fresh_folder();
  // The banner comes before the mistake is found, so nothing needs to be trained.
  const std::string run = lesson_program("03_train_short_test_long") + " --data missing.txt";
  const ProgramRun all = run_command("unset OMP_NUM_THREADS; " + run, folder),
                   bound = run_command(
                       concat("unset OMP_NUM_THREADS; taskset -c ", first, " ", run), folder);
  if (bound.exit_code == 127) GTEST_SKIP() << "there is no taskset";
  EXPECT_NE(all.out.find(" threads\n"), std::string::npos) << all.out;
  EXPECT_NE(bound.out.find(" 1 thread\n"), std::string::npos) << bound.out << bound.error;
  std::filesystem::remove_all(folder);
}
#endif

}  // namespace
}  // namespace whereabouts
