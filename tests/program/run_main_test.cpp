#include "program/run_main.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <iostream>
#include <new>
#include <stdexcept>
#include <string>

#include "program/processor_check.h"
#include "util/check.h"

namespace whereabouts {
namespace {

struct Outcome {
  int exit_code;
  std::string stderr_text;
};

Outcome outcome(const std::function<int()>& body) {
  testing::internal::CaptureStderr();
  const int exit_code = run_main("build/lessons/09_gap", body);
  return {exit_code, testing::internal::GetCapturedStderr()};
}

TEST(Guard, PassesTheExitCodeOn) {
  EXPECT_EQ(outcome([] { return 0; }).exit_code, 0);
  const Outcome interrupted = outcome([] { return 130; });
  EXPECT_EQ(interrupted.exit_code, 130);
  EXPECT_EQ(interrupted.stderr_text, "");
}

TEST(Guard, AUserErrorIsOneLineAndExitCodeTwo) {
  const Outcome o = outcome([]() -> int { throw UserError("--steps must be 1\nor more"); });
  EXPECT_EQ(o.exit_code, 2);
  EXPECT_EQ(o.stderr_text, "09_gap: --steps must be 1 or more\n");
}

TEST(Guard, OtherExceptionsAreOneLineAndExitCodeOne) {
  const Outcome error = outcome([]() -> int { throw std::invalid_argument("[matmul] no fit"); });
  EXPECT_EQ(error.exit_code, 1);
  EXPECT_EQ(error.stderr_text, "09_gap: [matmul] no fit\n");
  const Outcome memory = outcome([]() -> int { throw std::bad_alloc(); });
  EXPECT_EQ(memory.exit_code, 1);
  EXPECT_NE(memory.stderr_text.find("not enough memory"), std::string::npos);
  EXPECT_EQ(outcome([]() -> int { throw 7; }).exit_code, 1);
}

// What a child process with this stdout does: exit code, or minus the signal that killed it.
int in_child(int stdout_fd, const std::function<int()>& body) {
  std::cout.flush();
  const pid_t child = fork();
  if (child == 0) {
    dup2(stdout_fd, STDOUT_FILENO);
    _exit(run_main("child", body));
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

TEST(Guard, WhenTheReaderOfAPipeLeavesTheWorkIsFinishedInSilence) {
  int pipe_ends[2];
  ASSERT_EQ(pipe(pipe_ends), 0);
  close(pipe_ends[0]);
  const int code = in_child(pipe_ends[1], [] {
    for (int i = 0; i < 100000; ++i) std::cout << "a line of results\n";
    return reader_left() ? 7 : 8;  // reached only when the signal did not end the program
  });
  close(pipe_ends[1]);
  EXPECT_EQ(code, 7);
}

TEST(Guard, AFullDiskOnStdoutIsAnError) {
  const int full = open("/dev/full", O_WRONLY);
  if (full < 0) GTEST_SKIP() << "this system has no /dev/full";
  EXPECT_EQ(in_child(full,
                     [] {
                       std::cout << "results\n";
                       return 0;
                     }),
            1);
  close(full);
}

TEST(ProcessorCheck, AsksForWhatTheProgramWasCompiledFor) {
#ifdef __AVX2__
  EXPECT_NE(kCompiledFor & kAvx2, 0u);
#else
  EXPECT_EQ(kCompiledFor & kAvx2, 0u);
#endif
}

// What Linux says of the processor, against what the check makes of it: a feature at a time.
TEST(ProcessorCheck, EndsTheProgramWhereAFeatureIsMissingAndNowhereElse) {
  std::ifstream file("/proc/cpuinfo");
  std::string line;
  while (std::getline(file, line) && !line.starts_with("flags")) {
  }
  if (!line.starts_with("flags")) GTEST_SKIP() << "this system does not list the features";
  const std::string flags = line + " ";
  const char* names[] = {"sse4_2",      "popcnt",     "avx",          "avx2",
                         "fma",         "bmi1",       "bmi2",         "avx512f",
                         "avx512bw",    "avx512cd",   "avx512dq",     "avx512vl",
                         "avx512_vnni", "avx512vbmi", "avx512_vbmi2", "avx512_bf16"};
  for (int bit = 0; bit < 16; ++bit) {
    int ends[2];
    ASSERT_EQ(pipe(ends), 0);
    const pid_t child = fork();
    if (child == 0) {
      dup2(ends[1], STDERR_FILENO);
      check_processor(1u << bit);
      _exit(0);
    }
    close(ends[1]);
    int status = 0;
    waitpid(child, &status, 0);
    char said[512] = "";
    const ssize_t size = read(ends[0], said, sizeof said);
    close(ends[0]);
    const std::string text(said, static_cast<std::size_t>(std::max<ssize_t>(size, 0)));
    const bool there = flags.find(std::string(" ") + names[bit] + " ") != std::string::npos;
    EXPECT_EQ(WEXITSTATUS(status), there ? 0 : 2) << names[bit];
    EXPECT_EQ(std::ranges::count(text, '\n'), there ? 0 : 1) << text;
    EXPECT_EQ(text.empty(), there) << text;
  }
}

}  // namespace
}  // namespace whereabouts
