// Reading a whole file, with every way it can fail in one clear line.
#pragma once

#include <string>

namespace whereabouts {

/// The bytes of a file. Throws UserError when it is missing, a directory, unreadable, or larger
/// than 256 MiB. `wanted` says what the path should lead to, for example "a UTF-8 text".
std::string read_file(const std::string& path, const std::string& wanted);

}  // namespace whereabouts
