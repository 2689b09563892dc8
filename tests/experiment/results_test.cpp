#include "experiment/results.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <sstream>

#include "helpers.h"
#include "util/check.h"

namespace whereabouts {
namespace {

TEST(Spread, IsTheMedianAndTheExtremes) {
  const Spread odd = spread({3, 1, 2});
  EXPECT_EQ(odd.median, 2);
  EXPECT_EQ(odd.low, 1);
  EXPECT_EQ(odd.high, 3);
  EXPECT_EQ(spread({4, 1, 2, 3}).median, 2.5);
  EXPECT_EQ(spread({7}).median, 7);
  expect_misuse([] { spread(std::vector<double>{}); }, "at least one value");
}

TEST(Spread, OfWhatIsNoNumberIsNone) {
  for (const std::vector<double>& values :
       {std::vector<double>{NAN}, {3, NAN, 1}, {NAN, 3, 1}, {3, 1, NAN}}) {
    const Spread s = spread(values);
    EXPECT_TRUE(std::isnan(s.median) && std::isnan(s.low) && std::isnan(s.high));
  }
  EXPECT_EQ(spread({1, INFINITY, 2}).high, INFINITY);
}

TEST(Spread, TakesOnlyTheRowsAskedFor) {
  const std::vector<ResultRow> rows = {{"rope", 0, "fixed", 64, 2.0, 32},
                                       {"rope", 1, "fixed", 64, 3.0, 32},
                                       {"rope", 0, "fixed", 128, 9.0, 32},
                                       {"rope", 0, "windows", 64, 9.0, 32},
                                       {"t5", 0, "fixed", 64, 9.0, 32}};
  EXPECT_EQ(spread(rows, "rope", "fixed", 64).median, 2.5);
  expect_misuse([&] { spread(rows, "rope", "fixed", 256); },
                "nothing was measured for rope, fixed, length 256");
}

TEST(Results, AreWrittenUnderTheFixedHeader) {
  const std::string path = testing::TempDir() + "whereabouts_results_test.csv";
  save_results({{"rope:base=500", 7, "fixed", 64, 2.12345, 6144}}, path);
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  EXPECT_EQ(
      text.str(),
      "scheme,seed,protocol,length,bits_per_char,scored\nrope:base=500,7,fixed,64,2.1235,6144\n");
}

TEST(Results, SpreadsAndDifferencesAreTakenOverTheSeeds) {
  std::vector<ResultRow> rows;
  const double home[] = {2.0, 3.0, 2.5}, far[] = {2.1, 3.4, 2.55};
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    rows.push_back({"rope", seed, "fixed", 64, home[seed], 1});
    rows.push_back({"rope", seed, "fixed", 128, far[seed], 1});
  }
  rows.push_back({"rope", 3, "fixed", 128, 9.0, 1});  // has no partner at 64
  const Spread s = spread(rows, "rope", "fixed", 64);
  EXPECT_EQ(s.median, 2.5);
  EXPECT_EQ(s.low, 2.0);
  EXPECT_EQ(s.high, 3.0);
  const std::vector<double> gaps = differences(rows, {"rope", "fixed", 128}, {"rope", "fixed", 64});
  ASSERT_EQ(gaps.size(), 3u);
  EXPECT_NEAR(spread(gaps).median, 0.1, 1e-12);
  EXPECT_NEAR(spread(gaps).high, 0.4, 1e-12);
  EXPECT_EQ(text_of(s, 2), "2.50 (2.00 to 3.00)");
  EXPECT_EQ(text_of({1, 1.001, 1}, 2), "1.00");
  EXPECT_EQ(spread({1, 4}).median, 2.5);
  EXPECT_THROW(spread({}), std::invalid_argument);
  EXPECT_THROW(spread(rows, "alibi", "fixed", 64), std::invalid_argument);
}

TEST(Results, EveryColumnComesBack) {
  const std::vector<ResultRow> rows = {
      {"rope:base=500", 18446744073709551615ull, "fixed", 64, 1.0 / 3, 6144},
      {"t5", 1, "names", 1024, 1e-9, 12, "seen", 16, 31, 0.75}};
  EXPECT_EQ(rows_from(all_columns(rows), "here"), rows);
  std::vector<ResultRow> named = {rows[0]};
  named[0].scheme = "alibi, \"4\" heads";  // quoted in the file
  EXPECT_EQ(rows_from(all_columns(named), "here"), named);
  EXPECT_THROW(rows_from("scheme,seed\n", "here"), UserError);
  EXPECT_THROW(rows_from(all_columns(rows) + "a,b\n", "here"), UserError);
  EXPECT_THROW(rows_from(all_columns(rows) + "a,x,fixed,64,1,1,,0,0,0\n", "here"), UserError);
}

}  // namespace
}  // namespace whereabouts
