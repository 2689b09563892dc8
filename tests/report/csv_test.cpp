#include "report/csv.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>

#include "decimal_comma.h"
#include "util/check.h"

namespace whereabouts {
namespace {

TEST(Number, ShortestReadsBackAndFixedHasItsDecimals) {
  EXPECT_EQ(shortest(0.1), "0.1");
  EXPECT_EQ(shortest(0.1f), "0.1");
  EXPECT_EQ(std::stod(shortest(1.0 / 3)), 1.0 / 3);
  EXPECT_EQ(shortest(-std::numeric_limits<double>::quiet_NaN()), "nan");
  EXPECT_EQ(format_fixed(2.5, 2), "2.50");
  EXPECT_EQ(format_fixed(-0.001, 2), "0.00");
  EXPECT_EQ(format_fixed(-0.01, 2), "-0.01");
  EXPECT_EQ(format_fixed(-INFINITY, 2), "-inf");
  EXPECT_EQ(format_fixed(std::numeric_limits<double>::max(), 1).size(), 311u);
}

TEST(Csv, QuotesWhereNeeded) {
  Csv csv({"name", "value"});
  csv.row("a<b & \"c\"", 1);
  csv.row("one, two", 0.5);
  csv.row(std::string("two\nlines"), 2u);
  csv.row(" edge", "");
  EXPECT_EQ(csv.text(),
            "name,value\n"
            "\"a<b & \"\"c\"\"\",1\n"
            "\"one, two\",0.5\n"
            "\"two\nlines\",2\n"
            "\" edge\",\n");
}

TEST(Csv, ARowOfAnotherWidthIsAProgrammersError) {
  Csv csv({"a", "b"});
  EXPECT_THROW(csv.row(1), std::invalid_argument);
  EXPECT_EQ(csv.text(), "a,b\n");
}

TEST(Csv, SameBytesInEveryLocale) {
  const auto text = [] {
    Csv csv({"x", "y", "z", "n"});
    csv.row(1234.5, 0.25f, format_fixed(3.14159, 3), 1234567);
    return csv.text();
  };
  const std::string expected = "x,y,z,n\n1234.5,0.25,3.142,1234567\n";
  EXPECT_EQ(text(), expected);
  const DecimalComma in_use;
  EXPECT_EQ(text(), expected);
}

TEST(Csv, CellsOfALineAreReadAsTheyWereWritten) {
  const std::vector<std::string> cells = {"alibi, 4 heads", "a \"b\"", "", " edge", "0.5"};
  Csv csv({"a", "b", "c", "d", "e"});
  csv.add(cells);
  const std::string line = csv.text().substr(csv.text().find('\n') + 1);
  EXPECT_EQ(csv_cells(line.substr(0, line.size() - 1)), cells);
  EXPECT_EQ(csv_cells("x,y\r"), (std::vector<std::string>{"x", "y"}));
}

}  // namespace
}  // namespace whereabouts
