// A number that tells two texts, or two names, apart.
#pragma once

#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>

namespace whereabouts {

/// FNV-1a, 64 bits.
inline std::uint64_t checksum(std::string_view bytes) {
  std::uint64_t hash = 0xCBF29CE484222325ull;
  for (const unsigned char byte : bytes) hash = (hash ^ byte) * 0x100000001B3ull;
  return hash;
}

inline std::string hexadecimal(std::uint64_t x) {
  char digits[16];
  return {digits, std::to_chars(digits, digits + 16, x, 16).ptr};
}

}  // namespace whereabouts
