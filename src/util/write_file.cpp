#include "util/write_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <stdexcept>
#include <system_error>

#include "util/check.h"

namespace whereabouts {
namespace {

bool write_all(int file, std::string_view contents) {
  while (!contents.empty()) {
    const ssize_t written = write(file, contents.data(), contents.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    contents.remove_prefix(static_cast<std::size_t>(written));
  }
  return fsync(file) == 0 || errno == EINVAL || errno == EROFS;  // some files cannot be synced
}

}  // namespace

bool write_file(const std::filesystem::path& path, std::string_view contents) {
  std::filesystem::path temporary = path;
  temporary += sentence(".", getpid(), ".tmp");
  std::error_code ignored;
  const bool replaces = std::filesystem::exists(path, ignored);

  const int file = open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  int error = file < 0 ? errno : 0;
  if (file >= 0) {
    if (!write_all(file, contents)) error = errno;
    if (close(file) != 0 && error == 0) error = errno;
    if (error == 0 && rename(temporary.c_str(), path.c_str()) != 0) error = errno;
    if (error != 0) unlink(temporary.c_str());
  }
  if (error != 0)
    throw std::runtime_error(
        sentence("could not write ", path.string(), ": ", std::generic_category().message(error)));
  return replaces;
}

void remove_leftovers(const std::filesystem::path& path) {
  std::error_code ignored;
  const std::string start = path.filename().string() + '.';
  for (const auto& entry : std::filesystem::directory_iterator(path.parent_path(), ignored)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with(start) && name.ends_with(".tmp"))
      std::filesystem::remove(entry.path(), ignored);
  }
}

}  // namespace whereabouts
