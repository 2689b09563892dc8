// Where a text lies that is named as it is in the repository.
#pragma once

#include <string>

namespace whereabouts {

/// `path` itself if it is there or absolute; else where it lies in the folder that the program was
/// built into (a folder in the repository), or in the repository it was built from. If it is in
/// none of these, `path` as it is. `program` is argv[0].
std::string find_data(const std::string& path, const char* program);

}  // namespace whereabouts
