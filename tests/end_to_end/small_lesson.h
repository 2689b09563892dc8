// Lesson 03 on a small text with a model so small that a step takes a fraction of a millisecond;
// and programs that run beside the test.
#pragma once

#include <fcntl.h>
#include <signal.h>

#include <algorithm>
#include <chrono>
#include <sstream>
#include <thread>

#include "run_program.h"

namespace whereabouts {

namespace fs = std::filesystem;
using std::chrono::milliseconds;

inline const std::string kSmall =
    " --data text.txt --schemes rope --width 8 --heads 1 --layers 1 --length 32 --batch 2"
    " --eval-lengths 32 --threads 1";

// In memory where there is such a folder: a disk takes 10 ms and more for each of many saves.
inline fs::path folder_with_text() {
  fs::path folder = fresh_folder();
  if (access("/dev/shm", W_OK) == 0) {
    fs::remove_all(folder);
    folder = fs::path("/dev/shm") / folder.filename();
    fs::create_directories(folder);
  }
  std::ofstream text(folder / "text.txt");
  for (int i = 0; i < 200; ++i) text << "the fox said: no, " << i * i << " times no.\n";
  return folder;
}

inline ProgramRun lesson(const fs::path& folder, const std::string& flags,
                         const std::string& name = "03_train_short_test_long") {
  return run_command(lesson_program(name) + " " + flags, folder);
}

// A program that runs beside the test.
class Running {
 public:
  Running(const fs::path& folder, const std::string& flags,
          const std::string& name = "03_train_short_test_long") {
    pid_ = fork();
    if (pid_ != 0) return;
    const std::string command = "cd '" + folder.string() + "' && exec " + lesson_program(name) +
                                " " + flags + " > out.txt 2> err.txt";
    execl("/bin/sh", "sh", "-c", command.c_str(), static_cast<char*>(nullptr));
    _exit(127);
  }
  ~Running() {
    if (!ended_) send(SIGKILL), wait();
  }
  void send(int signal) const { kill(pid_, signal); }
  bool alive() {
    if (!ended_ && waitpid(pid_, &status_, WNOHANG) == pid_) ended_ = true;
    return !ended_;
  }
  /// Exit code, or 128 + signal.
  int wait() {
    if (!ended_) waitpid(pid_, &status_, 0);
    ended_ = true;
    return WIFEXITED(status_) ? WEXITSTATUS(status_) : 128 + WTERMSIG(status_);
  }
  bool wait_for(const fs::path& file) {
    while (alive() && !fs::exists(file)) std::this_thread::sleep_for(milliseconds(1));
    return fs::exists(file);
  }

 private:
  pid_t pid_;
  int status_ = 0;
  bool ended_ = false;
};

inline void expect_same_files(const fs::path& a, const fs::path& b) {
  for (const char* name : {"loss.csv", "model.safetensors", "training.safetensors"})
    EXPECT_EQ(contents(a / name) == contents(b / name), true) << name << " differs";
  ASSERT_EQ(fs::exists(a / "best.safetensors"), fs::exists(b / "best.safetensors"));
  if (fs::exists(a / "best.safetensors")) {
    EXPECT_EQ(contents(a / "best.safetensors") == contents(b / "best.safetensors"), true);
  }
}

inline int lines(const std::string& text) {
  return static_cast<int>(std::count(text.begin(), text.end(), '\n'));
}

// One header, every step once and in order, the last line whole.
inline void expect_whole_loss_file(const fs::path& path, int at_least) {
  const std::string text = contents(path);
  ASSERT_TRUE(text.starts_with("step,loss,validation\n")) << text.substr(0, 40);
  ASSERT_TRUE(text.ends_with('\n'));
  int step = 0;
  std::istringstream rows(text.substr(text.find('\n') + 1));
  for (std::string row; std::getline(rows, row);)
    ASSERT_TRUE(row.starts_with(std::to_string(++step) + ",")) << row;
  EXPECT_GE(step, at_least);
}

}  // namespace whereabouts
