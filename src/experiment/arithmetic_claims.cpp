#include "experiment/arithmetic_claims.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <functional>
#include <span>
#include <string>

#include "experiment/claims.h"
#include "nn/transformer.h"
#include "ops.h"
#include "ops/attention.h"
#include "position/alibi.h"
#include "position/rope.h"
#include "position/sinusoidal.h"
#include "report/number.h"
#include "util/check.h"
#include "util/random.h"

namespace whereabouts {
namespace {

// What the rounding of single precision may change in a sum of products.
constexpr double kRounding = 1e-4;

Tensor random_tensor(Shape shape, Random& random) {
  Tensor x = Tensor::uninitialised(shape);
  for (float& number : x.numbers()) number = static_cast<float>(random.normal());
  return x;
}

// x [D] in every row: [times, D]
Tensor repeated(const Tensor& x, std::size_t times) {
  return gather_rows(x.reshape({1, x.dim(0)}), std::vector<int>(times, 0));
}

std::vector<int> places(int count, int first = 0) { return Positions::whole(count, first).queries; }

double largest(const Tensor& x) {
  double found = 0;
  for (const float number : x.numbers()) found = std::max(found, std::abs(double{number}));
  return found;
}

// How far the numbers on the diagonal of `scores` are from the first of them.
double variation(const Tensor& scores) {
  double found = 0;
  for (int i = 0; i < scores.dim(0); ++i) {
    const double at_i = scores.data()[i * scores.dim(1) + i];
    found = std::max(found, std::abs(at_i - scores.data()[0]));
  }
  return found;
}

double length_squared(const Tensor& x) { return sum(multiply(x, x)).item(); }

// The weights of a causal query on the keys 0 .. query, for scores of 0 plus a bias.
std::vector<double> causal_weights(int query, const std::function<double(int key)>& bias) {
  Tensor scores({query + 1});
  for (int key = 0; key <= query; ++key) scores.data()[key] = static_cast<float>(bias(key));
  const Tensor weights = softmax(scores);
  return {weights.numbers().begin(), weights.numbers().end()};
}

std::string power_of_ten(double x) {
  if (x == 0) return "exactly 0";
  char digits[32];
  return {digits, std::to_chars(digits, digits + 32, x, std::chars_format::scientific, 1).ptr};
}

}  // namespace

double order_blindness(bool causal, int layers) {
  constexpr int kLength = 12, kCharacters = 20;
  const Transformer model({.vocabulary = kCharacters,
                           .width = 32,
                           .layers = layers,
                           .scheme = "none",
                           .causal = causal},
                          1);
  // Larger weights, so that attention has something to choose between.
  for (const auto& weight : model.parameters().entries())
    if (weight.weight_decay)
      for (float& x : weight.tensor.numbers()) x *= 12;
  const NoGrad no_grad;
  Random random(1, "order");
  std::vector<int> tokens(kLength), order = places(kLength), shuffled;
  for (int& token : tokens) token = random.between(0, kCharacters - 1);
  // The last character keeps its place, so that under a causal mask its row sees the same ones.
  random.shuffle(std::span(order).first(kLength - 1));
  for (const int from : order) shuffled.push_back(tokens[from]);
  const auto rows = [&](const std::vector<int>& text) {
    const Tensor hidden = model.hidden(text, 1, Positions::whole(kLength));
    return hidden.reshape({kLength, hidden.dim(-1)});
  };
  const Tensor change = subtract(gather_rows(rows(tokens), order), rows(shuffled));
  // With a causal mask only the last row sees the same characters before and after.
  return largest(causal ? slice_positions(change, kLength - 1, 1) : change);
}

double shift_error(int positions, int k, int channels) {
  const Tensor from = sinusoid(places(positions), channels),
               to = sinusoid(places(positions, k), channels);
  const Rotation back =
      rotation(std::vector<int>(positions, -k), rope_frequencies(channels, 10000).theta);
  return largest(subtract(rotate_pairs(from, back), to));
}

Tensor rope_scores(const Tensor& query, const Tensor& key, const std::vector<int>& queries_at,
                   const std::vector<int>& keys_at) {
  const auto turned = [](const Tensor& x, const std::vector<int>& at) {
    return rotate_pairs(repeated(x, at.size()),
                        rotation(at, rope_frequencies(x.dim(0), 10000).theta));
  };
  return matmul_transposed(turned(query, queries_at), turned(key, keys_at));
}

Tensor cosine_snippet(const Tensor& x) {
  Tensor cosine({x.dim(-1)});
  for (int c = 0; c < x.dim(-1); ++c)
    cosine.data()[c] = std::cos(static_cast<float>(c) / x.dim(-1));
  return multiply(x, cosine);
}

std::vector<double> snippet_weights(int query) {
  return causal_weights(query, [](int key) { return -0.1 * key; });
}

std::vector<double> alibi_weights(int query) {
  return causal_weights(query, [=](int key) { return alibi_bias(0.1, query - key); });
}

LinePlot snippet_plot() {
  LinePlot plot{
      "Two penalties on equal scores",
      "What query 7 gives to each key: ALiBi the most to the nearest, the snippet to the farthest",
      "place of the key", "attention weight"};
  plot.y_min = 0, plot.decimals = 3;
  plot.series = {curve("ALiBi", alibi_weights(7)), curve("snippet", snippet_weights(7))};
  return plot;
}

int relative_position(int query, int key) {
  // One key gets all the weight, so the output is what is added to its value: the distance itself.
  const Positions at{.queries = {query}, .keys = {key}, .length = query + 1, .causal = false};
  const Tensor distance = per_distance(1, at, [](int, int n) { return n; });
  const Tensor zero({1, 1, 1, 1});
  const ScoreTerms terms{
      .values = {.table = distance.reshape({1, distance.dim(1), 1}),
                 .row_of = row_per_distance(at, [&](int n) { return n - at.nearest(); })}};
  return static_cast<int>(attention(zero, zero, zero, at, terms).item());
}

// To add a claim, add a row. Its fields are those of Claim, in their order.
std::vector<Claim> arithmetic_claims() {
  const auto once = [](double x) { return BySeed{{0, x}}; };
  const std::string here = "make 19";

  const double all_seen = order_blindness(false, 2), one_layer = order_blindness(true, 1),
               two_layers = order_blindness(true, 2);

  double error = 0;
  for (const int k : {1, 5, 64, 1000}) error = std::max(error, shift_error(1024, k, 64));

  Random random(0, "claims");
  const Tensor W = scale(random_tensor({64, 64}, random), 1 / 8.0f);
  const Tensor waves = sinusoid(places(512), 64), later = sinusoid(places(512, 7), 64);
  const double by_offset = variation(matmul_transposed(waves, later)),
               through_weights = variation(matmul_transposed(matmul_transposed(waves, W), later));

  double rope_error = 0, one_more = 0;
  for (int draw = 0; draw < 20; ++draw) {
    const Tensor q = random_tensor({64}, random), k = random_tensor({64}, random);
    for (const int offset : {0, 4, 64, 1000}) {
      const std::vector<int> keys = {0, 1, 10, 1000, 50000};
      std::vector<int> queries = keys;
      for (int& at : queries) at += offset;
      rope_error = std::max(rope_error, variation(rope_scores(q, k, queries, keys)));
    }
    const Tensor next = rope_scores(q, k, {4, 5}, {0});
    one_more = std::max(one_more, std::abs(double{next.data()[1]} - next.data()[0]));
  }

  // The two snippets, each beside what it stands for.
  const Tensor q = random_tensor({64}, random), k = random_tensor({64}, random);
  const std::vector<int> queries_at = {0, 0, 3}, keys_at = {0, 5, 8};
  const Tensor as_given = matmul_transposed(gather_rows(cosine_snippet(repeated(q, 9)), queries_at),
                                            gather_rows(cosine_snippet(repeated(k, 9)), keys_at));
  const Tensor turned = rope_scores(q, k, queries_at, keys_at);
  const std::vector<double> snippet = snippet_weights(7), own = alibi_weights(7);
  const double farther = *std::max_element(snippet.begin(), snippet.end() - 1);

  std::string row;
  for (const int key : places(6)) row += concat(" ", relative_position(5, key));

  return {
      {"order", "Without positions, attention cannot tell two orders apart.",
       "outputs change by rounding alone when the tokens are put into another order",
       once(all_seen), at_most(kRounding), "",
       concat("two layers that see everything: change ", power_of_ten(all_seen)), here},
      {"order", "That is so for a language model too, whose mask hides what comes later.",
       "the last output changes by rounding alone when the characters before it are reordered",
       once(std::max(one_layer, two_layers)), at_most(kRounding), "",
       concat("one causal layer: change ", power_of_ten(one_layer),
              "; two: ", format_fixed(two_layers, 2),
              ". The mask lets the second layer count what the first one saw."),
       here},
      {"sinusoidal", "PE(p + k) is a linear function of PE(p), the same for every p.",
       "an error of rounding alone", once(error), at_most(kRounding), "",
       concat("largest error over 1024 positions and k = 1, 5, 64, 1000: ", power_of_ten(error)),
       here},
      {"sinusoidal", "It captures relative distances.",
       "the product of two encodings depends on their distance alone, up to rounding",
       once(by_offset), at_most(kRounding), "",
       concat("at distance 7, all 512 places give the same product (", power_of_ten(by_offset),
              "). Behind a matrix of weights that ends: there it varies by up to ",
              format_fixed(through_weights, 1), "."),
       here},
      {"rope", "The product of a turned query and key depends on their offset alone.",
       "a shift of both changes it by rounding alone", once(rope_error), at_most(kRounding), "",
       concat("shifted by up to 50,000: change ", power_of_ten(rope_error),
              "; one more character of offset: up to ", format_fixed(one_more, 2)),
       here},
      {"rope",
       "The simplified example (theta = arange(64)/64; x * cos(theta)) turns queries and keys by "
       "their position.",
       "the score changes with the position, by more than rounding", once(variation(as_given)),
       above(kRounding), "",
       concat("no position enters it: at positions (0, 0), (0, 5) and (3, 8) its score is ",
              format_fixed(as_given.data()[0], 4), " each time, where rope gives ",
              format_fixed(turned.data()[0], 4), ", ", format_fixed(turned.data()[4], 4), " and ",
              format_fixed(turned.data()[8], 4),
              ". It shrinks each channel by a fixed factor: |x|^2 from ",
              format_fixed(length_squared(q), 2), " to ",
              format_fixed(length_squared(cosine_snippet(q)), 2),
              ", and a rotation shrinks nothing."),
       here},
      {"alibi", "The simplified example (scores + -0.1 * arange(8)) is a penalty for distance.",
       "under a causal mask the nearest key gets the most weight", once(snippet.back() - farther),
       above(0), "",
       concat("it adds one row to every query. Query 7, all scores equal, gives its own place ",
              format_fixed(snippet.back(), 3), " and the farthest key ",
              format_fixed(snippet.front(), 3), ": far keys win. ALiBi gives ",
              format_fixed(own.back(), 3), " and ", format_fixed(own.front(), 3), "."),
       here},
      {"relative", "Relative[i, j] = i - j, so token 5 is 3 away from token 2.",
       "positions[:, None] - positions[None, :] has 3 at row 5, column 2",
       once(relative_position(5, 2)), exactly(3), "", concat("row 5 of the 6 by 6 matrix is", row),
       "make 08"},
  };
}

}  // namespace whereabouts
