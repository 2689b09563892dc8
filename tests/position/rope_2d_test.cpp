#include "position/rope_2d.h"

#include <gtest/gtest.h>

#include <cmath>

#include "autograd.h"
#include "check/contract.h"
#include "helpers.h"
#include "position/schemes.h"
#include "util/random.h"

namespace whereabouts {
namespace {

constexpr int kHeads = 2, kHeadDim = 8, kColumns = 3, kPlaces = 12, kPairs = 4;

struct Turned {
  std::unique_ptr<Rope2d> scheme;
  Parameters weights{3};
  Tensor query{Shape{1, kHeads, kPlaces, kHeadDim}}, key{Shape{1, kHeads, kPlaces, kHeadDim}};

  explicit Turned(const std::string& spec) {
    SchemeOptions options(spec);
    whereabouts::Setup setup{options, {weights, "position."}, kHeads * kHeadDim, kHeads, kPlaces,
                             false};
    scheme = std::make_unique<Rope2d>(setup);
    // The same query and the same key at every place.
    Random random(5, "query and key");
    for (const Tensor& x : {query, key})
      for (int h = 0; h < kHeads; ++h)
        for (int d = 0; d < kHeadDim; ++d) {
          const auto value = static_cast<float>(random.normal());
          for (int t = 0; t < kPlaces; ++t) x.data()[(h * kPlaces + t) * kHeadDim + d] = value;
        }
  }
  float score(int h, int i, int j) {
    Tensor q = query, k = key;
    Positions at = Positions::whole(kPlaces);
    at.causal = false;
    scheme->rotate_qk(q, k, at);
    return matmul_transposed(q, k).data()[(h * kPlaces + i) * kPlaces + j];
  }
};

TEST(Rope2d, ScoresDependOnHowManyRowsAndColumnsLieBetween) {
  for (const char* spec : {"rope-2d:columns=3", "rope-2d:columns=3:kind=mixed"}) {
    Turned t(spec);
    for (int h = 0; h < kHeads; ++h) {
      EXPECT_NEAR(t.score(h, 0, 4), t.score(h, 4, 8), 1e-5) << spec;  // one row, one column
      EXPECT_NEAR(t.score(h, 7, 1), t.score(h, 11, 5), 1e-5) << spec;
      EXPECT_GT(std::abs(t.score(h, 0, 3) - t.score(h, 0, 1)), 1e-3) << "a row is no column";
      EXPECT_GT(std::abs(t.score(h, 3, 2) - t.score(h, 3, 4)), 1e-3)
          << "the end of a row is not beside the start of the next";
    }
  }
}

TEST(Rope2d, AxialPairsAreThoseOfRopeForRowsAndForColumns) {
  Turned t("rope-2d:columns=3:base=50");
  const double theta[] = {1, std::pow(50.0, -0.5)};
  for (int i = 0; i < kPlaces; ++i) {
    double expected = 0;  // of query i and key 0
    for (int p = 0; p < kPairs; ++p) {
      const double angle = (p < 2 ? i / kColumns : i % kColumns) * theta[p % 2];
      const float *q = t.query.data() + 2 * p, *k = t.key.data() + 2 * p;
      expected += (q[0] * k[0] + q[1] * k[1]) * std::cos(angle) +
                  (q[0] * k[1] - q[1] * k[0]) * std::sin(angle);
    }
    EXPECT_NEAR(t.score(0, i, 0), expected, 1e-5);
  }
}

TEST(Rope2d, KeepsTheContract) {
  const AddedScheme rope_2d(scheme_row<Rope2d>("rope-2d"));
  for (const char* spec : {"rope-2d", "rope-2d:kind=mixed"}) {
    for (const ContractQuestion& question : contract()) {
      const Finding finding = ask(question.name, spec);
      EXPECT_TRUE(finding.passed) << spec << " " << question.name << ": " << finding.answer;
    }
  }
}

TEST(Rope2d, DirectionsOfMixedPairsAreLearnedForEachHeadAndLayer) {
  Turned t("rope-2d:columns=3:kind=mixed");
  Tensor directions = t.weights.at("position.layer0.directions");
  EXPECT_EQ(directions.shape(), (Shape{2, kHeads * kPairs}));
  const auto loss = [&] {
    Tensor q = t.query, k = t.key;
    Positions at = Positions::whole(kPlaces);
    at.causal = false;
    t.scheme->rotate_qk(q, k, at);
    const Tensor scores = matmul_transposed(q, k);
    return sum(multiply(scores, scores));
  };
  directions.set_requires_grad();
  backward(loss());
  const NoGrad no_gradient;
  for (std::int64_t i = 0; i < directions.size(); ++i) {
    float& d = directions.data()[i];
    const float kept = d, step = 1e-2f;
    d = kept + step;
    const double above = loss().data()[0];
    d = kept - step;
    const double below = loss().data()[0];
    d = kept;
    EXPECT_NEAR(directions.grad()[i], (above - below) / (2 * step),
                0.02 * std::abs(directions.grad()[i]) + 0.5)
        << i;
  }
}

}  // namespace
}  // namespace whereabouts
