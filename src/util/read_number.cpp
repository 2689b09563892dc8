#include "util/read_number.h"

#include <cmath>
#include <cstdlib>
#include <string>

// Where each system declares newlocale and strtod_l.
#include <locale.h>
#if __has_include(<xlocale.h>)
#include <xlocale.h>
#endif

namespace whereabouts {
namespace {

// How many digits `text` begins with; it loses them.
std::size_t take_digits(std::string_view& text) {
  const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  text.remove_prefix(digits);
  return digits;
}

// strtod accepts more than numbers as people write them, so what it is given is looked at first.
bool is_number(std::string_view text) {
  if (text.starts_with('-')) text.remove_prefix(1);
  if (text == "inf" || text == "nan") return true;
  std::size_t digits = take_digits(text);
  if (text.starts_with('.')) {
    text.remove_prefix(1);
    digits += take_digits(text);
  }
  if (digits == 0) return false;
  if (text.empty()) return true;
  if (text[0] != 'e' && text[0] != 'E') return false;
  text.remove_prefix(1);
  if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
  return take_digits(text) > 0 && text.empty();
}

template <class Real>
std::errc read(std::string_view text, Real& value, Real (*nearest)(const char*, char**, locale_t)) {
  if (!is_number(text)) return std::errc::invalid_argument;
  static const locale_t with_a_point = newlocale(LC_ALL_MASK, "C", nullptr);
  const Real number = nearest(std::string(text).c_str(), nullptr, with_a_point);
  if (std::isinf(number) && !text.ends_with("inf")) return std::errc::result_out_of_range;
  value = number;
  return {};
}

}  // namespace

std::errc read_number(std::string_view text, double& value) { return read(text, value, strtod_l); }
std::errc read_number(std::string_view text, float& value) { return read(text, value, strtof_l); }

}  // namespace whereabouts
