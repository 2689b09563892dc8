#include "bench/figures.h"

#include <gtest/gtest.h>

namespace whereabouts {
namespace {

TEST(Figures, AreTheMedianAndTheQuartilesPerSecond) {
  const Figure f = figure_of("steps", 100, {5, 1, 2, 4, 10}, 1000);
  EXPECT_EQ(f, (Figure{"steps", 25, 20, 50, 1000}));
}

TEST(Figures, WhatWasMeasuredOnceIsKnownToATenth) {
  const Figure f = figure_of("a build", 1, {0.5}, 1);
  EXPECT_EQ(f.median, 2);
  EXPECT_DOUBLE_EQ(f.low, 1.8);
  EXPECT_DOUBLE_EQ(f.high, 2.2);
}

TEST(Figures, ALongerTimeIsSlower) {
  const auto build = [](double seconds) { return figure_of("a build", 1, {seconds}, 1); };
  EXPECT_EQ(slower({build(40)}, {build(60)}), std::vector<std::string>{"a build: 33 % slower"});
  EXPECT_TRUE(slower({build(40)}, {build(44)}).empty());
  EXPECT_TRUE(slower({build(40)}, {build(20)}).empty());
}

TEST(Figures, ReadBackAsTheyWereWritten) {
  const std::vector<Figure> figures = {{"a step", 1.5, 1.25, 0.1 + 0.2, 1e11}, {"b", 2, 1, 3, 4}};
  EXPECT_EQ(figures_from_csv(figures_to_csv(figures), "x.csv"), figures);
}

TEST(Figures, AnotherFileIsRefusedByNamingWhatIsWrong) {
  const auto refusal = [](const std::string& text) -> std::string {
    try {
      figures_from_csv(text, "x.csv");
    } catch (const UserError& e) {
      return e.what();
    }
    return "accepted";
  };
  const std::string header = "figure,per_second,low,high,peak\n";
  EXPECT_EQ(refusal("step,loss\n1,2\n"), "x.csv: this is not a file of make bench");
  EXPECT_EQ(refusal(header), "x.csv: there are no figures in it");
  EXPECT_EQ(refusal(header + "a,1,2,x,4\n"),
            "x.csv, line 2: expected a name and four numbers, found a,1,2,x,4");
  EXPECT_EQ(refusal(header + "a,1,2,3\n"),
            "x.csv, line 2: expected a name and four numbers, found a,1,2,3");
}

TEST(Figures, SlowerIsWhatLeavesTheNoise) {
  const std::vector<Figure> before = {{"a", 100, 98, 102, 1000}, {"gone", 1, 1, 1, 1}};
  const auto now = [&](double median, double low, double high, double peak = 1000) {
    return slower(before, {{"a", median, low, high, peak}, {"new", 1, 1, 1, 1}}).size();
  };
  EXPECT_EQ(now(100, 98, 102), 0u);
  EXPECT_EQ(now(90, 80, 99), 0u);           // the quartiles overlap
  EXPECT_EQ(now(96, 95, 97), 0u);           // less than a twentieth
  EXPECT_EQ(now(90, 88, 92), 1u);           // slower
  EXPECT_EQ(now(50, 49, 51, 500), 0u);      // on a machine half as fast
  EXPECT_EQ(now(120, 118, 122, 2000), 1u);  // on one twice as fast
  EXPECT_EQ(slower(before, {{"a", 75, 74, 76, 1000}}),
            std::vector<std::string>{"a: 25 % slower against the machine's peak"});
}

}  // namespace
}  // namespace whereabouts
