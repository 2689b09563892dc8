#include "util/write_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <chrono>
#include <stdexcept>
#include <system_error>

#include "util/check.h"
#include "util/process.h"

namespace whereabouts {
namespace {

namespace fs = std::filesystem;

// A temporary file is called  results.csv.whereabouts-HOST.PROCESS.tmp,  with one more number where
// there is such a file already.
constexpr std::string_view kMark = ".whereabouts-", kEnd = ".tmp";

fs::path temporary_name(const fs::path& path, int number) {
  fs::path name = path;
  name += concat(kMark, host_name(), ".", getpid(), number == 0 ? "" : concat(".", number), kEnd);
  return name;
}

// Locks a file that was just made, where there are locks. A program that looks for leftovers may
// have been faster, and then it removes the file.
bool kept(int file, const fs::path& path) {
  return lock_new(file) != Lock::kHeldByAnother && is_at(file, path);
}

// Makes the temporary file for `path` and returns its descriptor, or -1 and errno.
int open_temporary(const fs::path& path, fs::path& temporary) {
  for (int number = 0; number < 1000; ++number) {
    temporary = temporary_name(path, number);
    const int file = open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file >= 0 && kept(file, temporary)) return file;
    if (file >= 0) close(file);
    if (file < 0 && errno != EEXIST) return -1;
  }
  errno = EBUSY;
  return -1;
}

bool write_all(int file, std::string_view contents) {
  while (!contents.empty()) {
    const ssize_t written = write(file, contents.data(), contents.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    contents.remove_prefix(static_cast<std::size_t>(written));
  }
  if (fsync(file) != 0 && errno != EINVAL && errno != EROFS) return false;  // some cannot be synced
  // Network disks may report a failure only when a descriptor is closed. The lock must outlast the
  // renaming, so another one is.
  const int another = dup(file);
  return another < 0 || close(another) == 0;
}

// The machine and the process in the name of a temporary file; an empty machine for other names.
std::pair<std::string_view, pid_t> writer_in(std::string_view name) {
  const std::size_t mark = name.rfind(kMark);
  if (mark == std::string_view::npos || !name.ends_with(kEnd)) return {};
  name.remove_prefix(mark + kMark.size());
  const std::size_t dot = name.find('.');
  pid_t process = 0;
  const auto [end, error] =
      std::from_chars(name.data() + dot + 1, name.data() + name.size(), process);
  if (error != std::errc() || *end != '.') return {};
  return {name.substr(0, dot), process};
}

// Removes a temporary file whose writer is gone.
void remove_if_left_behind(const fs::path& path) {
  const std::string name = path.filename().string();
  const auto [host, process] = writer_in(name);
  if (host.empty()) return;
  const int file = open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NOFOLLOW);
  if (file < 0) return;
  const Lock lock = try_lock(file);
  std::error_code error;
  const auto age = fs::file_time_type::clock::now() - fs::last_write_time(path, error);
  const bool old = !error && age > std::chrono::hours(1);
  const bool of_the_dead = host == host_name() && (lock == Lock::kTaken || !process_lives(process));
  // Under the lock: a program that has just made the file waits for it, and then makes another. And
  // only this very file: it may have been finished meanwhile, and the name be that of the next.
  if (lock != Lock::kHeldByAnother && (of_the_dead || old) && is_at(file, path))
    unlink(path.c_str());
  close(file);
}

}  // namespace

bool write_file(const fs::path& path, std::string_view contents) {
  std::error_code ignored;
  const bool replaces = fs::exists(path, ignored);
  fs::path temporary;
  const int file = open_temporary(path, temporary);
  int error = file < 0 ? errno : 0;
  if (file >= 0) {
    if (!write_all(file, contents)) error = errno;
    if (error == 0 && rename(temporary.c_str(), path.c_str()) != 0) error = errno;
    if (error != 0) unlink(temporary.c_str());
    close(file);
  }
  if (error != 0)
    throw std::runtime_error(
        concat("could not write ", path.string(), ": ", std::generic_category().message(error)));
  return replaces;
}

bool can_write_into(const fs::path& folder) {
  fs::path temporary;
  const int file = open_temporary(folder / "trial", temporary);
  if (file < 0) return false;
  unlink(temporary.c_str());
  close(file);
  return true;
}

void remove_leftovers_in(const fs::path& folder) {
  std::error_code ignored;
  fs::directory_iterator entry(folder, ignored);
  while (entry != fs::directory_iterator()) {
    remove_if_left_behind(entry->path());
    entry.increment(ignored);
  }
}

}  // namespace whereabouts
