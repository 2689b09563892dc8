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

// The window of a row with its targets, as text.
std::string row_of(const Text& text, const DocumentBatch& batch, int row) {
  std::vector<Token> tokens;
  for (int i = batch.first[row]; i < batch.first[row + 1]; ++i) {
    const int at = batch.places[i] - row * batch.length;
    EXPECT_EQ(at, i - batch.first[row]) << "a row begins at its first position";
    tokens.push_back(batch.inputs[batch.places[i]]);
    if (i + 1 < batch.first[row + 1]) {
      EXPECT_EQ(batch.targets[i], batch.inputs[batch.places[i + 1]]);
    }
  }
  tokens.push_back(batch.targets[batch.first[row + 1] - 1]);
  return decode(text.vocabulary, tokens);
}

TEST(DocumentBatch, EachRowIsOneDocumentWithBothSymbols) {
  const Text text = lines("ana\nbo\ncleo\n");
  Random stream(1, "batches");
  std::set<std::string> seen;
  for (int step = 0; step < 20; ++step) {
    const DocumentBatch batch =
        document_batch(documents_of(text.tokens, text.boundary), 4, 64, stream);
    EXPECT_EQ(batch.inputs.size(), std::size_t(batch.rows * batch.length));
    EXPECT_EQ(batch.places.size(), batch.targets.size());
    std::size_t longest = 0;
    for (int row = 0; row < 4; ++row) {
      const std::string found = row_of(text, batch, row);
      longest = std::max(longest, found.size() - 1);
      seen.insert(found);
    }
    EXPECT_EQ(batch.length, static_cast<int>(longest)) << "no more padding than needed";
  }
  EXPECT_EQ(seen, (std::set<std::string>{"\nana\n", "\nbo\n", "\ncleo\n"}));
}

TEST(DocumentBatch, OfALongDocumentAnyWindowButNeverMore) {
  const Text text = lines("abcdef\nxy\n");
  Random stream(1, "batches");
  std::set<std::string> seen;
  for (int step = 0; step < 200; ++step) {
    const DocumentBatch batch =
        document_batch(documents_of(text.tokens, text.boundary), 2, 3, stream);
    EXPECT_LE(batch.length, 3);
    for (int row = 0; row < 2; ++row) seen.insert(row_of(text, batch, row));
  }
  EXPECT_EQ(seen, (std::set<std::string>{"\nabc", "abcd", "bcde", "cdef", "def\n", "\nxy\n"}));
}

TEST(DocumentBatch, TheSameStreamGivesTheSameBatch) {
  const Text text = lines("ana\nbo\ncleo\n");
  const auto documents = documents_of(text.tokens, text.boundary);
  Random one(5, "batches"), other(5, "batches");
  const DocumentBatch a = document_batch(documents, 8, 3, one),
                      b = document_batch(documents, 8, 3, other);
  EXPECT_EQ(a.inputs, b.inputs);
  EXPECT_EQ(a.places, b.places);
  EXPECT_EQ(a.targets, b.targets);
}

}  // namespace
}  // namespace whereabouts
