#include "nn/inspect.h"

#include <cmath>

#include "ops.h"
#include "util/check.h"

namespace whereabouts {

AttentionSteps first_layer(const Transformer& model, std::span<const int> tokens) {
  const NoGrad no_grad;
  AttentionSteps steps = model.look(tokens);
  for (Tensor* x : {&steps.content, &steps.keys, &steps.queries, &steps.distance, &steps.pair_bias,
                    &steps.scores, &steps.weights})
    if (*x) *x = x->reshape({x->dim(-3), x->dim(-2), x->dim(-1)});
  return steps;
}

Tensor addresses(const Transformer& model, int positions) {
  const NoGrad no_grad;
  Positions at = Positions::whole(positions);
  at.causal = model.config().causal;
  Tensor x({1, positions, model.config().width});
  model.schemes().tell(x, at, std::vector<int>(static_cast<std::size_t>(positions)));
  return x.reshape({positions, model.config().width});
}

Tensor added_by_distance(const Transformer& model, std::span<const int> tokens, int distances) {
  const int T = static_cast<int>(tokens.size());
  check_argument(distances >= 1 && distances <= T, "added_by_distance", distances,
                 " distances do not fit into a text of ", T, " characters");
  const Tensor with = first_layer(model, tokens).scores,
               without = first_layer(model.with_scheme("none"), tokens).scores;
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
