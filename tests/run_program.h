// Runs a program that was built, as a person would in a terminal.
#pragma once

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace whereabouts {

struct ProgramRun {
  int exit_code = -1;
  std::string out, error;
};

inline std::string contents(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  EXPECT_TRUE(file) << path;
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

/// A folder of the running test's own, empty.
inline std::filesystem::path fresh_folder() {
  std::string name = testing::UnitTest::GetInstance()->current_test_info()->name();
  for (char& c : name)
    if (c == '/') c = '_';
  const std::filesystem::path folder = std::filesystem::path(testing::TempDir()) /
                                       ("whereabouts_" + name + "_" + std::to_string(getpid()));
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  return folder;
}

/// `command` is for the shell, run from `folder`.
inline ProgramRun run_command(const std::string& command, const std::filesystem::path& folder) {
  const std::string error_file = (folder / "stderr.txt").string();
  FILE* pipe = popen(
      ("cd '" + folder.string() + "' && { " + command + "; } 2> '" + error_file + "'").c_str(),
      "r");
  EXPECT_NE(pipe, nullptr);
  ProgramRun run;
  char buffer[4096];
  for (std::size_t read; (read = fread(buffer, 1, sizeof buffer, pipe)) > 0;)
    run.out.append(buffer, read);
  const int status = pclose(pipe);
  run.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  run.error = contents(error_file);
  std::filesystem::remove(error_file);
  return run;
}

inline std::string lesson_program(const std::string& name) {
  return "'" WHEREABOUTS_BINARY_DIR "/lessons/" + name + "'";
}

}  // namespace whereabouts
