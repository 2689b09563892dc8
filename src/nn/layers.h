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
      : weight(p.normal(name + ".weight", {in, out}, deviation, /*decayed=*/true)),
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
struct Mlp {
  Linear widen, narrow;
  Mlp(Parameters& p, const std::string& name, int width, double deviation,
      double residual_deviation)
      : widen(p, name + ".widen", width, 4 * width, deviation),
        narrow(p, name + ".narrow", 4 * width, width, residual_deviation) {}
  Tensor operator()(const Tensor& x) const { return narrow(gelu(widen(x))); }
};

}  // namespace whereabouts
