#include "program/find_data.h"

#include <filesystem>
#include <system_error>

namespace whereabouts {

namespace fs = std::filesystem;

std::string find_data(const std::string& path, const char* program) {
  std::error_code error;
  if (path.empty() || fs::exists(path, error) || fs::path(path).is_absolute()) return path;
  fs::path executable = fs::read_symlink("/proc/self/exe", error);
  if (error) executable = fs::weakly_canonical(program, error);
  const fs::path beside_build = executable.parent_path().parent_path().parent_path() / path;
  if (fs::exists(beside_build, error)) return beside_build.string();
  const fs::path in_repository = fs::path(WHEREABOUTS_SOURCE_DIR) / path;
  return fs::exists(in_repository, error) ? in_repository.string() : path;
}

}  // namespace whereabouts
