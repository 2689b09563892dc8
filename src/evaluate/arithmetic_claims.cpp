#include "evaluate/arithmetic_claims.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numeric>
#include <span>
#include <string>

#include "nn/transformer.h"
#include "position/rope.h"
#include "report/number.h"
#include "util/check.h"
#include "util/random.h"

namespace whereabouts {
namespace {

std::vector<double> random_vector(int size, Random& random) {
  std::vector<double> x(size);
  for (double& v : x) v = random.normal();
  return x;
}

double dot(const std::vector<double>& a, const std::vector<double>& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

std::vector<double> softmax_of(std::vector<double> scores) {
  const double largest = *std::ranges::max_element(scores);
  double sum = 0;
  for (double& s : scores) sum += s = std::exp(s - largest);
  for (double& s : scores) s /= sum;
  return scores;
}

std::string power_of_ten(double x) {
  char digits[32];
  return x == 0 ? "exactly 0"
                : std::string(
                      digits,
                      std::to_chars(digits, digits + 32, x, std::chars_format::scientific, 1).ptr);
}

}  // namespace

double order_blindness(bool causal, int layers) {
  constexpr int kLength = 12, kCharacters = 20;
  const Transformer model({.vocabulary = kCharacters,
                           .width = 32,
                           .heads = 4,
                           .layers = layers,
                           .trained_length = kLength,
                           .scheme = "none",
                           .causal = causal},
                          1);
  // Larger weights, so that attention has something to choose between.
  for (const auto& weight : model.parameters().entries()) {
    if (weight.decayed)
      for (float& x : weight.tensor.numbers()) x *= 12;
  }
  const NoGrad no_grad;
  Random random(1, "order");
  std::vector<int> tokens, order(kLength);
  for (int i = 0; i < kLength; ++i) tokens.push_back(random.between(0, kCharacters - 1));
  std::iota(order.begin(), order.end(), 0);
  // The last character keeps its place, so that under a causal mask its row sees the same ones.
  random.shuffle(std::span(order).first(kLength - 1));
  std::vector<int> shuffled;
  for (const int from : order) shuffled.push_back(tokens[from]);
  const Tensor before = model.hidden(tokens, 1, Positions::whole(kLength));
  const Tensor after = model.hidden(shuffled, 1, Positions::whole(kLength));
  const int C = before.dim(-1);
  double largest = 0;
  // With a causal mask only the last row sees the same characters before and after.
  for (int i = causal ? kLength - 1 : 0; i < kLength; ++i) {
    for (int c = 0; c < C; ++c) {
      largest = std::max(
          largest, std::abs(double{before.data()[order[i] * C + c]} - after.data()[i * C + c]));
    }
  }
  return largest;
}

std::vector<double> sinusoidal_row(int position, int channels) {
  std::vector<double> row;
  for (int i = 0; i < channels / 2; ++i) {
    const double angle = position / std::pow(10000.0, 2.0 * i / channels);
    row.push_back(std::sin(angle));
    row.push_back(std::cos(angle));
  }
  return row;
}

double shift_error(int positions, int k, int channels) {
  double largest = 0;
  for (int p = 0; p < positions; ++p) {
    const std::vector<double> from = sinusoidal_row(p, channels),
                              to = sinusoidal_row(p + k, channels);
    for (int i = 0; i < channels / 2; ++i) {
      const double angle = k / std::pow(10000.0, 2.0 * i / channels);
      const double s = std::cos(angle) * from[2 * i] + std::sin(angle) * from[2 * i + 1];
      const double c = -std::sin(angle) * from[2 * i] + std::cos(angle) * from[2 * i + 1];
      largest = std::max({largest, std::abs(s - to[2 * i]), std::abs(c - to[2 * i + 1])});
    }
  }
  return largest;
}

double rope_product(const std::vector<double>& query, const std::vector<double>& key, int query_at,
                    int key_at) {
  check(query.size() == key.size() && query.size() % 2 == 0, "rope_product", query.size(), " and ",
        key.size(), " channels");
  const RopeFrequencies f = rope_frequencies(static_cast<int>(query.size()), 10000);
  const auto turned = [&](const std::vector<double>& x, int at) {
    std::vector<double> y(x.size());
    for (std::size_t i = 0; i < f.theta.size(); ++i) {
      const double c = std::cos(at * f.theta[i]), s = std::sin(at * f.theta[i]);
      y[2 * i] = x[2 * i] * c - x[2 * i + 1] * s;
      y[2 * i + 1] = x[2 * i] * s + x[2 * i + 1] * c;
    }
    return y;
  };
  return dot(turned(query, query_at), turned(key, key_at));
}

std::vector<double> cosine_snippet(const std::vector<double>& x) {
  std::vector<double> y;
  const auto d = static_cast<double>(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) y.push_back(x[i] * std::cos(double(i) / d));
  return y;
}

std::vector<double> snippet_weights(int query) {
  std::vector<double> scores;
  for (int key = 0; key <= query; ++key) scores.push_back(-0.1 * key);
  return softmax_of(scores);
}

std::vector<double> alibi_weights(int query) {
  std::vector<double> scores;
  for (int key = 0; key <= query; ++key) scores.push_back(-0.1 * (query - key));
  return softmax_of(scores);
}

std::vector<Claim> arithmetic_claims() {
  const std::string command = "make 16";
  constexpr double kRounding = 1e-4, kExact = 1e-10;
  std::vector<Claim> claims;

  const double all_seen = order_blindness(false, 2), one_layer = order_blindness(true, 1),
               two_layers = order_blindness(true, 2);
  claims.push_back({"order", "Without positions, attention cannot tell two orders apart.",
                    "outputs change by rounding alone when the tokens are put into another order",
                    judged_below({all_seen}, kRounding),
                    sentence("two layers that see everything: change ", power_of_ten(all_seen)),
                    command});
  claims.push_back(
      {"order", "That is so for a language model too, whose mask hides what comes later.",
       "the last output changes by rounding alone when the characters before it are reordered",
       judged_below({std::max(one_layer, two_layers)}, kRounding),
       sentence("one causal layer: change ", power_of_ten(one_layer),
                "; two: ", fixed(two_layers, 2),
                ". The mask lets the second layer count what the first one saw."),
       command});

  double error = 0;
  for (const int k : {1, 5, 64, 1000}) error = std::max(error, shift_error(1024, k, 64));
  claims.push_back(
      {"sinusoidal", "PE(p + k) is a linear function of PE(p), the same for every p.",
       "error below 1e-10 in double precision", judged_below({error}, kExact),
       sentence("largest error over 1024 positions and k = 1, 5, 64, 1000: ", power_of_ten(error)),
       command});

  Random random(0, "claims");
  double by_offset = 0, through_weights = 0;
  {
    constexpr int d = 64;
    std::vector<std::vector<double>> W;
    for (int i = 0; i < d; ++i) W.push_back(random_vector(d, random));
    const auto through = [&](const std::vector<double>& x) {
      std::vector<double> y;
      for (const auto& row : W) y.push_back(dot(row, x) / std::sqrt(double(d)));
      return y;
    };
    for (int p = 0; p < 512; ++p) {
      const auto a = sinusoidal_row(p, d), b = sinusoidal_row(p + 7, d);
      by_offset = std::max(by_offset,
                           std::abs(dot(a, b) - dot(sinusoidal_row(0, d), sinusoidal_row(7, d))));
      through_weights = std::max(
          through_weights,
          std::abs(dot(through(a), b) - dot(through(sinusoidal_row(0, d)), sinusoidal_row(7, d))));
    }
  }
  claims.push_back(
      {"sinusoidal", "It captures relative distances.",
       "the product of two encodings depends on their distance alone",
       judged_below({by_offset}, kExact),
       sentence("at distance 7, all 512 places give the same product (", power_of_ten(by_offset),
                "). Behind a matrix of weights that ends: there it varies by up to ",
                fixed(through_weights, 1), "."),
       command});

  double rope_error = 0, other_offset = 0;
  for (int draw = 0; draw < 20; ++draw) {
    const auto q = random_vector(64, random), k = random_vector(64, random);
    for (const int offset : {0, 4, 64, 1000}) {
      const double base = rope_product(q, k, offset, 0);
      for (const int shift : {1, 10, 1000, 50000})
        rope_error =
            std::max(rope_error, std::abs(base - rope_product(q, k, offset + shift, shift)));
    }
    other_offset =
        std::max(other_offset, std::abs(rope_product(q, k, 5, 0) - rope_product(q, k, 4, 0)));
  }
  claims.push_back({"rope", "The product of a turned query and key depends on their offset alone.",
                    "a shift of both changes it by less than 1e-8",
                    judged_below({rope_error}, 1e-8),
                    sentence("shifted by up to 50,000: change ", power_of_ten(rope_error),
                             "; one more character of offset: up to ", fixed(other_offset, 2)),
                    command});

  {
    const auto q = random_vector(64, random), k = random_vector(64, random);
    const double as_given = dot(cosine_snippet(q), cosine_snippet(k));
    const double true_near = rope_product(q, k, 0, 0), true_far = rope_product(q, k, 0, 5);
    claims.push_back(
        {"rope",
         "The simplified example (theta = arange(64)/64; x * cos(theta)) turns queries and "
         "keys by their position.",
         "the score changes with the position", Verdict::kDoesNotHold,
         sentence("no position enters it: at positions (0, 0), (0, 5) and (3, 8) its score is ",
                  fixed(as_given, 4), " each time, where rope gives ", fixed(true_near, 4), ", ",
                  fixed(true_far, 4), " and ", fixed(rope_product(q, k, 3, 8), 4),
                  ". It shrinks each channel by a fixed factor: |x|^2 from ", fixed(dot(q, q), 2),
                  " to ", fixed(dot(cosine_snippet(q), cosine_snippet(q)), 2),
                  ", and a rotation shrinks nothing."),
         command});
    const std::vector<double> snippet = snippet_weights(7), own = alibi_weights(7);
    claims.push_back(
        {"alibi", "The simplified example (scores + -0.1 * arange(8)) is a penalty for distance.",
         "under a causal mask the nearest key gets the most weight",
         snippet.back() >= snippet.front() ? Verdict::kHolds : Verdict::kDoesNotHold,
         sentence("it adds one row to every query. Query 7, all scores equal, gives its own place ",
                  fixed(snippet.back(), 3), " and the farthest key ", fixed(snippet.front(), 3),
                  ": far keys win. ALiBi gives ", fixed(own.back(), 3), " and ",
                  fixed(own.front(), 3), "."),
         command});
  }

  const std::vector<int> positions = {0, 1, 2, 3, 4, 5};
  std::vector<int> relative;  // positions[:, None] - positions[None, :]
  for (const int i : positions) {
    for (const int j : positions) relative.push_back(i - j);
  }
  const std::span<const int> row_5 = std::span(relative).subspan(5 * 6, 6);
  std::string row;
  for (const int distance : row_5) row += sentence(" ", distance);
  claims.push_back({"relative", "Relative[i, j] = i - j, so token 5 is 3 away from token 2.",
                    "positions[:, None] - positions[None, :] has 3 at row 5, column 2",
                    row_5[2] == 3 ? Verdict::kHolds : Verdict::kDoesNotHold,
                    sentence("row 5 of the 6 by 6 matrix is", row), "make 08"});
  return claims;
}

}  // namespace whereabouts
