// The derivative of any function of tensors, compared with finite differences. Part of the library,
// so that a student's own operation or scheme is examined by the same call as ours.
#pragma once

#include <functional>
#include <span>

#include "tensor.h"

namespace whereabouts {

/// How far backward() is from the truth: the largest, over the inputs, of  |g - g'| / |g'|  with g
/// the gradient from the tape, g' that of central differences with a step of 0.01, and |.| the
/// length of the whole gradient as a vector.
///
/// A gradient so short that rounding could have made it is measured against that length instead.
/// Where the slopes to the left and to the right differ (a ReLU has its edge in between), the
/// gradient must lie between them.
///
/// `function` computes a tensor from the numbers of `inputs`; its output is multiplied with fixed
/// random weights and added up. In float32 a correct derivative gives 1e-6 to 1e-4, a wrong one
/// more than 1e-2. The numbers of the inputs are put back.
double gradient_error(const std::function<Tensor()>& function, std::span<const Tensor> inputs);

}  // namespace whereabouts
