#include "report/number.h"

#include <array>
#include <charconv>
#include <cmath>

namespace whereabouts {
namespace {

// to_chars may write "-nan"; the sign of a nan says nothing.
template <class Real, class... Format>
std::string digits_of(Real x, Format... format) {
  if (std::isnan(x)) return "nan";
  std::array<char, 400> text;  // the largest double has 309 digits before its point
  const auto end = std::to_chars(text.data(), text.data() + text.size(), x, format...).ptr;
  return {text.data(), end};
}

}  // namespace

std::string shortest(double x) { return digits_of(x); }
std::string shortest(float x) { return digits_of(x); }

std::string format_fixed(double x, int decimals) {
  const std::string text = digits_of(x, std::chars_format::fixed, decimals);
  // -0.00 is a rounding accident that reads like a finding.
  if (text[0] == '-' && text.find_first_of("123456789in") == std::string::npos)
    return text.substr(1);
  return text;
}

std::string format_signed(double x, int decimals) {
  return (x >= 0 ? "+" : "") + format_fixed(x, decimals);
}

}  // namespace whereabouts
