#include "util/visible.h"

#include <gtest/gtest.h>

#include <sstream>

#include "text/utf8.h"

namespace whereabouts {
namespace {

std::string utf8(char32_t c) {
  std::string text;
  append_utf8(text, c);
  return text;
}

TEST(Visible, LeavesTextAsItIs) {
  const std::string text = "größe\tдом 日本 😀\n e\xCC\x81 \xC2\xA0 \xE2\x80\x8B\n";
  EXPECT_EQ(visible(text), text);
  EXPECT_EQ(visible(""), "");
  EXPECT_EQ(visible("a\tb\n", true), "a<U+0009>b<U+000A>");
}

TEST(Visible, MarksWhatATerminalActsOn) {
  EXPECT_EQ(visible("\x1b[31mred\a\b\r\x7F"), "<U+001B>[31mred<U+0007><U+0008><U+000D><U+007F>");
  EXPECT_EQ(visible(std::string("a\0b", 3)), "a<U+0000>b");
  EXPECT_EQ(visible("\xC2\x9B"
                    "2J"),
            "<U+009B>2J");
  EXPECT_EQ(visible("gpj.\xE2\x80\xAE exe"), "gpj.<U+202E> exe");
}

TEST(Visible, MarksTheseCodePointsAndNoOthers) {
  const auto expected = [](char32_t c) {
    const bool control = (c < 0x20 && c != U'\n' && c != U'\t') || (c >= 0x7F && c <= 0x9F);
    const bool direction = c == 0x61C || c == 0x200E || c == 0x200F ||
                           (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
    return control || direction;
  };
  for (char32_t c = 0; c < 0x3000; ++c) {
    EXPECT_EQ(steers_terminal(c), expected(c)) << static_cast<unsigned>(c);
    EXPECT_EQ(visible(utf8(c)) != utf8(c), expected(c)) << static_cast<unsigned>(c);
  }
}

TEST(Visible, MarksEachByteThatIsNoUtf8) {
  EXPECT_EQ(visible("\x9B"
                    "2J"),
            "<0x9B>2J");
  EXPECT_EQ(visible("\xC3"), "<0xC3>");
  EXPECT_EQ(visible("\xC0\x9B"), "<0xC0><0x9B>");            // an overlong ESC
  EXPECT_EQ(visible("\xE0\x80\x9B"), "<0xE0><0x80><0x9B>");  // another
  EXPECT_EQ(visible("\xED\xA0\x80"), "<0xED><0xA0><0x80>");  // a surrogate
  EXPECT_EQ(visible("\xF4\x90\x80\x80x"), "<0xF4><0x90><0x80><0x80>x");
}

TEST(VisibleOnTerminal, LeavesOtherStreamsAlone) {
  std::ostringstream out;
  std::streambuf* const before = out.rdbuf();
  {
    const VisibleOnTerminal guard(out, -1);
    EXPECT_EQ(out.rdbuf(), before);
    out << "\x1b[0m";
  }
  EXPECT_EQ(out.str(), "\x1b[0m");
}

}  // namespace
}  // namespace whereabouts
