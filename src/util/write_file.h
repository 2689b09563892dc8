// A file is there whole or not at all.
#pragma once

#include <filesystem>
#include <string_view>

namespace whereabouts {

/// Writes to a temporary file in the same folder, flushes it to the disk and renames it to `path`,
/// so that neither a crash nor a full disk harms an earlier file of that name. Returns whether
/// there was one. Throws std::runtime_error with path and reason; the temporary file is removed.
bool write_file(const std::filesystem::path& path, std::string_view contents);

/// Removes what programs that were killed while they wrote `path` left beside it. Only for a `path`
/// that no other program writes at the time.
void remove_leftovers(const std::filesystem::path& path);

}  // namespace whereabouts
