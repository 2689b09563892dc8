// The widest group of floats that one instruction of this processor handles, through the vector
// types of gcc and clang.
#pragma once

namespace whereabouts {

#if defined(__AVX512F__)
inline constexpr int kLanes = 16;
#elif defined(__AVX__)
inline constexpr int kLanes = 8;
#else
inline constexpr int kLanes = 4;
#endif

typedef float Lanes __attribute__((vector_size(kLanes * sizeof(float))));
// The same, wherever it lies in memory.
typedef float UnalignedLanes
    __attribute__((vector_size(kLanes * sizeof(float)), aligned(4), may_alias));

inline Lanes load(const float* from) { return *reinterpret_cast<const UnalignedLanes*>(from); }
inline void store(float* to, Lanes x) { *reinterpret_cast<UnalignedLanes*>(to) = x; }

/// Lanes of x and of y in another order, each by its number: those of x first, then those of y.
template <int... kFrom, class Vector>
Vector lanes_of(const Vector& x, const Vector& y) {
#if __has_builtin(__builtin_shufflevector)
  return __builtin_shufflevector(x, y, kFrom...);
#else  // GCC 11
  typedef int Places __attribute__((vector_size(sizeof(Vector))));
  return __builtin_shuffle(x, y, Places{kFrom...});
#endif
}

/// Copies so few numbers that calling the library would take longer than copying them.
inline void copy_few(const float* from, int count, float* to) {
  int i = 0;
  for (; i + kLanes <= count; i += kLanes) store(to + i, load(from + i));
  for (; i < count; ++i) to[i] = from[i];
}

}  // namespace whereabouts
