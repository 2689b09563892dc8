#include "text/documents.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "util/check.h"

namespace whereabouts {
namespace {

Text lines(const std::string& utf8) {
  Text text = text_from_utf8(utf8, "it");
  cut_into_lines(text);
  return text;
}

std::vector<std::string> written(const Text& text, std::span<const Token> part) {
  std::vector<std::string> all;
  for (const Document document : documents_of(part, text.boundary))
    all.push_back(decode(text.vocabulary, document));
  return all;
}

TEST(Documents, AreTheLinesEachBetweenTwoSymbols) {
  const std::vector<std::string> three = {"\nana\n", "\nbo\n", "\nc\n"};
  for (const char* utf8 : {"ana\nbo\nc\n", "ana\nbo\nc", "ana\r\nbo\r\nc\r\n"}) {
    const Text text = lines(utf8);
    EXPECT_EQ(text.vocabulary[static_cast<std::size_t>(text.boundary)], U'\n');
    EXPECT_EQ(written(text, text.tokens), three) << utf8;
  }
  const Text gaps = lines("\n\nana\n\n\nbo\nc\n\n");
  EXPECT_EQ(written(gaps, gaps.tokens), three);
  ASSERT_EQ(gaps.notices.size(), 1u);
  EXPECT_EQ(gaps.notices[0], "5 empty lines were left out");
}

TEST(Documents, FewerThanTwoAreRefused) {
  for (const char* utf8 : {"ana bo", "ana bo\n", "\nana bo\n\n"})
    EXPECT_THROW(lines(utf8), UserError) << utf8;
}

TEST(Documents, StayWholeWhenATextIsSplit) {
  std::string utf8;
  for (int size = 2; size < 60; ++size) {
    utf8.clear();
    for (int i = 0; i < size; ++i)
      utf8 += std::string(1 + i * 7 % 11, static_cast<char>('a' + i % 26)) + "\n";
    const Text text = lines(utf8);
    const Split parts = split(text);
    std::vector<std::string> all = written(text, parts.training);
    const std::vector<std::string> held = written(text, parts.validation);
    EXPECT_GE(all.size(), 1u);
    EXPECT_GE(held.size(), 1u);
    all.insert(all.end(), held.begin(), held.end());
    EXPECT_EQ(all, written(text, text.tokens)) << size;
    EXPECT_LE(held.size(), std::max<std::size_t>(1, static_cast<std::size_t>(size) / 5)) << size;
  }
  // However late the last document is long.
  const Text uneven = lines("a\nb\n" + std::string(500, 'c'));
  EXPECT_EQ(written(uneven, split(uneven).validation).size(), 1u);
}

// The window of an example with its targets, as text.
std::string window_of(const Text& text, const Example& example) {
  std::vector<Token> tokens;
  EXPECT_EQ(example.places.size(), example.targets.size());
  for (std::size_t i = 0; i < example.places.size(); ++i) {
    EXPECT_EQ(example.places[i], static_cast<int>(i)) << "a window begins at the first position";
    tokens.push_back(example.inputs[i]);
    if (i + 1 < example.places.size()) {
      EXPECT_EQ(example.targets[i], example.inputs[i + 1]);
    }
  }
  tokens.push_back(example.targets.back());
  return decode(text.vocabulary, tokens);
}

TEST(DocumentBatch, EachExampleIsOneDocumentWithBothSymbols) {
  const Text text = lines("ana\nbo\ncleo\n");
  Random stream(1, "batches");
  std::set<std::string> seen;
  for (int step = 0; step < 20; ++step) {
    const std::vector<Example> batch =
        document_batch(documents_of(text.tokens, text.boundary), 4, 64, stream);
    ASSERT_EQ(batch.size(), 4u);
    std::size_t longest = 0;
    for (const Example& example : batch) {
      const std::string found = window_of(text, example);
      longest = std::max(longest, found.size() - 1);
      seen.insert(found);
    }
    for (const Example& example : batch)
      EXPECT_EQ(example.inputs.size(), longest) << "no more padding than needed";
  }
  EXPECT_EQ(seen, (std::set<std::string>{"\nana\n", "\nbo\n", "\ncleo\n"}));
}

TEST(DocumentBatch, OfALongDocumentAnyWindowButNeverMore) {
  const Text text = lines("abcdef\nxy\n");
  Random stream(1, "batches");
  std::set<std::string> seen;
  for (int step = 0; step < 200; ++step) {
    const std::vector<Example> batch =
        document_batch(documents_of(text.tokens, text.boundary), 2, 3, stream);
    for (const Example& example : batch) {
      EXPECT_LE(example.inputs.size(), 3u);
      seen.insert(window_of(text, example));
    }
  }
  EXPECT_EQ(seen, (std::set<std::string>{"\nabc", "abcd", "bcde", "cdef", "def\n", "\nxy\n"}));
}

TEST(DocumentBatch, TheSameStreamGivesTheSameBatch) {
  const Text text = lines("ana\nbo\ncleo\n");
  const auto documents = documents_of(text.tokens, text.boundary);
  Random one(5, "batches"), other(5, "batches");
  EXPECT_EQ(document_batch(documents, 8, 3, one), document_batch(documents, 8, 3, other));
}

}  // namespace
}  // namespace whereabouts
