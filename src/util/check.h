// The two kinds of error, and the sentences they carry.
//
//   check_argument(ok, "matmul", "x ", x.shape(), " does not fit w ", w.shape());
//       a mistake in the calling code: std::invalid_argument, whose text is
//       "[matmul] x [2, 3] does not fit w [4, 5]"
//   throw UserError("--steps must be at least 1, got 0");
//       a mistake in what a person typed or in a file: printed as one line, exit code 2
#pragma once

#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>

namespace whereabouts {

/// Wrong input from outside the program. Its text is one line that names the thing and what to do.
class UserError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// All parts written one after another, as by operator<<, whatever the locale.
template <class... Parts>
std::string concat(const Parts&... parts) {
  std::ostringstream out;
  out.imbue(std::locale::classic());
  (out << ... << parts);
  return out.str();
}

/// Throws std::invalid_argument "[where] parts..." unless `ok`.
template <class... Parts>
void check_argument(bool ok, std::string_view where, const Parts&... parts) {
  if (!ok) throw std::invalid_argument(concat("[", where, "] ", parts...));
}

/// Throws UserError with the parts as its text unless `ok`.
template <class... Parts>
void check_user(bool ok, const Parts&... parts) {
  if (!ok) throw UserError(concat(parts...));
}

}  // namespace whereabouts
