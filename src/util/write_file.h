// A file is there whole or not at all.
#pragma once

#include <filesystem>
#include <string_view>

namespace whereabouts {

/// Writes to a temporary file in the same folder, flushes it to the disk and renames it to `path`,
/// so that neither a crash nor a full disk harms an earlier file of that name. Returns whether
/// there was one. Throws std::runtime_error with path and reason; the temporary file is removed.
bool write_file(const std::filesystem::path& path, std::string_view contents);

/// Whether a file can be made in this folder; leaves nothing there.
bool can_write_into(const std::filesystem::path& folder);

/// Removes the temporary files of a folder that programs left which were killed while they wrote.
/// What a living program writes stays, on this machine and on others that share the folder: it is
/// locked, and where there are no locks its name tells machine and process. What a program of
/// another machine left is removed when it is an hour old.
void remove_leftovers_in(const std::filesystem::path& folder);

}  // namespace whereabouts
