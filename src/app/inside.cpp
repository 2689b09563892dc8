#include "app/inside.h"

#include <algorithm>
#include <cmath>

#include "nn/inspect.h"
#include "ops.h"
#include "text/utf8.h"
#include "util/check.h"

namespace whereabouts {
namespace {

// What is added to the embeddings at each position, found by embedding nothing at all.
HeatMap encoding(const Transformer& model) {
  const NoGrad no_grad;
  const int T = model.config().trained_length, C = model.config().width;
  const Tensor added = model.scheme().embed(Tensor({1, T, C}), Positions::whole(T));
  HeatMap map;
  map.title = "What " + model.config().scheme + " adds to the embeddings";
  map.subtitle = "Each position a row";
  map.x_label = "channel", map.y_label = "position";
  map.rows = T, map.columns = C;
  map.values.assign(added.numbers().begin(), added.numbers().end());
  map.diverging = true;
  return map;
}

HeatMap added_to_scores(const Transformer& model, std::span<const Token> text) {
  const int distances = std::min(2 * model.config().trained_length, 128);
  const Tensor added = added_by_distance(model, text.first(256), distances);
  HeatMap map;
  map.title = "What " + model.config().scheme + " adds to the scores";
  map.subtitle = "Of the first layer, by distance, on average over 256 characters";
  map.x_label = "characters back", map.y_label = "head";
  map.rows = added.dim(0), map.columns = distances;
  for (int h = 1; h <= map.rows; ++h) map.row_labels.push_back(std::to_string(h));
  map.values.assign(added.numbers().begin(), added.numbers().end());
  map.diverging = true;
  return map;
}

HeatMap attention(const Transformer& model, std::span<const Token> text,
                  std::span<const char32_t> vocabulary) {
  const NoGrad no_grad;
  const int T = 32;
  const Tensor weights = softmax(first_layer_scores(model, text.first(T)));  // [H, T, T]
  int farthest = 0;
  double longest = -1;
  for (int h = 0; h < weights.dim(0); ++h) {
    double distance = 0;
    for (int i = 0; i < T; ++i)
      for (int j = 0; j <= i; ++j) distance += (i - j) * weights.data()[(h * T + i) * T + j];
    if (distance > longest) farthest = h, longest = distance;
  }
  HeatMap map;
  map.title = "What a head of " + model.config().scheme + " looks at";
  map.subtitle = sentence("First layer, head ", farthest + 1, ", which looks back ",
                          static_cast<int>(longest / T + 0.5), " characters on average");
  map.x_label = "key", map.y_label = "query";
  map.rows = map.columns = T;
  const float* of_head = weights.data() + std::int64_t{farthest} * T * T;
  map.values.assign(of_head, of_head + T * T);
  for (int i = 0; i < T; ++i)
    for (int j = i + 1; j < T; ++j) map.values[i * T + j] = std::nan("");  // not seen
  for (const Token token : text.first(T)) {
    std::string character;
    append_utf8(character, vocabulary[token] == U'\n' ? U'\u21b5' : vocabulary[token]);
    map.row_labels.push_back(character);
  }
  map.column_labels = map.row_labels;
  map.low = 0;
  return map;
}

}  // namespace

Inside look_inside(const Transformer& model, std::span<const Token> text,
                   std::span<const char32_t> vocabulary) {
  Inside inside{.scheme = {}, .attention = attention(model, text, vocabulary)};
  const auto something = [](const HeatMap& map) {
    return std::ranges::any_of(map.values, [](double x) { return x != 0; });
  };
  HeatMap map = encoding(model);
  if (!something(map)) map = added_to_scores(model, text);
  if (something(map)) inside.scheme = std::move(map);
  return inside;
}

}  // namespace whereabouts
