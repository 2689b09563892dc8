#include "nn/query_blocks.h"

#include <algorithm>

namespace whereabouts {
namespace {

// In evaluation a long text is taken in blocks of queries. Where there is a tensor of all pairs, a
// block meets kPairsInBlock pairs, but has kFewestQueries queries at least: each block lays out all
// of its keys and values anew, and with 16 queries a block a scheme takes half as long again.
constexpr int kPairsInBlock = 1 << 18;
constexpr int kFewestQueries = 64;
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

Tensor attend_in_blocks(const AttentionInputs& in, const ScoreTerms& terms, const Positions& at,
                        int last, bool small, const Attend& attend) {
  const int T = in.query.dim(2), begin = last > 0 ? T - last : 0;
  const auto of_queries = [&](int first, int count) {
    AttentionInputs part = in;
    part.query = slice_positions(in.query, first, count);
    return part;
  };
  if (recording() && begin > 0) {
    const Positions where = at.block(begin, last);
    if (where.keys == at.keys && where.distances() == at.distances())  // so the terms fit
      return attend(of_queries(begin, last), terms, where);
  }
  const int block =
      small ? std::max(kFewestQueries, kPairsInBlock / in.key.dim(2)) : kQueriesInBlock;
  if (recording() || (begin == 0 && T <= block)) {
    const Tensor all = attend(in, terms, at);
    return begin > 0 ? slice_positions(all, begin, last) : all;
  }

  const int B = in.query.dim(0), wanted = T - begin;
  Tensor attended;
  // From the last block on, so that memory of those that see more keys serves those that see fewer.
  for (int first = begin + (wanted - 1) / block * block; first >= begin; first -= block) {
    const int count = std::min(block, T - first);
    const Positions where = at.block(first, count);
    const int seen = static_cast<int>(where.keys.size());
    AttentionInputs part = of_queries(first, count);
    part.key = slice_positions(in.key, 0, seen), part.value = slice_positions(in.value, 0, seen);
    part.source = in.source ? slice_positions(in.source, 0, seen) : Tensor();
    const Tensor out = attend(part, terms_of(terms, at, where), where);
    const std::int64_t C = out.dim(2);
    if (!attended) attended = Tensor::uninitialised({B, wanted, C});
    for (std::int64_t b = 0; b < B; ++b) {
      std::copy_n(out.data() + b * count * C, count * C,
                  attended.data() + (b * wanted + first - begin) * C);
    }
  }
  return attended;
}

}  // namespace whereabouts
