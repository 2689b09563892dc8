// exp and what is made of it, without branches, so that compilers turn loops over them into vector
// instructions. The library's std::exp costs about ten times as much,
// and would be half of a training step.
#pragma once

#include <bit>
#include <cstdint>
#include <limits>

namespace whereabouts {

/// e^x = power * 2^exponent
struct ExpParts {
  float power;
  std::int32_t exponent;
};

/// x = n ln 2 + r with |r| <= ln 2 / 2:  e^x = e^r 2^n, where e^r is a polynomial. For |x| < 2^21.
inline ExpParts exp_parts(float x) {
  constexpr float kLog2E = 1.44269504f, kLn2High = 0.693359375f, kLn2Low = -2.12194440e-4f;
  constexpr float kRounder =
      12582912.0f;  // 1.5 * 2^23: adding it leaves the nearest integer in the low bits
  const float shifted = x * kLog2E + kRounder;
  const float n = shifted - kRounder;
  const float r = x - n * kLn2High - n * kLn2Low;
  // e^r = 1 + r + r^2 (1/2 + r/6 + ...), coefficients fitted to |r| <= ln 2 / 2 (Cephes, Moshier
  // 1992)
  float p = 1.9875691500e-4f;
  p = p * r + 1.3981999507e-3f;
  p = p * r + 8.3334519073e-3f;
  p = p * r + 4.1665795894e-2f;
  p = p * r + 1.6666665459e-1f;
  p = p * r + 5.0000001201e-1f;
  p = p * r * r + r + 1.0f;
  return {p, std::bit_cast<std::int32_t>(shifted) - std::bit_cast<std::int32_t>(kRounder)};
}

/// 2^n for -126 <= n <= 127, made from the bits of a float.
inline float power_of_two(std::int32_t n) { return std::bit_cast<float>((n + 127) << 23); }

/// e^x to within 1e-7 of its value; 0 below -87.3 (so a masked score of -infinity weighs nothing at
/// all); above 88.72 it is infinite; NaN stays NaN.
inline float fast_exp(float x) {
  const auto [power, n] = exp_parts(x < -87.3f ? -87.3f : x > 88.72f ? 88.72f : x);
  // In two factors, because n may be 128, one more than the largest exponent.
  const float y = power * power_of_two(n >> 1) * power_of_two(n - (n >> 1));
  return x < -87.3f ? 0.0f : x > 88.72f ? std::numeric_limits<float>::infinity() : y;
}

/// The same for what a softmax needs, a number less the largest of them: x <= 88 is not checked.
inline float exp_of_difference(float x) {
  const auto [power, n] = exp_parts(x < -87.3f ? -87.3f : x);
  return x < -87.3f ? 0.0f : power * power_of_two(n);
}

/// to[i] = e^(x[i] - largest) for 0 <= i < count; `to` may be x itself. What a softmax is made of.
/// A function that stays one: where it is inlined, clang makes no vector instructions of the loop.
[[gnu::noinline]] inline void exp_of_differences(const float* x, int count, float largest,
                                                 float* to) {
#pragma omp simd
  for (int i = 0; i < count; ++i) to[i] = exp_of_difference(x[i] - largest);
}

/// ln(1 + y) for 0 <= y <= 1, to within 2e-7 of its value. With s = y / (2 + y), which is at most
/// 1/3,
//   ln(1 + y) = ln((1 + s) / (1 - s)) = 2 (s + s^3 / 3 + s^5 / 5 + ...)
inline float log1p_of_share(float y) {
  const float s = y / (2.0f + y), q = s * s;
  float p = 1.0f / 13.0f;
  p = p * q + 1.0f / 11.0f;
  p = p * q + 1.0f / 9.0f;
  p = p * q + 1.0f / 7.0f;
  p = p * q + 1.0f / 5.0f;
  p = p * q + 1.0f / 3.0f;
  return 2.0f * s + 2.0f * s * q * p;
}

/// ln(1 + e^x) = max(x, 0) + ln(1 + e^-|x|), which cannot overflow
inline float softplus(float x) {
  return (x > 0 ? x : 0.0f) + log1p_of_share(exp_of_difference(x > 0 ? -x : x));
}

/// 1 / (1 + e^-x); 0 below -87 and 1 above 87
inline float sigmoid(float x) {
  const auto [power, n] = exp_parts(x < -87.0f ? 87.0f : x > 87.0f ? -87.0f : -x);
  return x < -87.0f ? 0.0f : 1.0f / (1.0f + power * power_of_two(n));
}

}  // namespace whereabouts
