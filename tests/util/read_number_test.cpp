#include "util/read_number.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <string>

#include "decimal_comma.h"
#include "report/number.h"
#include "util/random.h"

namespace whereabouts {
namespace {

using namespace std::string_view_literals;

// What `text` reads as; the message of a failed comparison names both.
std::string read_as(std::string_view text) {
  double value = 17;
  const std::errc error = read_number(text, value);
  if (error == std::errc()) return shortest(value);
  EXPECT_EQ(value, 17) << "changed although \"" << text << "\" was refused";
  return error == std::errc::invalid_argument ? "not a number" : "out of range";
}

TEST(ReadNumber, TakesWhatPeopleAndProgramsWrite) {
  EXPECT_EQ(read_as("12"), "12");
  EXPECT_EQ(read_as("-0.5"), "-0.5");
  EXPECT_EQ(read_as(".5"), "0.5");
  EXPECT_EQ(read_as("5."), "5");
  EXPECT_EQ(read_as("-0"), "-0");
  EXPECT_EQ(read_as("007.50"), "7.5");
  EXPECT_EQ(read_as("1e3"), "1000");
  EXPECT_EQ(read_as("1E+3"), "1000");
  EXPECT_EQ(read_as("25e-01"), "2.5");
  EXPECT_EQ(read_as("inf"), "inf");
  EXPECT_EQ(read_as("-inf"), "-inf");
  EXPECT_EQ(read_as("nan"), "nan");
}

TEST(ReadNumber, RefusesEverythingElse) {
  for (const std::string_view text :
       {""sv,      " 1"sv,       "1 "sv,   "\t1"sv,    "1\n"sv,  "+1"sv,    "--1"sv,     "-"sv,
        "."sv,     "-."sv,       ".e1"sv,  "1e"sv,     "1e+"sv,  "e5"sv,    "1e1.5"sv,   "1,5"sv,
        "1.5.2"sv, "1_0"sv,      "0x10"sv, "0x1p3"sv,  "1f"sv,   "12abc"sv, "1\0"sv,     "1\0002"sv,
        "INF"sv,   "infinity"sv, "NaN"sv,  "nan(1)"sv, "+inf"sv, "1d3"sv,   "\xD9\xA1"sv}) {
    EXPECT_EQ(read_as(text), "not a number") << '"' << text << '"';
  }
}

TEST(ReadNumber, RoundsToTheNearest) {
  EXPECT_EQ(read_as("1.7976931348623157e308"), "1.7976931348623157e+308");
  EXPECT_EQ(read_as("1.7976931348623158e308"), "1.7976931348623157e+308");
  EXPECT_EQ(read_as("1.7976931348623159e308"), "out of range");
  EXPECT_EQ(read_as("-1e999"), "out of range");
  EXPECT_EQ(read_as("1e99999999999999999999"), "out of range");
  EXPECT_EQ(read_as("0e99999999999999999999"), "0");
  EXPECT_EQ(read_as("5e-324"), "5e-324");
  EXPECT_EQ(read_as("2.2250738585072011e-308"), "2.225073858507201e-308");
  EXPECT_EQ(read_as("1e-400"), "0");
  // Half way between two neighbours the even one is taken, and a digit far behind decides.
  EXPECT_EQ(read_as("9007199254740993"), "9007199254740992");
  EXPECT_EQ(read_as("9007199254740993." + std::string(800, '0') + "1"), "9007199254740994");
  EXPECT_EQ(read_as("0." + std::string(400, '0') + "1e401"), "1");
}

TEST(ReadNumber, ReadsBackWhatShortestWrites) {
  Random random(1);
  for (int i = 0; i < 20'000; ++i) {
    const double x = std::bit_cast<double>(random.next());
    const float y = std::bit_cast<float>(static_cast<std::uint32_t>(random.next()));
    double x_again = 0;
    float y_again = 0;
    ASSERT_EQ(read_number(shortest(x), x_again), std::errc()) << shortest(x);
    ASSERT_EQ(read_number(shortest(y), y_again), std::errc()) << shortest(y);
    ASSERT_TRUE(x_again == x || (std::isnan(x_again) && std::isnan(x))) << shortest(x);
    ASSERT_TRUE(y_again == y || (std::isnan(y_again) && std::isnan(y))) << shortest(y);
  }
}

TEST(ReadNumber, RoundsOnceToAFloat) {
  // Through a double it would be 1: that lies half way between 1 and the next float.
  float value = 0;
  EXPECT_EQ(read_number("1.00000005960464477539062500000001", value), std::errc());
  EXPECT_EQ(value, std::nextafter(1.0f, 2.0f));
  EXPECT_EQ(read_number("1e39", value), std::errc::result_out_of_range);
}

TEST(ReadNumber, IsTheSameInEveryLocale) {
  const DecimalComma in_use;
  EXPECT_EQ(read_as("1.5"), "1.5");
  EXPECT_EQ(read_as("1,5"), "not a number");
}

TEST(ReadNumber, WholeNumbers) {
  int small = 17;
  std::uint64_t large = 17;
  EXPECT_EQ(read_number("-12", small), std::errc());
  EXPECT_EQ(small, -12);
  EXPECT_EQ(read_number("18446744073709551615", large), std::errc());
  EXPECT_EQ(large, std::numeric_limits<std::uint64_t>::max());
  EXPECT_EQ(read_number("00fF", large, 16), std::errc());
  EXPECT_EQ(large, 255u);
  EXPECT_EQ(read_number("2147483648", small), std::errc::result_out_of_range);
  EXPECT_EQ(read_number("2147483648x", small), std::errc::invalid_argument);
  for (const std::string_view text : {"", "+1", " 1", "1.0", "1e3", "0x1", "nan"})
    EXPECT_EQ(read_number(text, small), std::errc::invalid_argument) << text;
  EXPECT_EQ(small, -12);
  EXPECT_EQ(large, 255u);
}

}  // namespace
}  // namespace whereabouts
