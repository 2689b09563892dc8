// Runs a program of the build and keeps what it prints.
#pragma once

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <string>

namespace whereabouts {

struct Ran {
  int exit_code = -1;
  std::string output;  ///< stdout and stderr
  bool printed(const std::string& text) const { return output.find(text) != std::string::npos; }
};

/// Runs a shell command in the source folder.
inline Ran run_command(const std::string& command) {
  Ran result;
  const std::string whole = "cd '" WHEREABOUTS_SOURCE_DIR "' && " + command + " 2>&1";
  std::FILE* pipe = popen(whole.c_str(), "r");
  if (!pipe) return result;
  std::array<char, 4096> piece;
  for (std::size_t got; (got = std::fread(piece.data(), 1, piece.size(), pipe)) > 0;)
    result.output.append(piece.data(), got);
  const int status = pclose(pipe);
  result.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return result;
}

/// `program` is a path below the build folder, with arguments.
inline Ran run(const std::string& program) {
  return run_command("'" WHEREABOUTS_BINARY_DIR "'/" + program);
}

/// A lesson in its quick form, with results in a folder of its own that goes when this goes.
class QuickLesson {
 public:
  explicit QuickLesson(const std::string& name, const std::string& more = "")
      : out_(std::filesystem::path(::testing::TempDir()) /
             ("whereabouts_lesson_" + name + "_" + std::to_string(getpid()))) {
    std::filesystem::remove_all(out_);
    ran_ = run("lessons/" + name + " --quick --out '" + out_.string() + "' " + more);
  }
  ~QuickLesson() { std::filesystem::remove_all(out_); }
  QuickLesson(const QuickLesson&) = delete;
  QuickLesson& operator=(const QuickLesson&) = delete;

  const std::filesystem::path& out() const { return out_; }
  const std::string& output() const { return ran_.output; }
  int exit_code() const { return ran_.exit_code; }
  bool printed(const std::string& text) const { return ran_.printed(text); }
  bool wrote(const std::string& file) const {
    return std::filesystem::exists(out_ / file) && std::filesystem::file_size(out_ / file) > 0;
  }

 private:
  std::filesystem::path out_;
  Ran ran_;
};

}  // namespace whereabouts
