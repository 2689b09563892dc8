#include "evaluate/results.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <sstream>

#include "helpers.h"

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

}  // namespace
}  // namespace whereabouts
