// The layers without which there is no transformer: each is a few named weights and one line of
// operations.
#pragma once

#include <string>

#include "nn/parameters.h"
#include "ops.h"

namespace whereabouts {

/// y = x W + b,  W [in, out]
struct Linear {
  Tensor weight, bias;
  Linear(Parameters& p, const std::string& name, int in, int out, double deviation)
      : weight(p.normal(name + ".weight", {in, out}, deviation, /*weight_decay=*/true)),
        bias(p.constant(name + ".bias", {out}, 0)) {}
  Tensor operator()(const Tensor& x) const { return linear(x, weight, bias); }
};

struct LayerNorm {
  Tensor gain, bias;
  LayerNorm(Parameters& p, const std::string& name, int width)
      : gain(p.constant(name + ".gain", {width}, 1)),
        bias(p.constant(name + ".bias", {width}, 0)) {}
  Tensor operator()(const Tensor& x) const { return layer_norm(x, gain, bias); }
};

/// Four times as wide inside:  W2 gelu(W1 x + b1) + b2
/// W1 and W2 are called "widen" and "narrow" in saved models, and start from these names.
struct Mlp {
  Linear up, down;
  Mlp(Parameters& p, const std::string& name, int width, double deviation,
      double residual_deviation)
      : up(p, name + ".widen", width, 4 * width, deviation),
        down(p, name + ".narrow", 4 * width, width, residual_deviation) {}
  Tensor operator()(const Tensor& x) const { return down(gelu(up(x))); }
};

}  // namespace whereabouts
