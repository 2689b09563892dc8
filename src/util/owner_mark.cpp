#include "util/owner_mark.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <ctime>
#include <sstream>
#include <stdexcept>
#include <system_error>

#include "util/check.h"
#include "util/process.h"

namespace whereabouts {
namespace {

namespace fs = std::filesystem;

// What the file says: one line of machine, process and start of the machine.
struct Owner {
  std::string host;
  pid_t process = 0;
  std::string boot = {};
  bool operator==(const Owner&) const = default;
};

Owner this_program() { return {host_name(), getpid(), boot_name()}; }

Owner owner_of(int file) {
  std::array<char, 256> text{};
  const ssize_t size = pread(file, text.data(), text.size(), 0);
  std::istringstream words(std::string(text.data(), size > 0 ? static_cast<std::size_t>(size) : 0));
  Owner owner;
  if (!(words >> owner.host >> owner.process)) return {};
  words >> owner.boot;
  return owner;
}

// Whether the owner may be at work. `lock` is what came of trying to lock the file.
bool may_live(int file, Lock lock) {
  if (lock == Lock::kHeldByAnother) return true;
  const Owner owner = owner_of(file);
  if (owner.process == 0) {  // its maker is about to write who it is, or was killed just then
    struct stat about = {};
    return fstat(file, &about) == 0 && std::abs(time(nullptr) - about.st_mtime) < 3;
  }
  const bool same_start = !owner.boot.empty() && owner.boot == boot_name();
  if (owner.host != host_name() && !same_start) return true;
  if (lock == Lock::kTaken) return false;  // on one machine, locks are true
  return (same_start || owner.boot.empty()) && process_lives(owner.process);
}

bool write_owner(int file) {
  const Owner me = this_program();
  const std::string line = concat(me.host, " ", me.process, " ", me.boot, "\n");
  return ftruncate(file, 0) == 0 &&
         pwrite(file, line.data(), line.size(), 0) == static_cast<ssize_t>(line.size());
}

std::runtime_error not_written(const fs::path& path, int error) {
  return std::runtime_error(
      concat("could not write ", path.string(), ": ", std::generic_category().message(error)));
}

}  // namespace

std::unique_ptr<OwnerMark> OwnerMark::take(const fs::path& path, bool silent) {
  for (int attempt = 0; attempt < 100; ++attempt) {
    int file = open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    const bool made = file >= 0;
    if (!made && errno == EEXIST) {
      file = open(path.c_str(), O_RDWR | O_CLOEXEC);
      if (file < 0 && errno == ENOENT) continue;  // given back at this moment
    }
    if (file < 0) throw not_written(path, errno);
    const Lock lock = made ? lock_new(file) : try_lock(file);
    if (!is_at(file, path)) {
      close(file);
      continue;
    }
    const bool free = made || silent || !may_live(file, lock);
    if (lock == Lock::kHeldByAnother || !free) {
      close(file);
      return nullptr;
    }
    if (!write_owner(file)) {
      const int error = errno;
      unlink(path.c_str());
      close(file);
      throw not_written(path, error);
    }
    return std::unique_ptr<OwnerMark>(new OwnerMark(path, file));
  }
  return nullptr;  // it changes hands all the time
}

OwnerMark::OwnerMark(const fs::path& path, int file)
    : path_(path), file_(file), renewing_([this] { renew(); }) {}

OwnerMark::~OwnerMark() {
  {
    const std::lock_guard<std::mutex> guard(mutex_);
    ended_ = true;
  }
  ends_.notify_one();
  renewing_.join();
  if (is_at(file_, path_) && owner_of(file_) == this_program()) unlink(path_.c_str());
  close(file_);
}

void OwnerMark::renew() {
  std::unique_lock<std::mutex> lock(mutex_);
  while (!ends_.wait_for(lock, kRenewed, [this] { return ended_; })) futimens(file_, nullptr);
}

std::string OwnerMark::owner(const fs::path& path) {
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return "another program";
  const Owner owner = owner_of(file);
  close(file);
  if (owner.process == 0) return "another program";
  return concat("process ", owner.process, " on ", owner.host);
}

}  // namespace whereabouts
