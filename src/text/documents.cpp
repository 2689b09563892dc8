#include "text/documents.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>

#include "util/check.h"

namespace whereabouts {

Token boundary_of(std::span<const char32_t> vocabulary) {
  const auto line_end = std::ranges::find(vocabulary, U'\n');
  check_user(line_end != vocabulary.end(),
             "there is no line end in the text, and --documents lines ",
             "needs one after each document");
  return static_cast<Token>(line_end - vocabulary.begin());
}

void cut_into_lines(Text& text) {
  text.boundary = boundary_of(text.vocabulary);
  std::vector<Token> tokens = {text.boundary};
  std::size_t empty = 0;
  for (const Token token : text.tokens) {
    if (token == text.boundary && tokens.back() == text.boundary)
      ++empty;
    else
      tokens.push_back(token);
  }
  if (tokens.back() != text.boundary) tokens.push_back(text.boundary);
  text.tokens = std::move(tokens);
  check_user(
      std::ranges::count(text.tokens, text.boundary) > 2, "'", text.name,
      "' has fewer than two lines, and with --documents lines each is a document; one is needed ",
      "for training and one for evaluation");
  if (empty > 0) text.notices.push_back(concat(empty, " empty lines were left out"));
}

std::vector<Document> documents_of(std::span<const Token> part, Token boundary) {
  check_argument(!part.empty() && part.front() == boundary && part.back() == boundary,
                 "documents_of", "the part does not begin and end with the boundary symbol");
  std::vector<Document> documents;
  std::size_t start = 0;
  for (std::size_t i = 1; i < part.size(); ++i) {
    if (part[i] != boundary) continue;
    documents.push_back(part.subspan(start, i - start + 1));
    start = i;
  }
  return documents;
}

std::vector<Example> document_batch(std::span<const Document> documents, int count, int longest,
                                    Random& stream) {
  check_argument(!documents.empty() && count > 0 && longest > 0, "document_batch", documents.size(),
                 " documents, ", count, " examples, length ", longest);
  std::vector<Example> batch;
  std::size_t length = 0;
  for (int i = 0; i < count; ++i) {
    const Document all = documents[stream.below(documents.size())];
    const std::size_t targets = std::min(all.size() - 1, static_cast<std::size_t>(longest));
    const Document window = all.subspan(stream.below(all.size() - targets), targets + 1);
    Example example{.inputs = {window.begin(), window.end() - 1},
                    .places = std::vector<int>(targets),
                    .targets = {window.begin() + 1, window.end()}};
    std::iota(example.places.begin(), example.places.end(), 0);
    batch.push_back(example);
    length = std::max(length, targets);
  }
  for (Example& example : batch) example.inputs.resize(length, documents[0][0]);
  return batch;
}

}  // namespace whereabouts
