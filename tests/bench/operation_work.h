// How much an operation of a training step calculates and moves, counted from its source.
#pragma once

#include <string_view>

#include "autograd.h"

namespace whereabouts {

/// Additions, multiplications and divisions, each of them as one, and the bytes of everything read
/// and written, each number once, as if the cache kept it for as long as the operation lasts.
struct Work {
  double operations = 0, bytes = 0;
  Work& operator+=(const Work& other) {
    operations += other.operations;
    bytes += other.bytes;
    return *this;
  }
};

struct BothWays {
  Work forward, backward;
};

/// The work of an entry of the tape. Of an operation that is not in this list, the operations are
/// 0.
inline BothWays work_of(const TapeEntry& entry) {
  constexpr double kExp = 20;  // exp_of_difference() in kernels/vector_math.h
  const std::string_view name = entry.operation;
  const auto y = static_cast<double>(entry.output.size()),
             x = static_cast<double>(entry.inputs[0].size());
  double inputs = 0;
  for (const Tensor& input : entry.inputs) inputs += static_cast<double>(input.size());
  // Backward reads the gradient of the output and the inputs, and writes their gradients.
  BothWays work = {{0, inputs + y}, {0, 2 * inputs + y}};
  const auto operations = [&](double forward, double backward) {
    work.forward.operations = forward;
    work.backward.operations = backward;
  };
  if (name == "linear" || name == "matmul") {
    const double product = 2 * y * entry.inputs[0].dim(-1), bias = name == "linear" ? y : 0;
    operations(product + bias, 2 * product + bias);
  } else if (name == "attention") {
    const Tensor& query = entry.inputs[0];
    const double T = query.dim(2), D = query.dim(3), rows = x / D;
    const double pairs = rows * (T + 1) / 2, weights = rows * T;
    operations(pairs * (4 * D + kExp + 5), pairs * (8 * D + 4));
    work.forward.bytes += weights;  // kept for the way back
    work.backward.bytes += weights;
  } else if (name == "gelu") {
    operations((kExp + 10) * x, 11 * x);
    work.forward.bytes += x;  // the sigmoid, kept
    work.backward.bytes += x;
  } else if (name == "layer_norm") {
    operations(8 * x, 17 * x);
  } else if (name == "cross_entropy") {
    operations((kExp + 3) * x, (kExp + 3) * x);
  } else if (name == "add") {
    operations(y, 0);
    work.backward.bytes = inputs + y;  // gradients are copied, whatever the numbers were
  } else if (name == "split_heads") {  // one of three parts is read, and has its gradient written
    work = {{0, 2 * y}, {0, 2 * y}};
  } else if (name == "gather_rows") {
    work = {{0, 2 * y}, {y, 3 * y}};
  }
  work.forward.bytes *= sizeof(float);
  work.backward.bytes *= sizeof(float);
  return work;
}

}  // namespace whereabouts
