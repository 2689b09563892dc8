#include "program/omp_wait_policy.h"

#include <algorithm>
#include <cctype>
#include <string>
#include <vector>

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

class EveryLesson : public testing::TestWithParam<std::string> {};

TEST_P(EveryLesson, LetsItsThreadsSleep) {
  const auto folder = fresh_folder();
  const std::string help = "OMP_DISPLAY_ENV=true " + lesson_program(GetParam()) + " --help";
  const ProgramRun told = run_command("OMP_WAIT_POLICY=passive " + help, folder);
  EXPECT_EQ(told.exit_code, 0) << told.error;
  if (starts(told) == 0) GTEST_SKIP() << "this OpenMP starts only when there is work";
  EXPECT_EQ(starts(run_command("unset OMP_WAIT_POLICY; " + help, folder)), 2);
}

std::vector<std::string> lessons() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(WHEREABOUTS_SOURCE_DIR "/lessons")) {
    const std::string name = entry.path().stem().string();
    if (entry.path().extension() == ".cpp" && std::isdigit(name[0])) names.push_back(name);
  }
  std::ranges::sort(names);
  return names;
}

INSTANTIATE_TEST_SUITE_P(Waiting, EveryLesson, testing::ValuesIn(lessons()),
                         [](const auto& lesson) { return lesson.param; });

TEST(Waiting, AfterTheNewStartTheProcessIsCalledAsItsProgram) {
  const auto folder = fresh_folder();
  // A text that never ends to arrive keeps the program there until its name was read.
  const ProgramRun run = run_command(
      "unset OMP_WAIT_POLICY; mkfifo text.txt; sleep 60 > text.txt & held=$!; " +
          lesson_program("03_train_short_test_long") +
          " --data text.txt > out.txt 2>&1 & lesson=$!; "
          "while ! [ -s out.txt ]; do sleep 0.01; done; cat /proc/$lesson/comm; kill $lesson $held",
      folder);
  EXPECT_EQ(run.out, "03_train_short_\n") << run.error;
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
