#include "program/output_folder.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <system_error>

#include "util/check.h"

namespace whereabouts {

namespace fs = std::filesystem;

namespace {

// A file is written under another name and then given its own, which a folder there forbids.
void refuse_folders_in_place_of_results(const fs::path& folder) {
  constexpr std::array<std::string_view, 4> kKinds = {".csv", ".svg", ".html", ".safetensors"};
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, ignored)) {
    const bool named_so =
        std::ranges::find(kKinds, entry.path().extension().string()) != kKinds.end();
    check_user(
        !named_so || !entry.is_directory(ignored), entry.path().string(),
        " is a folder, and results are files of such names; move it away, or choose another ",
        "folder with --out");
  }
}

}  // namespace

fs::path output_folder(const std::string& path) {
  check_user(!path.empty(), "--out needs the name of a folder, got an empty one");
  const fs::path folder(path);
  std::error_code error;
  fs::create_directories(folder, error);
  std::error_code look;
  const bool is_folder = fs::is_directory(folder, look);
  check_user(is_folder || !fs::exists(folder, look), "--out ", path,
             " is a file; a folder is needed for the results");
  check_user(is_folder, "--out ", path, " cannot be created: ",
             (error ? error : std::make_error_code(std::errc::io_error)).message());
  check_user(can_write_into(folder), "--out ", path,
             " cannot be written to; choose another folder");
  refuse_folders_in_place_of_results(folder);
  remove_leftovers_in(folder);
  return folder;
}

void require_replaceable(const fs::path& file) {
  std::error_code ignored;
  if (!fs::exists(file, ignored)) return;
  check_user(fs::is_regular_file(file, ignored), file.string(), " is ",
             fs::is_directory(file, ignored) ? "a folder" : "no ordinary file",
             ", and a file of that name is to be written; move it away, or choose another folder");
  check_user(access(file.c_str(), W_OK) == 0, file.string(),
             " is read-only, and is to be written anew; move it away, or choose another folder");
}

FilesSeen files_in(const fs::path& folder) {
  FilesSeen files;
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, ignored))
    if (entry.is_regular_file(ignored))
      files[entry.path().filename().string()] = entry.last_write_time(ignored);
  return files;
}

std::string replaced_since(const FilesSeen& before, const fs::path& folder) {
  std::string names;
  for (const auto& [name, time] : files_in(folder)) {
    const auto earlier = before.find(name);
    if (earlier != before.end() && earlier->second != time)
      names += concat(names.empty() ? "" : ", ", name);
  }
  return names.empty() ? "" : concat("replaced in ", folder.string(), ": ", names, "\n");
}

}  // namespace whereabouts
