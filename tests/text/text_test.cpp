#include "text/text.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>

#include "util/check.h"
#include "util/random.h"

namespace whereabouts {
namespace {

using namespace std::string_literals;

// The message of the UserError that the action must throw: one line.
template <class Action>
std::string refusal(Action action) {
  try {
    action();
  } catch (const UserError& error) {
    const std::string message = error.what();
    EXPECT_EQ(message.find('\n'), std::string::npos) << message;
    return message;
  }
  ADD_FAILURE() << "nothing was thrown";
  return "";
}

std::string refusal_of_text(const std::string& bytes) {
  return refusal([&] { text_from_utf8(bytes, "it"); });
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

std::string write_temporary(const std::string& name, const std::string& bytes) {
  const std::string path = ::testing::TempDir() + "whereabouts_text_" + name;
  std::ofstream(path, std::ios::binary) << bytes;
  return path;
}

// Every character of `latin` as `width` bytes.
std::string widened(const std::string& latin, int width, bool big_endian) {
  std::string wide;
  for (char c : latin) {
    const std::string zeros(static_cast<std::size_t>(width - 1), '\0');
    wide += big_endian ? zeros + c : c + zeros;
  }
  return wide;
}

TEST(Text, TokensIndexTheSortedVocabulary) {
  const Text text = text_from_utf8(
      "b\xC3\xA9"
      "a b\n",
      "it");
  EXPECT_EQ(text.vocabulary, (std::vector<char32_t>{U'\n', U' ', U'a', U'b', U'\u00e9'}));
  EXPECT_EQ(text.tokens, (std::vector<Token>{3, 4, 2, 1, 3, 0}));
  EXPECT_EQ(text.vocabulary_size(), 5);
  EXPECT_TRUE(text.notices.empty());
}

TEST(Text, ByteOrderMarkAndLineEndsAreNormalisedAndReported) {
  const Text plain = text_from_utf8("one\ntwo\n\nthree", "it");
  const Text dos = text_from_utf8("\xEF\xBB\xBFone\r\ntwo\r\n\r\nthree", "it");
  const Text mac = text_from_utf8("one\rtwo\r\rthree", "it");
  EXPECT_EQ(dos.vocabulary, plain.vocabulary);
  EXPECT_EQ(dos.tokens, plain.tokens);
  EXPECT_EQ(mac.tokens, plain.tokens);
  EXPECT_EQ(dos.checksum, plain.checksum);
  EXPECT_EQ(dos.notices, (std::vector<std::string>{"the byte-order mark was left out",
                                                   "3 CRLF line ends were read as LF"}));
  EXPECT_EQ(mac.notices, (std::vector<std::string>{"3 CR line ends were read as LF"}));
}

TEST(Text, LettersWrittenWithAMarkOfTheirOwnAreReported) {
  EXPECT_EQ(
      text_from_utf8("fu\u0308r die Tu\u0308r und a\u0308", "it").notices,
      (std::vector<std::string>{
          "3 letters are written as two characters, letter and mark, such as 'u' (U+0075) and "
          "U+0308 for '\u00fc' (U+00FC), and are learned so; a keyboard types one"}));
  EXPECT_TRUE(text_from_utf8("f\u00fcr", "it").notices.empty());
  EXPECT_TRUE(text_from_utf8("q\u0308 and \u0308", "it").notices.empty()) << "nobody types these";
}

TEST(Text, OnlyAByteOrderMarkAtTheVeryStartIsLeftOut) {
  EXPECT_EQ(text_from_utf8("a\xEF\xBB\xBF", "it").vocabulary_size(), 2);
}

TEST(Text, ChecksumIsFnv1aOfTheBytes) {
  EXPECT_EQ(text_from_utf8("foobar", "it").checksum, 0x85944171f73967e8ull);
  EXPECT_NE(text_from_utf8("foobas", "it").checksum, 0x85944171f73967e8ull);
}

TEST(Text, FilesAreReadAsBytes) {
  const std::string path = write_temporary("bytes.txt",
                                           "a\r\nb\x1A"
                                           "c\r\n");
  const Text text = load_text(path);
  EXPECT_EQ(text.name, path);
  EXPECT_EQ(decode(text.vocabulary, text.tokens),
            "a\nb\x1A"
            "c\n");
}

TEST(Text, WhatIsNoTextIsRefusedInOneLine) {
  EXPECT_TRUE(contains(refusal([] { load_text("no/such.txt"); }), "no file 'no/such.txt'"));
  EXPECT_TRUE(contains(refusal([] { load_text(::testing::TempDir()); }), "is a directory"));
  EXPECT_TRUE(contains(refusal([] { load_text(""); }), "no file"));
  EXPECT_TRUE(contains(refusal([] { load_text(write_temporary("empty.txt", "")); }), "is empty"));
  EXPECT_TRUE(contains(refusal_of_text("\xEF\xBB\xBF"), "is empty"));
  EXPECT_TRUE(contains(refusal_of_text("x"), "only one distinct character, 'x' (U+0078)"));
  EXPECT_TRUE(contains(refusal_of_text("\r\n\n\r"), "only one distinct character, U+000A"));
  EXPECT_TRUE(contains(refusal_of_text("caf\xE9 noir"), "'it' is not valid UTF-8"));
}

TEST(Text, OffsetOfInvalidUtf8CountsTheBytesOfTheFile) {
  EXPECT_TRUE(contains(refusal_of_text("\xEF\xBB\xBF"
                                       "a\r\n\xE9"),
                       "0xE9 at offset 6"));
}

TEST(Text, AnUnreadableFileIsRefused) {
  namespace fs = std::filesystem;
  const std::string path = write_temporary("unreadable.txt", "some text");
  fs::permissions(path, fs::perms::none);
  if (std::ifstream(path).is_open()) GTEST_SKIP() << "this user may read everything";
  EXPECT_TRUE(contains(refusal([&] { load_text(path); }), "cannot be opened"));
}

TEST(Text, Utf16AndUtf32AreNamedAsSuch) {
  const std::string words = "A fox met a crow.";
  const auto named = [](const std::string& bytes, const std::string& encoding) {
    const std::string message = refusal_of_text(bytes);
    EXPECT_TRUE(contains(message, "is " + encoding + ",")) << message;
  };
  named("\xFF\xFE" + widened(words, 2, false), "UTF-16");
  named("\xFE\xFF" + widened(words, 2, true), "UTF-16");
  named("\xFF\xFE\0\0"s + widened(words, 4, false), "UTF-32");
  named("\0\0\xFE\xFF"s + widened(words, 4, true), "UTF-32");
  named(widened(words, 2, false), "UTF-16LE");
  named(widened(words, 2, true), "UTF-16BE");
  named(widened(words, 4, false), "UTF-32LE");
  named(widened(words, 4, true), "UTF-32BE");
}

TEST(Text, ANulInTheMiddleIsACharacterAndReported) {
  const Text text = text_from_utf8("before\0after"s, "it");
  EXPECT_EQ(text.vocabulary.front(), U'\0');
  EXPECT_EQ(text.notices.size(), 1u);
}

TEST(Text, RandomBytesAreRefused) {
  Random random(1);
  for (int round = 0; round < 50; ++round) {
    std::string bytes;
    for (int i = 0; i < 1000; ++i) bytes += static_cast<char>(random.below(256));
    EXPECT_TRUE(contains(refusal_of_text(bytes), "UTF"));
  }
}

TEST(Text, EncodeAndDecodeAreInverse) {
  const Text text = text_from_utf8("na\xC3\xAFve caf\xC3\xA9\n", "it");
  EXPECT_EQ(decode(text.vocabulary, encode(text.vocabulary,
                                           "f\xC3\xA9"
                                           "c\n")),
            "f\xC3\xA9"
            "c\n");
  EXPECT_TRUE(encode(text.vocabulary, "").empty());
  EXPECT_THROW(decode(text.vocabulary, std::vector<Token>{99}), std::invalid_argument);
  EXPECT_THROW(decode(text.vocabulary, std::vector<Token>{-1}), std::invalid_argument);
}

TEST(Text, AnUnseenCharacterIsNamed) {
  const Text text = text_from_utf8("abc", "it");
  const std::string message = refusal([&] { encode(text.vocabulary, "ab\xE2\x82\xAC"); });
  EXPECT_TRUE(contains(message, "'\xE2\x82\xAC' (U+20AC)")) << message;
  EXPECT_TRUE(contains(message, "leave it out")) << message;
}

TEST(Split, TheLastTenthIsForValidation) {
  for (const auto& [size, training] : {std::pair{10, 9}, {11, 9}, {19, 17}, {1115394, 1003854}}) {
    Text text = text_from_utf8("ab", "it");
    text.tokens.resize(static_cast<std::size_t>(size));
    const Split parts = split(text);
    EXPECT_EQ(parts.training.size(), static_cast<std::size_t>(training));
    EXPECT_EQ(parts.training.size() + parts.validation.size(), text.tokens.size());
    EXPECT_EQ(parts.validation.data(), text.tokens.data() + training);
    EXPECT_EQ(parts.validation_begin(), training);
  }
}

// 1,000 characters: the cut is at 900, and documents are looked for up to 910.
TEST(Split, TheValidationPartBeginsWithADocument) {
  const auto validation_begins = [](const std::vector<std::pair<int, std::string>>& pieces) {
    std::string letters(1000, 'a');
    for (const auto& [at, piece] : pieces)
      letters.replace(static_cast<std::size_t>(at), piece.size(), piece);
    const Text text = text_from_utf8(letters + "b", "it");
    EXPECT_EQ(split(text).training.size(), 900u);
    return split(text).validation_begin();
  };
  EXPECT_EQ(validation_begins({}), 900);
  EXPECT_EQ(validation_begins({{904, "\n"}}), 900) << "a line's end is no document's end";
  EXPECT_EQ(validation_begins({{902, "\n\n"}}), 904);
  EXPECT_EQ(validation_begins({{902, "\n\n"}, {906, "\n\n"}}), 904) << "the first of equals";
  EXPECT_EQ(validation_begins({{902, "\n\n"}, {905, "\n\n\n"}}), 908) << "the longest";
  EXPECT_EQ(validation_begins({{940, "\n\n\n"}}), 900) << "too far away";
  EXPECT_EQ(validation_begins({{899, "\n\n\n"}}), 902) << "the cut in the middle of a run";
}

TEST(Split, NoFableLiesInBothParts) {
  const Text text = load_text(WHEREABOUTS_SOURCE_DIR "/data/fables.txt");
  const auto begin = static_cast<std::ptrdiff_t>(split(text).validation_begin());
  const std::string before = decode(
      text.vocabulary, std::span(text.tokens).first(static_cast<std::size_t>(begin)).last(3));
  EXPECT_EQ(before, "\n\n\n");
}

}  // namespace
}  // namespace whereabouts
