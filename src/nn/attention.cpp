#include "nn/attention.h"

#include <algorithm>

#include "util/check.h"

namespace whereabouts {
namespace {

// In evaluation a long text is taken in blocks of queries. Where the scheme adds something for each
// pair, a block meets this many pairs: many, since each block lays out all of its keys and values
// anew, and blocks of 16 take a third longer or more. Beyond 16,384 characters it has
// kFewestQueries queries all the same; 64 of them would take twice the memory.
constexpr int kPairsInBlock = 1 << 18;
constexpr int kFewestQueries = 16;
constexpr int kQueriesInBlock = 512;

// What of the terms, made for all of `at`, belongs to the distances of a block.
ScoreTerms terms_of(const ScoreTerms& all, const Positions& at, const Positions& block) {
  ScoreTerms part = all;
  const int skipped = block.nearest() - at.nearest(), kept = block.distances();
  for (RelativeTable* r : {&part.keys, &part.queries, &part.values}) {
    if (*r) r->row_of = {r->row_of.begin() + skipped, r->row_of.begin() + skipped + kept};
  }
  if (all.distance) {
    const int H = all.distance.dim(0), N = all.distance.dim(1);
    part.distance = Tensor::uninitialised({H, kept});
    for (int h = 0; h < H; ++h) {
      std::copy_n(all.distance.data() + std::int64_t{h} * N + skipped, kept,
                  part.distance.data() + std::int64_t{h} * kept);
    }
  }
  return part;
}

}  // namespace

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

  const int T = query.dim(2), keys = key.dim(2), begin = last > 0 ? T - last : 0;
  const auto attend = [&](Tensor q, Tensor k, const Tensor& v, const Tensor& from,
                          const ScoreTerms& here, const Positions& where) {
    scheme.rotate_qk(q, k, where);
    return attention(q, k, v, where, here, scheme.pair_bias(q, k, from, where));  // [B, queries, C]
  };
  const int block = by_pair ? std::max(kFewestQueries, kPairsInBlock / keys) : kQueriesInBlock;
  if (recording() && begin > 0) {
    const Positions where = at.block(begin, last);
    if (where.keys == at.keys && where.distances() == at.distances())  // the terms fit
      return out_(attend(slice_positions(query, begin, last), key, value, source, terms, where));
  }
  if (recording() || (begin == 0 && T <= block)) {
    const Tensor all = attend(query, key, value, source, terms, at);
    return out_(begin > 0 ? slice_positions(all, begin, last) : all);
  }

  const std::int64_t B = x.dim(0), C = x.dim(2), wanted = T - begin;
  Tensor attended = Tensor::uninitialised({B, wanted, C});
  for (int first = begin; first < T; first += block) {
    const int count = std::min(block, T - first);
    const Positions where = at.block(first, count);
    const int seen = static_cast<int>(where.keys.size());
    const Tensor part = attend(slice_positions(query, first, count), slice_positions(key, 0, seen),
                               slice_positions(value, 0, seen),
                               by_pair ? slice_positions(source, 0, seen) : Tensor(),
                               terms_of(terms, at, where), where);
    for (std::int64_t b = 0; b < B; ++b) {
      std::copy_n(part.data() + b * count * C, count * C,
                  attended.data() + (b * wanted + first - begin) * C);
    }
  }
  return out_(attended);
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
