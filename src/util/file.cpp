#include "util/file.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <system_error>
#include <vector>

#include "util/check.h"
#include "util/checksum.h"

namespace whereabouts {

std::string read_file(const std::string& path, const std::string& wanted) {
  namespace fs = std::filesystem;
  constexpr std::size_t kLargest = std::size_t{256} << 20;
  std::error_code ignored;
  const fs::file_status status = fs::status(path, ignored);
  check_user(status.type() != fs::file_type::not_found, "there is no file '", path,
             "'; give the path of ", wanted);
  check_user(!fs::is_directory(status), "'", path, "' is a directory; give the path of ", wanted);
  std::ifstream in(path, std::ios::binary);
  check_user(in.is_open(), "'", path, "' cannot be opened; check that you may read it");
  std::string bytes;
  std::vector<char> piece(1 << 16);
  while (in.read(piece.data(), static_cast<std::streamsize>(piece.size())) || in.gcount() > 0) {
    bytes.append(piece.data(), static_cast<std::size_t>(in.gcount()));
    check_user(bytes.size() <= kLargest, "'", path, "' is larger than 256 MiB; use a part of it");
  }
  check_user(!in.bad(), "'", path, "' could not be read to its end");
  return bytes;
}

std::string name_for_file(const std::string& name) {
  constexpr std::size_t kLongest = 100;
  std::string text = name;
  std::ranges::replace_if(
      text, [](unsigned char c) { return !(std::isalnum(c) || c == '-' || c == '.' || c == '='); },
      '_');
  if (text.size() <= kLongest) return text;
  return text.substr(0, kLongest - 17) + "_" + hexadecimal(checksum(name));
}

}  // namespace whereabouts
