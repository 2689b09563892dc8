// Multi-head self-attention, with the places where a positional scheme comes in.
#pragma once

#include <string>
#include <vector>

#include "nn/layers.h"
#include "position/scheme.h"

namespace whereabouts {

/// The keys and values of the characters so far, one pair a layer, for generation. Keys are kept as
/// they were before rotate_qk(), so that a scheme whose angles depend on the current length turns
/// all of them afresh and in one way.
struct KeyValueCache {
  struct Layer {
    Tensor key, value;  // [B, H, characters so far, D]
    Tensor x;           // [B, characters so far, C], if a scheme asks for it: Traits::by_pair
  };
  std::vector<Layer> layers;
  std::vector<int> tokens;
  int length() const { return layers.empty() || !layers[0].key ? 0 : layers[0].key.dim(2); }
};

class SelfAttention {
 public:
  SelfAttention(Parameters& p, const std::string& name, int width, int heads, double deviation,
                double residual_deviation)
      : heads_(heads),
        qkv_(p, name + ".qkv", width, 3 * width, deviation),
        out_(p, name + ".out", width, width, residual_deviation) {}

  /// x [B, T, C] -> [B, T, C]. With a cache, the keys are those in the cache followed by those of
  /// x. With `last`, for the last queries alone: [B, last, C].
  Tensor operator()(const Tensor& x, const PositionScheme& scheme, const ScoreTerms& terms,
                    const Positions& at, KeyValueCache::Layer* cache = nullptr, int last = 0) const;

  /// The same attention step by step, up to its heads' output, for pictures.
  AttentionSteps look(const Tensor& x, const PositionScheme& scheme, const ScoreTerms& terms,
                      const Positions& at) const;

 private:
  int heads_;
  Linear qkv_, out_;
};

}  // namespace whereabouts
