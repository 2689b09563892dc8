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
  const Traits traits = scheme.traits();
  Tensor source = traits.by_pair ? x : Tensor();  // of the keys
  if (cache) {
    if (cache->key) {
      key = concatenate_positions(cache->key, key);
      value = concatenate_positions(cache->value, value);
      if (source) source = concatenate_positions(cache->x, x);
    }
    *cache = {key, value, source};
  }

  const bool in_place = traits.in_place && !recording(), small = traits.by_pair && !in_place;
  const auto attend = [&](const AttentionInputs& in, const ScoreTerms& here,
                          const Positions& where) {
    Tensor q = in.query, k = in.key;
    scheme.rotate_qk(q, k, where);
    return attention(q, k, in.value, where, here,
                     in_place ? Tensor() : scheme.pair_bias(q, k, in.source, where),
                     in_place ? scheme.change_scores(q, k, in.source, where) : nullptr);
  };
  return out_(attend_in_blocks({query, key, value, source}, terms, at, last, small, attend));
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
