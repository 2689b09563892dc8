// Attention as in its formula, from small operations that have their own derivatives. Slow, and its
// memory grows with the square of the length (a vector for every pair, where a scheme has vectors):
// to read, to look into a model, and for the tests, which hold attention() against it.
#include <algorithm>
#include <cmath>
#include <limits>

#include "ops.h"
#include "ops/attention.h"

namespace whereabouts {

AttentionSteps composed_attention(const Tensor& query, const Tensor& key, const Tensor& value,
                                  const Positions& at, const ScoreTerms& terms,
                                  const Tensor& pair_bias) {
  const std::int64_t B = query.dim(0), H = query.dim(1), Tq = query.dim(2), Tk = key.dim(2),
                     D = query.dim(3);
  const Shape pairs{B, H, Tq, Tk};

  // Which row of x every pair of a query i and a key j of a head takes: [B H Tq Tk, columns of x].
  const auto for_each_pair = [&](const Tensor& x, auto row) {
    std::vector<int> rows;
    for (int b = 0; b < B; ++b)
      for (int h = 0; h < H; ++h)
        for (int i = 0; i < Tq; ++i)
          for (int j = 0; j < Tk; ++j) rows.push_back(static_cast<int>(row(b, h, i, j)));
    const std::int64_t columns = x.dim(-1);
    return gather_rows(x.reshape({x.size() / columns, columns}), rows);
  };
  // Where the distance of the pair is among those that are told of; of a key that is not seen, any.
  const auto place = [&](int i, int j) {
    return std::max(at.queries[i] - at.keys[j] - at.nearest(), 0);
  };
  const auto relative = [&](const RelativeTable& r) {
    const std::int64_t R = r.table.dim(1);
    const bool one_for_all_heads = r.table.dim(0) == 1;
    return for_each_pair(r.table, [&](int, int h, int i, int j) {
      return (one_for_all_heads ? 0 : h) * R + r.row_of[place(i, j)];
    });
  };
  const Tensor ones({D, 1}, std::vector<float>(D, 1.0f));
  const auto dot = [&](const Tensor& x, const Tensor& y) {  // of each pair's two vectors
    return matmul(multiply(x, y), ones).reshape(pairs);
  };

  AttentionSteps s;
  s.content = matmul_transposed(query, key);  // q_i . k_j
  Tensor products = s.content;
  if (terms.keys) {  // q_i . a_n
    const Tensor q =
        for_each_pair(query, [&](int b, int h, int i, int) { return (b * H + h) * Tq + i; });
    s.keys = dot(q, relative(terms.keys));
    products = add(products, s.keys);
  }
  if (terms.queries) {  // k_j . b_n
    const Tensor k =
        for_each_pair(key, [&](int b, int h, int, int j) { return (b * H + h) * Tk + j; });
    s.queries = dot(k, relative(terms.queries));
    products = add(products, s.queries);
  }
  s.scale = terms.scale != 0 ? terms.scale : 1 / std::sqrt(static_cast<float>(D));
  s.scores = scale(products, s.scale);
  if (terms.distance) {  // distance_n
    const std::int64_t N = at.distances();
    s.distance = for_each_pair(terms.distance.reshape({H * N, 1}), [&](int, int h, int i, int j) {
                   return h * N + place(i, j);
                 }).reshape(pairs);
    s.scores = add(s.scores, s.distance);
  }
  if (pair_bias) s.scores = add(s.scores, s.pair_bias = pair_bias);

  Tensor mask({Tq, Tk});  // 0 where a query sees a key, else -infinity
  for (int i = 0; i < Tq; ++i) {
    std::fill(mask.data() + i * Tk + at.seen_by(i), mask.data() + (i + 1) * Tk,
              -std::numeric_limits<float>::infinity());
  }
  s.scores = add(s.scores, mask);
  s.weights = softmax(s.scores);

  Tensor heads = matmul(s.weights, value);  // [B, H, Tq, D]
  if (terms.values) {                       // and sum over j of weight_ij c_n
    const Tensor c = relative(terms.values).reshape({B * H * Tq, Tk, D});
    heads = add(heads, matmul(s.weights.reshape({B * H * Tq, 1, Tk}), c).reshape(heads.shape()));
  }
  s.output = merge_heads(heads);  // [B, Tq, C]
  return s;
}

}  // namespace whereabouts
