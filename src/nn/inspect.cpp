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

Tensor addresses(const Transformer& model, int positions) {
  const NoGrad no_grad;
  const int C = model.config().width;
  return model.scheme()
      .embed(Tensor({1, positions, C}), positions_of(model, static_cast<std::size_t>(positions)))
      .reshape({positions, C});
}

ScoreParts first_layer_score_parts(const Transformer& model, std::span<const int> tokens,
                                   bool positions) {
  const NoGrad no_grad;
  auto [query, key] = first_layer(model, tokens, positions);
  const Positions at = positions_of(model, tokens.size());
  const int H = query.dim(1), T = query.dim(2), D = query.dim(3);
  ScoreTerms terms;
  Tensor pairs;
  if (positions) {
    model.scheme().rotate_qk(query, key, at);
    terms = model.scheme().relative_terms(at);
    pairs = model.scheme().pair_bias(query, key, at);
  }
  const auto dot = [D](const Tensor& x, std::int64_t row, const Tensor& y, std::int64_t other) {
    float sum = 0;
    for (int d = 0; d < D; ++d) sum += x.data()[row * D + d] * y.data()[other * D + d];
    return sum;
  };
  const Shape shape = {H, T, T};
  ScoreParts parts{Tensor(shape), Tensor(shape), Tensor(shape), Tensor(shape), Tensor(shape)};
  parts.scale = terms.scale != 0 ? terms.scale : 1 / std::sqrt(static_cast<float>(D));
  for (int h = 0; h < H; ++h) {
    const auto row_of = [&](const RelativeTable& r, int n) {
      return (r.table.dim(0) == 1 ? 0 : h) * std::int64_t{r.table.dim(1)} +
             r.row_of[n - at.nearest()];
    };
    for (int i = 0; i < T; ++i) {
      const std::int64_t query_row = std::int64_t{h} * T + i;
      for (int j = 0; j < at.seen_by(i); ++j) {
        const int n = i - j;
        const std::int64_t key_row = std::int64_t{h} * T + j, place = query_row * T + j;
        parts.content.data()[place] = dot(query, query_row, key, key_row);
        if (terms.keys)
          parts.keys.data()[place] = dot(query, query_row, terms.keys.table, row_of(terms.keys, n));
        if (terms.queries)
          parts.queries.data()[place] =
              dot(key, key_row, terms.queries.table, row_of(terms.queries, n));
        if (terms.distance)
          parts.distance.data()[place] =
              terms.distance.data()[h * at.distances() + n - at.nearest()];
        if (pairs) parts.pairs.data()[place] = pairs.data()[place];
      }
    }
  }
  return parts;
}

Tensor first_layer_scores(const Transformer& model, std::span<const int> tokens, bool positions) {
  const ScoreParts p = first_layer_score_parts(model, tokens, positions);
  const Positions at = positions_of(model, tokens.size());
  const int H = p.content.dim(0), T = p.content.dim(1);
  Tensor scores(p.content.shape());
  for (int row = 0; row < H * T; ++row) {
    for (int j = 0; j < T; ++j) {
      const std::int64_t place = std::int64_t{row} * T + j;
      const float inside = p.content.data()[place] + p.keys.data()[place] + p.queries.data()[place];
      scores.data()[place] = j < at.seen_by(row % T) ? inside * p.scale + p.distance.data()[place] +
                                                           p.pairs.data()[place]
                                                     : -std::numeric_limits<float>::infinity();
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

double deviation_of_seen(const Tensor& scores, int head) {
  const int T = scores.dim(1);
  double sum = 0, squares = 0;
  for (int i = 0; i < T; ++i) {
    for (int j = 0; j <= i; ++j) {
      const double score = scores.data()[(std::int64_t{head} * T + i) * T + j];
      sum += score, squares += score * score;
    }
  }
  const double pairs = T * (T + 1) / 2.0;
  return std::sqrt(squares / pairs - sum * sum / pairs / pairs);
}

std::vector<int> rows_with_gradient(const Tensor& table) {
  std::vector<int> rows;
  const int R = table.dim(-2), C = table.dim(-1);
  for (int r = 0; r < R; ++r) {
    bool any = false;
    for (std::int64_t first = std::int64_t{r} * C; first < table.size(); first += R * C)
      for (int c = 0; c < C; ++c) any |= table.grad()[first + c] != 0;
    if (any) rows.push_back(r);
  }
  return rows;
}

std::vector<double> cosines(const Tensor& table) {
  const NoGrad no_grad;
  const Tensor products = matmul_transposed(table, table);
  const int R = table.dim(0);
  std::vector<double> result;
  for (int i = 0; i < R; ++i) {
    for (int j = 0; j < R; ++j) {
      const double lengths =
          std::sqrt(double{products.data()[i * R + i]} * products.data()[j * R + j]);
      result.push_back(products.data()[i * R + j] / lengths);
    }
  }
  return result;
}

}  // namespace whereabouts
