// The folder for results, found good or refused before any work is done.
#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "util/write_file.h"

namespace whereabouts {

/// Creates the folder with its parents where needed, tries to write into it, removes the temporary
/// files that killed programs left there, and returns its path.
/// Throws UserError, naming --out, for an empty path, a file in the place of a
/// folder, a folder that cannot be written to, or one where a folder lies in the place of a result
/// (results.csv/, gap.svg/): whatever a lesson writes in the end, it will not fail for that.
std::filesystem::path output_folder(const std::string& path);

/// Throws UserError if a file of this path could not be written in the end: because a folder lies
/// there, or a file that is read-only.
void require_replaceable(const std::filesystem::path& file);

/// The files of a folder and when they were last written, to see later which were replaced.
using FilesSeen = std::map<std::string, std::filesystem::file_time_type>;
FilesSeen files_in(const std::filesystem::path& folder);

/// "replaced in out/03: loss.csv, loss.svg\n", or nothing if every file of `before` is as it was.
std::string replaced_since(const FilesSeen& before, const std::filesystem::path& folder);

}  // namespace whereabouts
