#include "text/json.h"

#include <gtest/gtest.h>

#include "util/check.h"

namespace whereabouts {
namespace {

std::string read_string(const std::string& text) {
  JsonReader json(text, "x");
  const std::string value = json.string();
  json.finish();
  return value;
}

std::uint64_t read_natural(const std::string& text) {
  JsonReader json(text, "x");
  const std::uint64_t value = json.natural();
  json.finish();
  return value;
}

TEST(Json, StringsReadBackAsTheyWereWritten) {
  std::string all;
  for (char c = 1; c < 127; ++c) all += c;
  for (const std::string& text :
       {std::string(), all, std::string("\0nul", 4), std::string("é\"\\/ 😀"), std::string("\n\t")})
    EXPECT_EQ(read_string(json_quoted(text)), text);
}

TEST(Json, EscapesMeanWhatTheStandardSays) {
  EXPECT_EQ(read_string(R"("\"\\\/\b\f\n\r\t")"), "\"\\/\b\f\n\r\t");
  EXPECT_EQ(read_string(R"("\u0041\u00e9\ud83d\ude00\u0000x")"), std::string("Aé😀\0x", 9));
}

TEST(Json, WhatIsNoStringIsRefused) {
  for (const char* text :
       {"", "\"", "a", "\"a", "\"\\\"", "\"\\x\"", "\"\\u12\"", "\"\\u12g4\"", "\"\\ud83d\"",
        "\"\\ude00\"", "\"\\ud83d\\u0041\"", "\"a\nb\"", "\"a\"b", "\"\\"})
    EXPECT_THROW(read_string(text), UserError) << text;
}

TEST(Json, NaturalNumbersAreDigitsAlone) {
  EXPECT_EQ(read_natural("0"), 0u);
  EXPECT_EQ(read_natural(" 18446744073709551615 "), UINT64_MAX);
  for (const char* text : {"", "-1", "+1", "1.0", "1e3", "007", "18446744073709551616", "x", "1x"})
    EXPECT_THROW(read_natural(text), UserError) << text;
}

TEST(Json, ObjectsAndArraysCallBackInOrder) {
  JsonReader json(R"( { "a" : [1, 2,3] , "b":{}, "a":[] } )", "x");
  std::string seen;
  json.object([&](const std::string& key) {
    seen += key + ":";
    if (key == "b") return json.object([](const std::string&) { FAIL(); });
    json.array([&] { seen += std::to_string(json.natural()); });
  });
  json.finish();
  EXPECT_EQ(seen, "a:123b:a:");
}

TEST(Json, ATrailingCommaOrAMissingBracketIsRefusedWithItsPlace) {
  for (const char* text : {"[1,]", "[1", "[,1]", "[1 2]", "1]"}) {
    JsonReader json(text, "the list");
    try {
      json.array([&] { json.natural(); });
      FAIL() << text;
    } catch (const UserError& error) {
      EXPECT_EQ(std::string(error.what()).find("the list is damaged: at byte "), 0u)
          << error.what();
    }
  }
}

}  // namespace
}  // namespace whereabouts
