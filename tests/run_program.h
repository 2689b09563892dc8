// Runs a program that was built, as a person would in a terminal.
#pragma once

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
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

/// Whether terminals can be made here: a system in a chroot or a container may have none.
inline bool has_terminals() {
  const int one = posix_openpt(O_RDWR | O_NOCTTY);
  const bool made = one >= 0 && grantpt(one) == 0 && unlockpt(one) == 0;
  if (one >= 0) close(one);
  return made;
}

/// The same in a terminal, which standard output and standard error both are: `out` is what it was
/// sent, with its line ends as plain ones.
inline ProgramRun run_in_terminal(const std::string& command, const std::filesystem::path& folder) {
  ProgramRun run;
  const int ours = posix_openpt(O_RDWR | O_NOCTTY);
  EXPECT_TRUE(ours >= 0 && grantpt(ours) == 0 && unlockpt(ours) == 0);
  const std::string name = ptsname(ours);
  const pid_t child = fork();
  if (child == 0) {
    setsid();
    const int theirs = open(name.c_str(), O_RDWR);
    for (const int fd : {0, 1, 2}) dup2(theirs, fd);
    close(ours);
    const std::string in_folder = "cd '" + folder.string() + "' && " + command;
    execl("/bin/sh", "sh", "-c", in_folder.c_str(), nullptr);
    _exit(127);
  }
  const int held = open(name.c_str(), O_RDWR | O_NOCTTY);  // until the child is there
  int status = 0;
  fcntl(ours, F_SETFL, O_NONBLOCK);
  for (bool ended = false;;) {
    char buffer[4096];
    const ssize_t got = read(ours, buffer, sizeof buffer);
    if (got > 0)
      run.out.append(buffer, static_cast<std::size_t>(got));
    else if (ended)
      break;
    else if (waitpid(child, &status, WNOHANG) == child)
      ended = true;  // and once more, for what is still there
    else
      usleep(2000);
  }
  close(held);
  close(ours);
  for (std::size_t at; (at = run.out.find("\r\n")) != std::string::npos;) run.out.erase(at, 1);
  run.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return run;
}

inline std::string lesson_program(const std::string& name) {
  return "'" WHEREABOUTS_BINARY_DIR "/lessons/" + name + "'";
}

}  // namespace whereabouts
