#include "experiment/claims.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "experiment/arithmetic_claims.h"
#include "report/number.h"

namespace whereabouts {
namespace {

Verdict judged(const BySeed& values, const Limit& limit) {
  return Claim{"topic", "statement", "rule", values, limit}.verdict();
}

TEST(Claims, AVerdictNeedsEverySeed) {
  EXPECT_EQ(judged({{0, 0.01}, {1, 0.02}, {2, 0.1}}, at_most(0.1)), Verdict::kHolds);
  EXPECT_EQ(judged({{0, 0.2}, {1, 0.3}}, at_most(0.1)), Verdict::kDoesNotHold);
  EXPECT_EQ(judged({{0, 0.05}, {1, 0.3}}, at_most(0.1)), Verdict::kUndecided);
  EXPECT_EQ(judged({}, at_most(0.1)), Verdict::kNotMeasured);
  EXPECT_EQ(judged({{0, 1}, {1, 1.2}}, at_least(1)), Verdict::kHolds);
  EXPECT_EQ(judged({{0, 3}, {1, 3}}, exactly(3)), Verdict::kHolds);
  EXPECT_EQ(judged({{0, 3}, {1, 2}}, exactly(3)), Verdict::kUndecided);
}

TEST(Claims, ATieIsNeitherFewerNorMore) {
  EXPECT_EQ(judged({{0, 0}}, below(0)), Verdict::kDoesNotHold);
  EXPECT_EQ(judged({{0, 0}}, above(0)), Verdict::kDoesNotHold);
  EXPECT_EQ(judged({{0, 0}, {1, -1}}, below(0)), Verdict::kUndecided);
  EXPECT_EQ(judged({{0, 0}, {1, 1}}, above(0)), Verdict::kUndecided);
}

TEST(Claims, ANumberThatIsNoneKeepsNoLimit) {
  for (const Limit& limit : {below(0), at_most(0), exactly(0), at_least(0), above(0)})
    EXPECT_EQ(judged({{0, NAN}}, limit), Verdict::kDoesNotHold);
}

TEST(Claims, AFigureTellsTheSpreadAndTheSeeds) {
  const Claim three{"t", "s", "r", {{0, 2.5}, {1, 2.25}, {7, 2.75}}, below(0), "gap", "; more"};
  EXPECT_EQ(three.figure(), "gap 2.50 (2.25 to 2.75), 3 seeds, mean 2.50 ± 0.62; more");
  const Claim one{"t", "s", "r", {{4, 1}}, below(0), "gap"};
  EXPECT_EQ(one.figure(), "gap 1.00, one seed only");
  EXPECT_EQ((Claim{"t", "s", "r", {}, below(0), "gap", "; more"}.figure()), "");
}

TEST(Claims, WhatIsPairedHasTheSameSeed) {
  const BySeed a = {{0, 10}, {1, 20}, {3, 40}}, b = {{1, 1}, {2, 2}, {3, 3}}, c = {{3, 7}, {0, 9}};
  EXPECT_EQ(paired(std::minus(), a, b), (BySeed{{1, 19}, {3, 37}}));
  const auto over_smaller = [](double x, double y, double z) { return x - std::min(y, z); };
  EXPECT_EQ(paired(over_smaller, a, b, c), (BySeed{{3, 37}}));
  EXPECT_TRUE(paired(std::minus(), a, BySeed{}).empty());
}

TEST(Claims, TheArithmeticIsRight) {
  EXPECT_LT(order_blindness(false, 2), 1e-4);
  EXPECT_LT(order_blindness(true, 1), 1e-4);
  EXPECT_GT(order_blindness(true, 2), 0.05);
  EXPECT_LT(shift_error(200, 7, 32), 1e-5);
  // The module's worked exercise: q = k = (1, 0), cos 2 at (0, 2) and at (3, 5).
  const Tensor scores = rope_scores(Tensor({2}, {1, 0}), Tensor({2}, {1, 0}), {0, 3}, {2, 5});
  EXPECT_NEAR(scores.data()[0], -0.4161, 1e-4);
  EXPECT_NEAR(scores.data()[3], -0.4161, 1e-4);
  EXPECT_NEAR(scores.data()[1], std::cos(5), 1e-6);
  const Tensor given = cosine_snippet(Tensor({2, 4}, {1, 1, 1, 1, 2, 2, 2, 2}));
  EXPECT_NEAR(given.data()[2], std::cos(0.5), 1e-6);
  EXPECT_NEAR(given.data()[6], 2 * std::cos(0.5), 1e-6) << "no position enters it";
  const std::vector<double> snippet = snippet_weights(7), own = alibi_weights(7);
  EXPECT_NEAR(snippet.front() / snippet.back(), std::exp(0.7), 1e-5) << "far keys win";
  EXPECT_NEAR(own.back() / own.front(), std::exp(0.7), 1e-5) << "near keys win";
  EXPECT_NEAR(std::accumulate(own.begin(), own.end(), 0.0), 1, 1e-6);
  EXPECT_EQ(relative_position(5, 2), 3);
  EXPECT_EQ(relative_position(2, 5), -3);
  EXPECT_EQ(relative_position(4, 4), 0);
}

Run run_of(const std::string& scheme, std::uint64_t seed, const std::vector<int>& lengths,
           const std::function<double(int length)>& bits) {
  Run run;
  run.key = {"text", scheme, seed};
  for (const int length : lengths)
    run.rows.push_back({scheme, seed, "fixed", length, bits(length), 6144});
  return run;
}

using Runs = std::vector<Run>;  // inside of a test, Run is something else

Runs runs(double sinusoidal_gap, double alibi_gap) {
  Runs all;
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    for (const auto& [scheme, gap] :
         {std::pair<std::string, double>{"sinusoidal", sinusoidal_gap}, {"alibi", alibi_gap}}) {
      all.push_back(run_of(scheme, seed, {64, 128, 1024}, [&, gap = gap](int length) {
        return 2.5 + (length == 64 ? 0 : gap + 0.01 * static_cast<double>(seed));
      }));
      for (const int length : {64, 128, 1024})
        all.back().rows.push_back({scheme, seed, "cropped", length, 2.5, 6144});
    }
  }
  return all;
}

Run with_size(const std::string& scheme, std::uint64_t seed, double size) {
  Run run;
  run.key = {"text", scheme, seed};
  for (const char* note : {"parameters", "reading_bytes"}) run.notes[note] = size;
  return run;
}

// A run on the task copy, with the share of characters that is right at lengths 12 and 24.
Run copied(const std::string& scheme, double at_12, double at_24) {
  Run run;
  run.key = {"copy", scheme, 0};
  for (const auto& [length, right] : {std::pair{12, at_12}, {24, at_24}})
    run.rows.push_back({scheme, 0, "copy", length, 1, 100, "character", 0, 0, right});
  return run;
}

Claim claim_of(const std::vector<Claim>& claims, const std::string& statement) {
  for (const Claim& c : claims)
    if (c.statement.find(statement) != std::string::npos) return c;
  ADD_FAILURE() << "no claim " << statement;
  return {};
}
Verdict verdict_of(const std::vector<Claim>& claims, const std::string& statement) {
  return claim_of(claims, statement).verdict();
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

TEST(Claims, SchemesAreComparedSeedBySeed) {
  // t5 has seeds 0 and 1, the others 1 alone: by their places in a list, seed 0 would meet seed 1.
  const auto with_gap = [](const std::string& scheme, std::uint64_t seed, double gap) {
    return run_of(scheme, seed, {64, 1024}, [=](int length) { return length == 64 ? 2 : 2 + gap; });
  };
  Runs all = {with_gap("t5", 0, 3), with_gap("t5", 1, 0.5), with_gap("sinusoidal", 1, 2),
              with_gap("learned", 1, 1), with_gap("learned", 0, 1)};
  Claim claim = claim_of(trained_claims(all, 64, 1024), "Better generalization\" (t5)");
  EXPECT_EQ(claim.looked_at, (BySeed{{1, -0.5}}));
  EXPECT_EQ(claim.verdict(), Verdict::kHolds);
  // The worst against the best of all schemes: seed 0 lacks sinusoidal, so it does not count.
  double right = 0.5;
  for (auto& run : all) run.rows[0].accuracy = right += 0.01;
  claim = claim_of(trained_claims(all, 64, 1024), "rarely affects");
  ASSERT_EQ(claim.looked_at.size(), 1u);
  EXPECT_NEAR(claim.looked_at.at(1), 2, 1e-9);
  // Notes too.
  const Runs sizes = {with_size("alibi", 0, 200), with_size("alibi", 1, 80),
                      with_size("none", 1, 80)};
  const auto claims = trained_claims(sizes, 64, 1024);
  EXPECT_EQ(claim_of(claims, "memory efficient").looked_at, (BySeed{{1, 1.0}}));
  EXPECT_EQ(verdict_of(claims, "no learned parameters"), Verdict::kHolds);
  EXPECT_EQ(verdict_of(claims, "memory efficient"), Verdict::kHolds);
}

TEST(Claims, EqualBitsAreNotFewer) {
  const auto flat = [](int) { return 2.0; };
  const Runs equal = {run_of("learned", 0, {64, 1024}, flat),
                      run_of("sinusoidal", 0, {64, 1024}, flat),
                      run_of("alibi", 0, {64, 1024}, flat)};
  const auto claims = trained_claims(equal, 64, 1024);
  EXPECT_EQ(verdict_of(claims, "Often improves"), Verdict::kDoesNotHold);
  EXPECT_EQ(verdict_of(claims, "Better generalization\" (alibi)"), Verdict::kDoesNotHold);
}

TEST(Claims, AMissingSchemeIsNotMeasured) {
  for (const Claim& c : trained_claims({}, 64, 1024)) {
    EXPECT_EQ(c.verdict(), c.limit ? Verdict::kNotMeasured : Verdict::kCannotBeTested)
        << c.statement;
  }
}

TEST(Claims, ThoseOfThePapersFollowTheNumbersToo) {
  const auto papers = paper_claims(runs(2.0, 0.0), 64, 1024);  // rope breaks, alibi stays flat
  EXPECT_EQ(verdict_of(papers, "beyond training its loss climbs"), Verdict::kNotMeasured);
  const auto bits = [](double at_home, double far) {
    return [=](int length) { return length == 64 ? at_home : far; };
  };
  const Runs all = {run_of("rope", 0, {64, 128, 1024}, bits(2, 4)),
                    run_of("alibi", 0, {64, 128, 1024}, bits(2.5, 2.6)),
                    run_of("kerple-log", 0, {64, 128, 1024}, bits(2.5, 2.5)),
                    run_of("sinusoidal", 0, {64, 128, 1024}, bits(2.4, 5))};
  const auto more = paper_claims(all, 64, 1024);
  EXPECT_EQ(verdict_of(more, "beyond training its loss climbs"), Verdict::kHolds);
  EXPECT_EQ(verdict_of(more, "no worse than sinusoidal positions"), Verdict::kDoesNotHold);
  EXPECT_EQ(verdict_of(more, "the logarithmic kernel is better than ALiBi"), Verdict::kHolds);
  EXPECT_EQ(verdict_of(more, "... and better than its power kernel"), Verdict::kNotMeasured);
  // A task that was not learned decides nothing.
  const std::vector<std::string> others = {"none", "sinusoidal", "rope", "alibi", "t5"};
  Runs tasks;
  for (const std::string& scheme : others) tasks.push_back(copied(scheme, 1, scheme == "none"));
  EXPECT_EQ(verdict_of(paper_claims(tasks, 64, 1024), "than with any of"), Verdict::kHolds);
  tasks.back() = copied("t5", 0.5, 0);
  EXPECT_EQ(verdict_of(paper_claims(tasks, 64, 1024), "than with any of"), Verdict::kUndecided);
  for (const Claim& c : more) {
    EXPECT_FALSE(c.rule.empty()) << c.statement;
    EXPECT_FALSE(c.not_tried.empty()) << c.statement;
  }
  EXPECT_GE(more.size(), 20u);
}

TEST(Claims, WhatNamesALengthIsJudgedAtThatLength) {
  const auto gap = [](int length) { return length > 80 ? 3.0 : 2.0; };
  const auto both = trained_claims({run_of("rope", 0, {64, 80, 128}, gap)}, 64, 128);
  EXPECT_EQ(verdict_of(both, "(1.25 times)"), Verdict::kHolds);
  EXPECT_EQ(verdict_of(both, "(twice)"), Verdict::kDoesNotHold);
  const auto far = trained_claims(
      {run_of("rope", 0, {64, 128}, gap), run_of("rope:scaling=ntk", 0, {64, 128}, gap)}, 64, 128);
  EXPECT_EQ(verdict_of(far, "(1.25 times)"), Verdict::kNotMeasured);
  EXPECT_EQ(verdict_of(far, "With ntk, retrofitted to 2 times"), Verdict::kDoesNotHold);
  EXPECT_EQ(verdict_of(far, "With ntk, retrofitted to 4 times"), Verdict::kNotMeasured);
}

TEST(Claims, ATaskThatWasNotLearnedDecidesNothing) {
  const std::string statement = "Position generalization is critical";
  const auto learned = trained_claims({copied("alibi", 1, 0.8), copied("rope", 0.9, 0.4)}, 64, 128);
  EXPECT_EQ(verdict_of(learned, statement), Verdict::kHolds);
  const Claim open = claim_of(
      trained_claims({copied("alibi", 1, 0.8), copied("rope", 0.89, 0.4)}, 64, 128), statement);
  EXPECT_EQ(open.verdict(), Verdict::kUndecided);
  EXPECT_NE(open.figure().find("At the trained length 12 rope has only 0.89 right"),
            std::string::npos)
      << open.figure();
  EXPECT_EQ(verdict_of(trained_claims({copied("alibi", 0, 0)}, 64, 128), statement),
            Verdict::kNotMeasured);
}

// A number is named as it is, as a percentage above 1, or in the words below.
bool names(const std::string& rule, double limit) {
  std::vector<std::string> ways = {shortest(std::abs(limit)),
                                   format_fixed(100 * (limit - 1), 0) + " % more"};
  if (limit == 0) ways = {"fewer", "more", "smaller", "as many", "as good", "most"};
  if (limit == 0.5) ways = {"half"};
  if (limit == 1e-4) ways = {"rounding"};
  return std::ranges::any_of(
      ways, [&](const std::string& way) { return rule.find(way) != std::string::npos; });
}

TEST(Claims, EveryOneNamesItsLimitAndACommandUnlessItCannotBeTested) {
  auto all = arithmetic_claims();
  for (const Claim& c : all) {
    EXPECT_TRUE(c.verdict() == Verdict::kHolds || c.verdict() == Verdict::kDoesNotHold)
        << c.statement;
  }
  const auto trained = trained_claims({}, 64, 1024);
  all.insert(all.end(), trained.begin(), trained.end());
  EXPECT_GT(all.size(), 25u);
  for (const Claim& c : all) {
    EXPECT_FALSE(c.statement.empty());
    EXPECT_FALSE(c.topic.empty());
    if (!c.limit) continue;
    EXPECT_TRUE(names(c.rule, c.limit->limit)) << c.statement << ": " << c.rule;
    EXPECT_FALSE(c.command.empty()) << c.statement;
  }
}

}  // namespace
}  // namespace whereabouts
