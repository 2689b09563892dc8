#include "app/waiting.h"

#include <string>

#include "run_program.h"

namespace whereabouts {
namespace {

#if defined(_OPENMP) && defined(__linux__)

// How often OpenMP has started in a program's run: it says so each time, if asked to.
int starts(const ProgramRun& run) {
  const std::string mark = "OPENMP DISPLAY ENVIRONMENT BEGIN";
  int count = 0;
  for (auto at = run.error.find(mark); at != std::string::npos; at = run.error.find(mark, at + 1))
    ++count;
  return count;
}

TEST(Waiting, AProgramStartsAnewWithSleepingThreadsUnlessToldHowToWait) {
  const auto folder = fresh_folder();
  const std::string help =
      "OMP_DISPLAY_ENV=true " + lesson_program("03_train_short_test_long") + " --help";
  const ProgramRun told = run_command("OMP_WAIT_POLICY=passive " + help, folder);
  EXPECT_EQ(told.exit_code, 0) << told.error;
  if (starts(told) == 0) GTEST_SKIP() << "this OpenMP starts only when there is work";
  EXPECT_EQ(starts(told), 1) << told.error;
  const ProgramRun untold = run_command("unset OMP_WAIT_POLICY; " + help, folder);
  EXPECT_EQ(untold.exit_code, 0) << untold.error;
  EXPECT_EQ(starts(untold), 2) << untold.error;
  EXPECT_EQ(untold.out, told.out);
}

TEST(Waiting, EveryArgumentSurvivesTheNewStart) {
  const auto folder = fresh_folder();
  const auto error_of = [&](const std::string& arguments) {
    const ProgramRun run = run_command(
        "unset OMP_WAIT_POLICY; " + lesson_program("03_train_short_test_long") + arguments, folder);
    EXPECT_EQ(run.exit_code, 2) << run.error;
    return run.error;
  };
  EXPECT_NE(error_of(" --data 'no such  file.txt'").find("no such  file.txt"), std::string::npos);
  EXPECT_NE(error_of(" --out ''").find("got an empty one"), std::string::npos);
}

#endif

}  // namespace
}  // namespace whereabouts
