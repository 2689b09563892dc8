#include "position/clamped_rope.h"

#include <gtest/gtest.h>

#include <complex>

#include "nn/transformer.h"
#include "position/schemes.h"
#include "util/random.h"

namespace whereabouts {
namespace {

constexpr int kTokens = 24, kHeadDim = 8, kHeads = 2;

Tensor random_heads(const char* stream) {
  Tensor x({1, kHeads, kTokens, kHeadDim});
  Random random(3, stream);
  for (float& v : x.numbers()) v = static_cast<float>(random.normal());
  return x;
}

// q_i R(-rho theta) k_j, pair by pair as complex numbers, with rho the distance of one pair
// clamped.
double score(const Tensor& query, const Tensor& key, int head, int i, int j, int clamped, int most,
             bool half) {
  const auto theta = rope_frequencies(kHeadDim, 100).theta;
  double sum = 0;
  for (int p = 0; p < kHeadDim / 2; ++p) {
    const auto pair_of = [&](const Tensor& x, int at) {
      const float* c = x.data() + (head * kTokens + at) * kHeadDim;
      return half ? std::complex<double>(c[p], c[p + kHeadDim / 2])
                  : std::complex<double>(c[2 * p], c[2 * p + 1]);
    };
    const int rho = clamped < 0 || clamped == p ? std::min(i - j, most) : i - j;
    sum += std::real(pair_of(query, i) * std::conj(pair_of(key, j)) *
                     std::polar(1.0, rho * theta[static_cast<std::size_t>(p)]));
  }
  return sum / std::sqrt(kHeadDim);
}

// The score of attention is the product of what rotate_qk makes, with the pair's bias.
TEST(ClampedRope, ScoresAreThoseOfTheFormula) {
  for (const bool half : {false, true}) {
    for (const int pair : {-1, 0, 2}) {
      Parameters weights(0);
      const auto scheme =
          make_scheme(concat("clamped-rope:base=100:distance=5", half ? ":layout=half" : "",
                             pair < 0 ? "" : concat(":pair=", pair)),
                      kHeads * kHeadDim, kHeads, 16, weights);
      const Tensor q0 = random_heads("query"), k0 = random_heads("key");
      const Positions at = Positions::whole(kTokens);
      Tensor q = q0, k = k0;
      scheme->rotate_qk(q, k, at);
      const Tensor plain = scale(matmul_transposed(q, k), 1 / std::sqrt(float{kHeadDim}));
      const Tensor all = add(plain, scheme->pair_bias(q, k, {}, at));
      for (int h = 0; h < kHeads; ++h) {
        for (int i = 0; i < kTokens; ++i) {
          for (int j = 0; j <= i; ++j) {
            EXPECT_NEAR(all.data()[(h * kTokens + i) * kTokens + j],
                        score(q0, k0, h, i, j, pair, 5, half), 2e-6)
                << "head " << h << ", query " << i << ", key " << j << ", pair " << pair;
          }
        }
      }
    }
  }
}

TEST(ClampedRope, WithinItsDistanceItIsRope) {
  const ModelConfig config{.vocabulary = 16, .trained_length = 16, .scheme = "rope"};
  const Transformer rope(config, 1), clamped = rope.with_scheme("clamped-rope:distance=15");
  const NoGrad no_gradient;
  const auto logits = [&](const Transformer& model, int length) {
    const Positions at = Positions::whole(length);
    std::vector<int> tokens(static_cast<std::size_t>(length));
    for (int i = 0; i < length; ++i) tokens[static_cast<std::size_t>(i)] = i * 7 % 16;
    return model.logits(tokens, 1, at);
  };
  const Tensor a = logits(rope, 16), b = logits(clamped, 16);
  for (std::int64_t i = 0; i < a.size(); ++i) EXPECT_NEAR(a.data()[i], b.data()[i], 1e-6);
}

TEST(ClampedRope, APairThatDoesNotExistIsRefused) {
  Parameters weights(0);
  for (const char* spec : {"clamped-rope:pair=4", "clamped-rope:pair=0.5", "clamped-rope:pair=-1",
                           "clamped-rope:distance=-1", "clamped-rope:partial=0:pair=0"}) {
    EXPECT_THROW(make_scheme(spec, 16, 2, 16, weights), UserError) << spec;
  }
}

}  // namespace
}  // namespace whereabouts
