#include "text/utf8.h"

#include <gtest/gtest.h>

#include <string>

#include "util/check.h"

namespace whereabouts {
namespace {

using namespace std::string_literals;

// The message of the UserError that decoding must throw.
std::string refusal(const std::string& bytes) {
  try {
    decode_utf8(bytes, "it");
  } catch (const UserError& error) {
    return error.what();
  }
  ADD_FAILURE() << "nothing was thrown";
  return "";
}

TEST(Utf8, EveryCodePointSurvivesTheRoundTrip) {
  std::string bytes;
  std::vector<char32_t> all;
  for (char32_t c = 0; c <= 0x10FFFF; ++c) {
    if (c == 0xD800) c = 0xE000;
    all.push_back(c);
    append_utf8(bytes, c);
  }
  EXPECT_EQ(decode_utf8(bytes, "it"), all);
}

TEST(Utf8, TheBoundariesOfEachLengthAreEncodedAsTheStandardSays) {
  std::string bytes;
  for (char32_t c : {0x7F, 0x80, 0x7FF, 0x800, 0xFFFF, 0x10000, 0x10FFFF}) append_utf8(bytes, c);
  EXPECT_EQ(bytes, "\x7F\xC2\x80\xDF\xBF\xE0\xA0\x80\xEF\xBF\xBF\xF0\x90\x80\x80\xF4\x8F\xBF\xBF"s);
  EXPECT_THROW(append_utf8(bytes, 0xD800), std::invalid_argument);
  EXPECT_THROW(append_utf8(bytes, 0x110000), std::invalid_argument);
}

TEST(Utf8, RefusalNamesTheByteAndItsOffset) {
  EXPECT_NE(refusal("caf\xE9 noir").find("byte 0xE9 at offset 3"), std::string::npos);
  EXPECT_NE(refusal("caf\xE9").find("0xE9 at offset 3 begins a character that is cut off"),
            std::string::npos);
  EXPECT_NE(refusal("ab\xE2\x82").find("0xE2 at offset 2"), std::string::npos);
  EXPECT_NE(refusal("\x80").find("0x80 at offset 0 cannot begin"), std::string::npos);
  EXPECT_NE(refusal("a\xFF").find("0xFF at offset 1"), std::string::npos);
}

TEST(Utf8, OverlongFormsSurrogatesAndHugeValuesAreRefused) {
  for (const auto& bytes :
       {"\xC0\x80"s, "\xC1\xBF"s, "\xE0\x80\x80"s, "\xE0\x9F\xBF"s, "\xF0\x8F\xBF\xBF"s,
        "\xED\xA0\x80"s, "\xED\xBF\xBF"s, "\xF4\x90\x80\x80"s, "\xF5\x80\x80\x80"s}) {
    EXPECT_NE(refusal("ok" + bytes).find("at offset 2"), std::string::npos);
  }
}

TEST(Utf8, DescribeShowsWhatCanBeSeen) {
  EXPECT_EQ(describe(U'\u00e9'), "'\xC3\xA9' (U+00E9)");
  EXPECT_EQ(describe(U'\n'), "U+000A");
  EXPECT_EQ(describe(U'\U0001F98A'), "'\xF0\x9F\xA6\x8A' (U+01F98A)");
}

}  // namespace
}  // namespace whereabouts
