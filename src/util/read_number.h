// Text as a number, the same in every locale and with every standard library: several of those in
// use cannot read fractions with from_chars, and some that can refuse the smallest.
#pragma once

#include <charconv>
#include <concepts>
#include <string_view>
#include <system_error>

namespace whereabouts {

/// The whole of `text` as the nearest number: 12, -0.5, .5, 1e-05, or inf and nan, which shortest()
/// writes. No spaces, no sign +, no hexadecimal. Returns std::errc::invalid_argument if it is not a
/// number, result_out_of_range if it is too large for one; `value` then stays as it was.
std::errc read_number(std::string_view text, double& value);
std::errc read_number(std::string_view text, float& value);

/// The same for a whole number, written in a base from 2 to 36.
template <std::integral Integer>
std::errc read_number(std::string_view text, Integer& value, int base = 10) {
  const char* const last = text.data() + text.size();
  Integer read{};
  const auto [end, error] = std::from_chars(text.data(), last, read, base);
  if (end != last) return std::errc::invalid_argument;
  if (error == std::errc()) value = read;
  return error;
}

}  // namespace whereabouts
