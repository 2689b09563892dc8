// Two loops that let an operation read like its formula.
#pragma once

#include <cstdint>

#include "tensor.h"

namespace whereabouts {

/// y[i] = value(i) for all i
template <class Value>
void assign(const Tensor& y, Value value) {
  float* to = y.data();
  const std::int64_t size = y.size();
  for (std::int64_t i = 0; i < size; ++i) to[i] = value(i);
}

/// dx[i] += value(i) for all i, if x requires a gradient
template <class Value>
void add_gradient(const Tensor& x, Value value) {
  if (!x.requires_grad()) return;
  const auto [dx, first] = x.grad_target();
  const std::int64_t size = x.size();
  if (first) {
    for (std::int64_t i = 0; i < size; ++i) dx[i] = value(i);
  } else {
    for (std::int64_t i = 0; i < size; ++i) dx[i] += value(i);
  }
}

}  // namespace whereabouts
