#include "experiment/model_pictures.h"

#include <algorithm>
#include <cmath>

#include "nn/inspect.h"
#include "ops.h"
#include "report/number.h"
#include "report/terminal.h"
#include "text/utf8.h"
#include "util/check.h"

namespace whereabouts {
namespace {

HeatMap encoding(const Transformer& model) {
  const Tensor added = addresses(model, model.config().trained_length);
  HeatMap map{"What " + model.config().scheme + " adds to the embeddings", "Each position a row",
              "channel", "position"};
  map.rows = added.dim(0), map.columns = added.dim(1);
  map.values.assign(added.numbers().begin(), added.numbers().end());
  map.diverging = true;
  return map;
}

HeatMap attention(const Transformer& model, std::span<const Token> text,
                  std::span<const char32_t> vocabulary) {
  const NoGrad no_grad;
  const int T = 32;
  const Tensor weights = first_layer(model, text.first(T)).weights;  // [H, T, T]
  int farthest = 0;
  double longest = -1;
  for (int h = 0; h < weights.dim(0); ++h) {
    double distance = 0;
    for (int i = 0; i < T; ++i)
      for (int j = 0; j <= i; ++j) distance += (i - j) * weights.data()[(h * T + i) * T + j];
    if (distance > longest) farthest = h, longest = distance;
  }
  HeatMap map{"What a head of " + model.config().scheme + " looks at",
              concat("First layer, head ", farthest + 1, ", which looks back ",
                     static_cast<int>(longest / T + 0.5), " characters on average"),
              "key", "query"};
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

HeatMap added_map(const Added& added, const std::string& subtitle) {
  HeatMap map{"What " + added.scheme + " adds to the score", subtitle, "distance", "head", "added"};
  map.rows = added.by_distance.dim(0), map.columns = added.by_distance.dim(1);
  for (int h = 1; h <= map.rows; ++h) map.row_labels.push_back(std::to_string(h));
  map.values.assign(added.by_distance.numbers().begin(), added.by_distance.numbers().end());
  map.diverging = true;
  return map;
}

std::string added_table(std::span<const Added> all, std::span<const int> distances) {
  std::vector<std::string> header = {"scheme", "head"};
  for (const int n : distances)
    header.push_back((n == distances[0] ? "n = " : "") + std::to_string(n));
  TextTable table(header);
  for (const Added& added : all) {
    for (int h = 0; h < added.by_distance.dim(0); ++h) {
      std::vector<std::string> cells = {added.scheme, std::to_string(h + 1)};
      for (const int n : distances) {
        check_argument(n >= 0 && n < added.by_distance.dim(1), "added_table", "no distance ", n);
        cells.push_back(
            format_fixed(added.by_distance.data()[h * added.by_distance.dim(1) + n], 2));
      }
      table.row(cells);
    }
  }
  return table.text();
}

HeatMap attention_map(const std::string& title, const std::string& subtitle,
                      const std::vector<double>& weights, const std::vector<std::string>& labels) {
  HeatMap map{title, subtitle, "looked at", "who looks"};
  map.rows = map.columns = static_cast<int>(labels.size()), map.decimals = 2;
  map.row_labels = map.column_labels = labels;
  map.values = weights;
  return map;
}

HeatMap address_map(const Transformer& model, int side, int row, int column) {
  check_argument(row >= 0 && row < side && column >= 0 && column < side, "address_map", "row ", row,
                 ", column ", column, " are not in a grid of ", side, " by ", side);
  HeatMap map{"Addresses of a picture's patches: " + model.config().scheme,
              concat("How alike the address of row ", row, ", column ", column,
                     " is to every other (cosine)"),
              "column", "row", "cosine"};
  map.rows = map.columns = side;
  map.diverging = true, map.decimals = 1;
  const std::vector<double> all = cosines(addresses(model, side * side));
  const auto home = all.begin() + std::ptrdiff_t{row * side + column} * side * side;
  map.values.assign(home, home + side * side);
  return map;
}

HeatMap scores_side_by_side(std::span<const Tensor> scores, int head, std::span<const Token> text,
                            std::span<const char32_t> vocabulary) {
  const int T = static_cast<int>(text.size()), pictures = static_cast<int>(scores.size());
  HeatMap map{"", "", "keys", "the query, down the text", "score"};
  map.rows = T, map.columns = pictures * (T + 1) - 1;
  map.diverging = true;
  map.values.assign(static_cast<std::size_t>(map.rows * map.columns), std::nan(""));
  for (int c = 0; c < map.columns; ++c) map.column_labels.push_back(std::to_string(c % (T + 1)));
  for (int i = 0; i < T; ++i) {
    const std::string character = decode(vocabulary, text.subspan(i, 1));
    map.row_labels.push_back(character == " " ? "space" : character == "\n" ? "line" : character);
    for (int picture = 0; picture < pictures; ++picture) {
      const float* row = scores[picture].data() + (std::int64_t{head} * T + i) * T;
      std::copy_n(row, i + 1, map.values.begin() + i * map.columns + picture * (T + 1));
    }
  }
  return map;
}

void check_enough_for_pictures(const Text& text) {
  const std::size_t there = split(text).validation.size();
  check_user(there >= kPictureCharacters, "'", text.name, "' is too short: of what is held back ",
             "from training, ", there, " characters, the pictures of the inside take ",
             kPictureCharacters, "; give a longer text");
}

ModelPictures model_pictures(const Transformer& model, std::span<const Token> text,
                             std::span<const char32_t> vocabulary) {
  ModelPictures inside{.scheme = {}, .attention = attention(model, text, vocabulary)};
  const auto something = [](const HeatMap& map) {
    return std::ranges::any_of(map.values, [](double x) { return x != 0; });
  };
  HeatMap map = encoding(model);
  if (!something(map)) {
    const int distances = std::min(2 * model.config().trained_length, 128);
    map = added_map({model.config().scheme,
                     added_by_distance(model, text.first(kPictureCharacters), distances)},
                    "First layer, averaged over 256 characters");
  }
  if (something(map)) inside.scheme = std::move(map);
  return inside;
}

}  // namespace whereabouts
