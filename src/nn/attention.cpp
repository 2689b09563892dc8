#include "nn/attention.h"

#include "nn/query_blocks.h"

namespace whereabouts {

Tensor SelfAttention::operator()(const Tensor& x, const PositionScheme& scheme,
                                 const ScoreTerms& terms, const Positions& at,
                                 KeyValueCache::Layer* cache, int last) const {
  const Tensor qkv = qkv_(x);                           // [B, T, 3C]
  const Tensor query = split_heads(qkv, heads_, 0, 3);  // [B, H, T, D]
  Tensor key = split_heads(qkv, heads_, 1, 3);
  Tensor value = split_heads(qkv, heads_, 2, 3);
  Tensor source = x;  // of the keys
  const bool by_pair = scheme.traits().by_pair;
  if (cache) {
    if (cache->key) {
      key = concatenate_positions(cache->key, key);
      value = concatenate_positions(cache->value, value);
      if (by_pair) source = concatenate_positions(cache->x, x);
    }
    *cache = {key, value, by_pair ? source : Tensor()};
  }

  const auto attend = [&](const AttentionInputs& in, const ScoreTerms& here,
                          const Positions& where) {
    Tensor q = in.query, k = in.key;
    scheme.rotate_qk(q, k, where);
    return attention(q, k, in.value, where, here, scheme.pair_bias(q, k, in.source, where));
  };
  return out_(attend_in_blocks({query, key, value, source}, terms, at, last, by_pair, attend));
}

AttentionSteps SelfAttention::look(const Tensor& x, const PositionScheme& scheme,
                                   const ScoreTerms& terms, const Positions& at) const {
  const Tensor qkv = qkv_(x);
  Tensor query = split_heads(qkv, heads_, 0, 3), key = split_heads(qkv, heads_, 1, 3);
  scheme.rotate_qk(query, key, at);
  return composed_attention(query, key, split_heads(qkv, heads_, 2, 3), at, terms,
                            scheme.pair_bias(query, key, x, at));
}

}  // namespace whereabouts
