// The sum and the largest of many numbers, in lanes: each lane of a register gathers its own share,
// and the lanes are put together two by two at the end. A compiler that is told to do the same
// (omp simd) adds the lanes up one after the other, which for rows as short as a head or a model's
// channels takes most of the time.
#pragma once

#include <utility>

#include "kernels/lanes.h"

namespace whereabouts {

/// combine(combine(x_0, x_1), combine(x_2, x_3)) and so on: one number of all lanes.
template <class Combine>
float fold(Lanes x, Combine combine) {
  const auto with_neighbour = [&]<int kStep, int... I>(std::integer_sequence<int, I...>) {
    return combine(x, lanes_of<(I ^ kStep)...>(x, x));
  };
  constexpr auto kEach = std::make_integer_sequence<int, kLanes>{};
  x = with_neighbour.template operator()<1>(kEach);
  x = with_neighbour.template operator()<2>(kEach);
  if constexpr (kLanes > 4) x = with_neighbour.template operator()<4>(kEach);
  if constexpr (kLanes > 8) x = with_neighbour.template operator()<8>(kEach);
  return x[0];
}

/// The sum of term(i) over 0 <= i < count. The term reads its arrays through what it is given,
/// which is many numbers at once and at the end a single one:
///
//   sum_over(count, [&](auto each) { return each(x) * each(y); })          x . y
template <class Term>
float sum_over(int count, const Term& term) {
  Lanes lanes{};
  int i = 0;
  for (; i + kLanes <= count; i += kLanes)
    lanes += term([i](const float* x) { return load(x + i); });
  float sum = fold(lanes, [](Lanes a, Lanes b) { return a + b; });
  for (; i < count; ++i) sum += term([i](const float* x) { return x[i]; });
  return sum;
}

inline float sum_of(const float* x, int count) {
  return sum_over(count, [x](auto each) { return each(x); });
}

/// The largest of `count` numbers, at least one. Those that are not a number may be passed over.
inline float largest_of(const float* x, int count) {
  float largest = x[0];
  int i = 0;
  if (count >= kLanes) {
    const auto larger = [](Lanes a, Lanes b) { return b > a ? b : a; };
    Lanes lanes = load(x);
    for (i = kLanes; i + kLanes <= count; i += kLanes) lanes = larger(lanes, load(x + i));
    largest = fold(lanes, larger);
  }
  for (; i < count; ++i) {
    if (x[i] > largest) largest = x[i];
  }
  return largest;
}

}  // namespace whereabouts
