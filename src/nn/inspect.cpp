#include "nn/inspect.h"

#include <cmath>
#include <limits>

#include "ops.h"
#include "util/check.h"

namespace whereabouts {
namespace {

Positions positions_of(const Transformer& model, std::size_t length) {
  Positions at = Positions::whole(static_cast<int>(length));
  at.causal = model.config().causal;
  return at;
}

}  // namespace

FirstLayer first_layer(const Transformer& model, std::span<const int> tokens, bool positions) {
  const NoGrad no_grad;
  const Parameters& p = model.parameters();
  const std::int64_t T = static_cast<std::int64_t>(tokens.size()), C = model.config().width;
  Tensor x = gather_rows(p.at("embedding"), tokens).reshape({1, T, C});
  if (positions) x = model.scheme().embed(x, positions_of(model, tokens.size()));
  x = layer_norm(x, p.at("blocks.0.norm1.gain"), p.at("blocks.0.norm1.bias"));
  const Tensor qkv =
      linear(x, p.at("blocks.0.attention.qkv.weight"), p.at("blocks.0.attention.qkv.bias"));
  return {split_heads(qkv, model.config().heads, 0, 3),
          split_heads(qkv, model.config().heads, 1, 3)};
}

Tensor first_layer_scores(const Transformer& model, std::span<const int> tokens, bool positions) {
  const NoGrad no_grad;
  auto [query, key] = first_layer(model, tokens, positions);
  const Positions at = positions_of(model, tokens.size());
  const int H = query.dim(1), T = query.dim(2), D = query.dim(3);
  ScoreTerms terms;
  Tensor pairs;
  if (positions) {
    model.scheme().turn(query, key, at);
    terms = model.scheme().terms(at);
    pairs = model.scheme().pairs(query, key, at);
  }
  const float factor = terms.scale != 0 ? terms.scale : 1 / std::sqrt(static_cast<float>(D));
  const auto dot = [D](const Tensor& x, std::int64_t row, const Tensor& y, std::int64_t other) {
    float sum = 0;
    for (int d = 0; d < D; ++d) sum += x.data()[row * D + d] * y.data()[other * D + d];
    return sum;
  };
  Tensor scores({H, T, T});
  for (int h = 0; h < H; ++h) {
    const auto row_of = [&](const RelativeTable& r, int n) {
      return (r.table.dim(0) == 1 ? 0 : h) * std::int64_t{r.table.dim(1)} +
             r.row_of[n - at.nearest()];
    };
    for (int i = 0; i < T; ++i) {
      const std::int64_t query_row = std::int64_t{h} * T + i;
      for (int j = 0; j < T; ++j) {
        float& score = scores.data()[query_row * T + j];
        if (j >= at.seen_by(i)) {
          score = -std::numeric_limits<float>::infinity();
          continue;
        }
        const int n = i - j;
        const std::int64_t key_row = std::int64_t{h} * T + j;
        score = dot(query, query_row, key, key_row);
        if (terms.keys) score += dot(query, query_row, terms.keys.table, row_of(terms.keys, n));
        if (terms.queries)
          score += dot(key, key_row, terms.queries.table, row_of(terms.queries, n));
        score *= factor;
        if (terms.distance) score += terms.distance.data()[h * at.distances() + n - at.nearest()];
        if (pairs) score += pairs.data()[query_row * T + j];
      }
    }
  }
  return scores;
}

Tensor added_by_distance(const Transformer& model, std::span<const int> tokens, int distances) {
  const int T = static_cast<int>(tokens.size());
  check(distances >= 1 && distances <= T, "added_by_distance", distances,
        " distances do not fit into a text of ", T, " characters");
  const Tensor with = first_layer_scores(model, tokens),
               without = first_layer_scores(model, tokens, false);
  const int H = with.dim(0);
  Tensor added({H, distances});
  for (int h = 0; h < H; ++h) {
    for (int n = 0; n < distances; ++n) {
      double sum = 0;
      for (int i = n; i < T; ++i) {
        const std::int64_t pair = (std::int64_t{h} * T + i) * T + i - n;
        sum += with.data()[pair] - without.data()[pair];
      }
      added.data()[h * distances + n] = static_cast<float>(sum / (T - n));
    }
  }
  return added;
}

}  // namespace whereabouts
