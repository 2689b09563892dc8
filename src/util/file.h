// Reading a whole file, with every way it can fail in one clear line; and names for files.
#pragma once

#include <string>

namespace whereabouts {

/// The bytes of a file. Throws UserError when it is missing, a directory, unreadable, or larger
/// than 256 MiB. `wanted` says what the path should lead to, for example "a UTF-8 text".
std::string read_file(const std::string& path, const std::string& wanted);

/// `name`, such as that of a scheme with its options, as a part of a file's name: what file systems
/// dislike becomes "_", and of more than 100 characters the end becomes a checksum of them all.
std::string name_for_file(const std::string& name);

}  // namespace whereabouts
