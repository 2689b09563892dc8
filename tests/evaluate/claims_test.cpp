#include "evaluate/claims.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "evaluate/arithmetic_claims.h"
#include "evaluate/trained_claims.h"

namespace whereabouts {
namespace {

TEST(Claims, AVerdictNeedsEverySeed) {
  EXPECT_EQ(judged_below({0.01, 0.02, 0.1}, 0.1), Verdict::kHolds);
  EXPECT_EQ(judged_below({0.2, 0.3}, 0.1), Verdict::kDoesNotHold);
  EXPECT_EQ(judged_below({0.05, 0.3}, 0.1), Verdict::kUndecided);
  EXPECT_EQ(judged_below({}, 0.1), Verdict::kNotMeasured);
}

TEST(Claims, TheArithmeticIsRight) {
  EXPECT_LT(order_blindness(false, 2), 1e-4);
  EXPECT_LT(order_blindness(true, 1), 1e-4);
  EXPECT_GT(order_blindness(true, 2), 0.05);
  EXPECT_LT(shift_error(200, 7, 32), 1e-12);
  EXPECT_NEAR(sinusoidal_row(1, 4)[0], 0.8415, 1e-4);
  EXPECT_NEAR(sinusoidal_row(1, 4)[2], 0.01, 1e-4);
  // The module's worked exercise: q = k = (1, 0), cos 2 at (0, 2) and at (3, 5).
  EXPECT_NEAR(rope_product({1, 0}, {1, 0}, 0, 2), -0.4161, 1e-4);
  EXPECT_NEAR(rope_product({1, 0}, {1, 0}, 3, 5), -0.4161, 1e-4);
  EXPECT_NEAR(cosine_snippet({1, 1, 1, 1})[2], std::cos(0.5), 1e-12);
  const std::vector<double> snippet = snippet_weights(7), own = alibi_weights(7);
  EXPECT_NEAR(snippet.front() / snippet.back(), std::exp(0.7), 1e-9) << "far keys win";
  EXPECT_NEAR(own.back() / own.front(), std::exp(0.7), 1e-9) << "near keys win";
  EXPECT_NEAR(std::accumulate(own.begin(), own.end(), 0.0), 1, 1e-12);
}

std::vector<Run> runs(double sinusoidal_gap, double alibi_gap) {
  std::vector<Run> all;
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    for (const auto& [scheme, gap] :
         {std::pair<std::string, double>{"sinusoidal", sinusoidal_gap}, {"alibi", alibi_gap}}) {
      Run run;
      run.key = {"text", scheme, seed};
      for (const int length : {64, 128, 1024}) {
        const double more = length == 64 ? 0 : gap + 0.01 * static_cast<double>(seed);
        run.rows.push_back({scheme, seed, "fixed", length, 2.5 + more, 6144});
        run.rows.push_back({scheme, seed, "cropped", length, 2.5, 6144});
      }
      all.push_back(run);
    }
  }
  return all;
}

Verdict verdict_of(const std::vector<Claim>& claims, const std::string& statement) {
  for (const Claim& c : claims)
    if (c.statement.find(statement) != std::string::npos) return c.verdict;
  ADD_FAILURE() << "no claim " << statement;
  return Verdict::kNotMeasured;
}

TEST(Claims, VerdictsFollowTheNumbers) {
  const auto broken = trained_claims(runs(2.0, 0.0), 64, 1024);
  EXPECT_EQ(verdict_of(broken, "Works for longer sequences"), Verdict::kDoesNotHold);
  EXPECT_EQ(verdict_of(broken, "does not extrapolate well"), Verdict::kHolds);
  EXPECT_EQ(verdict_of(broken, "Excellent extrapolation to long contexts"), Verdict::kHolds);
  EXPECT_EQ(verdict_of(broken, "uses what the longer context holds"), Verdict::kDoesNotHold);
  EXPECT_EQ(verdict_of(broken, "NTK and YaRN"), Verdict::kCannotBeTested);
  EXPECT_EQ(verdict_of(broken, "Zero generalization"), Verdict::kNotMeasured);
  const auto other = trained_claims(runs(0.0, 0.095), 64, 1024);
  EXPECT_EQ(verdict_of(other, "Works for longer sequences"), Verdict::kHolds);
  EXPECT_EQ(verdict_of(other, "Excellent extrapolation to long contexts"), Verdict::kUndecided);
  EXPECT_EQ(verdict_of(trained_claims(runs(0, -0.5), 64, 1024), "uses what the longer"),
            Verdict::kHolds);
}

TEST(Claims, OneSchemeAloneIsNoChoice) {
  const auto two = runs(0, 0);
  auto one = two;
  std::erase_if(one, [](const auto& run) { return run.key.scheme != "alibi"; });
  EXPECT_EQ(verdict_of(trained_claims(two, 64, 1024), "rarely affects"), Verdict::kHolds);
  EXPECT_EQ(verdict_of(trained_claims(one, 64, 1024), "rarely affects"), Verdict::kNotMeasured);
}

TEST(Claims, EveryOneNamesARuleAndACommandUnlessItCannotBeTested) {
  auto all = arithmetic_claims();
  const auto trained = trained_claims({}, 64, 1024);
  all.insert(all.end(), trained.begin(), trained.end());
  EXPECT_GT(all.size(), 25u);
  for (const Claim& c : all) {
    EXPECT_FALSE(c.statement.empty());
    EXPECT_FALSE(c.topic.empty());
    if (c.verdict == Verdict::kCannotBeTested) continue;
    EXPECT_FALSE(c.rule.empty()) << c.statement;
    EXPECT_FALSE(c.command.empty()) << c.statement;
  }
}

}  // namespace
}  // namespace whereabouts
