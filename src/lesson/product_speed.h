// The naive product and the fast one, side by side on this machine.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace whereabouts {

/// A table for products of two random matrices [n, n], for each of `sizes`: billions of additions
/// and multiplications a second of matmul_naive and matmul_fast, how many times as fast the second
/// is, and whether their results are equal to 0.001.
std::string product_speed_table(std::span<const int> sizes, std::uint64_t seed);

}  // namespace whereabouts
