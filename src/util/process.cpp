#include "util/process.h"

#include <signal.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cctype>
#include <cerrno>
#include <chrono>
#include <fstream>
#include <thread>

namespace whereabouts {

const std::string& host_name() {
  static const std::string name = [] {
    std::array<char, 256> text{};
    if (gethostname(text.data(), text.size() - 1) != 0) return std::string("unknown");
    std::string host = std::string(text.data()).substr(0, 30);
    for (char& c : host)
      if (!std::isalnum(static_cast<unsigned char>(c))) c = '-';
    return host.empty() ? std::string("unknown") : host;
  }();
  return name;
}

const std::string& boot_name() {
  static const std::string name = [] {
    std::string word;
    std::ifstream("/proc/sys/kernel/random/boot_id") >> word;
    return word;
  }();
  return name;
}

bool process_lives(pid_t process) { return kill(process, 0) == 0 || errno != ESRCH; }

Lock try_lock(int file) {
  if (flock(file, LOCK_EX | LOCK_NB) == 0) return Lock::kTaken;
  return errno == EWOULDBLOCK ? Lock::kHeldByAnother : Lock::kThereAreNone;
}

Lock lock_new(int file) {
  Lock lock = try_lock(file);
  for (int attempt = 0; lock == Lock::kHeldByAnother && attempt < 1000; ++attempt) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    lock = try_lock(file);
  }
  return lock;
}

bool is_at(int file, const std::filesystem::path& path) {
  struct stat here = {}, there = {};
  return fstat(file, &here) == 0 && stat(path.c_str(), &there) == 0 &&
         here.st_dev == there.st_dev && here.st_ino == there.st_ino;
}

}  // namespace whereabouts
