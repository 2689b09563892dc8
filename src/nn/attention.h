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
  };
  std::vector<Layer> layers;
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
  /// x.
  Tensor operator()(const Tensor& x, const PositionScheme& scheme, const ScoreTerms& terms,
                    const Positions& at, KeyValueCache::Layer* cache = nullptr) const;

 private:
  int heads_;
  Linear qkv_, out_;
};

/// softmax(q k^T / sqrt(D) + hidden) v from small operations, in eight lines: what attention()
/// computes when no scheme adds anything. To read, and for the tests.
/// query, key, value [B, H, T, D] -> [B, T, C].
Tensor composed_attention(const Tensor& query, const Tensor& key, const Tensor& value,
                          const Positions& at);

}  // namespace whereabouts
