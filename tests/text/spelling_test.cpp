#include "text/spelling.h"

#include <gtest/gtest.h>

#include "text/text.h"
#include "util/check.h"

namespace whereabouts {
namespace {

std::string refusal(const Text& text, const std::string& prompt) {
  try {
    encode(text.vocabulary, prompt);
  } catch (const UserError& error) {
    return error.what();
  }
  return "";
}

// Values from the Unicode character database.
TEST(Spelling, LettersAreTakenApartAndPutTogether) {
  EXPECT_EQ(fully_apart(U'ü'), U"u\u0308");
  EXPECT_EQ(fully_apart(U'Å'), U"A\u030A");
  EXPECT_EQ(fully_apart(U'ç'), U"c\u0327");
  EXPECT_EQ(fully_apart(U'ş'), U"s\u0327");
  EXPECT_EQ(fully_apart(U'ș'), U"s\u0326");
  EXPECT_EQ(fully_apart(U'ő'), U"o\u030B");
  EXPECT_EQ(fully_apart(U'ž'), U"z\u030C");
  EXPECT_EQ(fully_apart(U'ą'), U"a\u0328");
  EXPECT_EQ(fully_apart(U'ấ'), U"a\u0302\u0301");
  EXPECT_EQ(fully_apart(U'ợ'), U"o\u031B\u0323");
  EXPECT_EQ(fully_apart(U'ṩ'), U"s\u0323\u0307");
  EXPECT_EQ(fully_apart(U'ȳ'), U"y\u0304");
  for (const char32_t plain : {U'u', U'ß', U'ø', U'æ', U'ł', U'đ', U'ı', U'日', U'×'}) {
    EXPECT_FALSE(taken_apart(plain)) << static_cast<unsigned>(plain);
    EXPECT_EQ(fully_apart(plain), std::u32string(1, plain));
  }
}

TEST(Spelling, PuttingTogetherUndoesTakingApart) {
  int letters = 0;
  for (char32_t c = 0; c < 0x3000; ++c) {
    const auto parts = taken_apart(c);
    if (!parts) continue;
    ++letters;
    EXPECT_EQ(put_together(parts->letter, parts->mark), c);
    EXPECT_TRUE((parts->mark >= 0x300 && parts->mark < 0x340)) << static_cast<unsigned>(c);
    EXPECT_TRUE((c >= 0xC0 && c < 0x240) || (c >= 0x1E00 && c < 0x1F00));
  }
  EXPECT_EQ(letters, 497);
  EXPECT_EQ(put_together(U'q', 0x308), 0);
}

TEST(Spelling, APromptInTheOtherSpellingIsToldHowTheTextWritesIt) {
  const Text apart = text_from_utf8("fu\xCC\x88r Ba\xCC\x82\xCC\x81m", "it"),
             together = text_from_utf8("f\xC3\xBCr B\xE1\xBA\xA5m", "it");
  EXPECT_NE(refusal(apart, "f\xC3\xBCr").find("the text writes it as 'u' (U+0075) and U+0308"),
            std::string::npos)
      << refusal(apart, "f\xC3\xBCr");
  EXPECT_NE(refusal(apart, "\xE1\xBA\xA5").find("as 'a' (U+0061), U+0302 and U+0301"),
            std::string::npos)
      << refusal(apart, "\xE1\xBA\xA5");
  EXPECT_NE(refusal(together, "fu\xCC\x88r")
                .find("the text writes 'u' (U+0075) and U+0308 as one character, 'ü' (U+00FC)"),
            std::string::npos)
      << refusal(together, "fu\xCC\x88r");
  EXPECT_NE(refusal(together, "a\xCC\x82\xCC\x81")
                .find("'â' (U+00E2) and U+0301 as one character, 'ấ' (U+1EA5)"),
            std::string::npos)
      << refusal(together, "a\xCC\x82\xCC\x81");
  // No other spelling is there either.
  EXPECT_EQ(refusal(apart, "\xC3\xB6").find("writes"), std::string::npos);
  EXPECT_EQ(refusal(together, "o\xCC\x88").find("writes"), std::string::npos);
  EXPECT_EQ(refusal(together, "\xCC\x88").find("writes"), std::string::npos);
  EXPECT_EQ(refusal(apart, "fu\xCC\x88r"), "");
  EXPECT_EQ(refusal(together, "f\xC3\xBCr"), "");
}

}  // namespace
}  // namespace whereabouts
