// The folder for results, found good or refused before any work is done.
#pragma once

#include <filesystem>
#include <string>

#include "util/write_file.h"

namespace whereabouts {

/// Creates the folder with its parents where needed, tries to write into it, and returns its path.
/// Throws UserError, naming the flag it came from, for an empty path, a file in the place of a
/// folder, or a folder that cannot be written to.
std::filesystem::path output_folder(const std::string& path, const std::string& flag = "--out");

}  // namespace whereabouts
