#include "evaluate/fixed_targets.h"

#include <gtest/gtest.h>

#include <cmath>

#include "autograd.h"
#include "evaluate/fixed.h"
#include "evaluate/fixed_windows.h"
#include "evaluate/ngram_baseline.h"
#include "util/random.h"

namespace whereabouts {
namespace {

// Lines of 1 to `longest` letters out of a, b and c.
Text some_lines(int count, int longest) {
  Random random(4, "lines");
  std::string utf8;
  for (int i = 0; i < count; ++i) {
    const int size = random.between(1, longest);
    for (int k = 0; k < size; ++k) utf8 += static_cast<char>('a' + random.below(3));
    utf8 += '\n';
  }
  return text_from_utf8(utf8, "it");
}

Transformer lively_model(const Text& text) {
  Transformer model({.vocabulary = text.vocabulary_size(),
                     .width = 16,
                     .heads = 2,
                     .layers = 1,
                     .trained_length = 32,
                     .scheme = "rope"},
                    3);
  for (const auto& weight : model.parameters().entries())
    if (weight.weight_decay)
      for (float& x : weight.tensor.numbers()) x *= 10;
  return model;
}

TEST(FixedTargets, OfRunningTextAreThoseOfTheProtocol) {
  const Text text = some_lines(600, 20);
  const Split parts = split(text);
  const FixedTargets targets(text, 64);
  const FixedWindows windows = fixed_windows(parts.validation.size(), 64);
  const Transformer model = lively_model(text);
  for (const int length : {32, 64}) {
    EXPECT_EQ(targets.score(model, length).bits_per_char,
              score_fixed(model, parts.validation, windows, length).bits_per_char);
    EXPECT_EQ(targets.reach(length), length);
  }
  for (int before = 0; before < 3; ++before)
    EXPECT_EQ(targets.ngram_baseline(before),
              ngram_bits(parts.training, parts.validation, windows, 4, before));
}

// Each target on its own, read by hand: never anything from before its document's start symbol.
TEST(FixedTargets, OfDocumentsHaveNoContextBeyondTheirStart) {
  Text text = some_lines(300, 70);
  cut_into_lines(text);
  const FixedTargets targets(text, 128);
  const Transformer model = lively_model(text);
  const NoGrad no_grad;
  for (const int length : {32, 48, 128}) {
    double bits = 0;
    int scored = 0;
    for (const Document d : documents_of(split(text).validation, text.boundary)) {
      const auto size = static_cast<int>(d.size());
      const int context = std::min(length, size - 1), last = std::min(32, context);
      // The window ends with the document; it reads `context` tokens of it.
      const auto inputs = d.subspan(static_cast<std::size_t>(size - 1 - context),
                                    static_cast<std::size_t>(context));
      const Tensor logits = model.logits(inputs, 1, Positions::whole(context));
      for (int i = context - last; i < context; ++i) {
        double sum = 0;
        for (int v = 0; v < 4; ++v) sum += std::exp(double{logits.data()[i * 4 + v]});
        bits -=
            std::log2(std::exp(double{
                          logits.data()[i * 4 + d[static_cast<std::size_t>(size - context + i)]]}) /
                      sum);
        ++scored;
      }
    }
    const Score score = targets.score(model, length);
    EXPECT_EQ(score.scored, scored) << length;
    EXPECT_NEAR(score.bits_per_char, bits / scored, 1e-4) << length;
  }
  EXPECT_EQ(targets.reach(48), 48);
  EXPECT_LE(targets.reach(128), 71);
  EXPECT_EQ(targets.score(model, 128).bits_per_char, targets.score(model, 96).bits_per_char)
      << "no document is as long as 96";
  EXPECT_NE(targets.score(model, 32).bits_per_char, targets.score(model, 64).bits_per_char);
}

// What another document says changes nothing for this one.
TEST(FixedTargets, OfADocumentDoNotDependOnItsNeighbour) {
  const std::string before = std::string(60, 'c') + "\n", last = "abcabca\n";
  Text one = text_from_utf8(before + std::string(30, 'a') + "\n" + last, "it"),
       other = text_from_utf8(before + std::string(30, 'b') + "\n" + last, "it");
  for (Text* text : {&one, &other}) cut_into_lines(*text);
  ASSERT_EQ(documents_of(split(one).validation, one.boundary).size(), 1u);
  const Transformer model = lively_model(one);
  EXPECT_EQ(FixedTargets(one, 64).score(model, 64).bits_per_char,
            FixedTargets(other, 64).score(model, 64).bits_per_char);
}

TEST(CountedBits, OfDocumentsCountFromTheStartSymbolToTheEnd) {
  Text text = text_from_utf8("ab\nab\nab\nb\n", "it");  // tokens: line end 0, a 1, b 2
  cut_into_lines(text);
  const auto all = documents_of(text.tokens, text.boundary);
  const auto p = [](double count, double of) { return -std::log2((count + 0.1) / (of + 0.3)); };
  const auto training = std::span(all).first(3), scored = std::span(all).subspan(3);
  // b and the end: 3 and 3 of 9 targets.
  EXPECT_NEAR(ngram_bits(training, scored, 3, 0), p(3, 9), 1e-12);
  // After the start came b never, after b always the end.
  EXPECT_NEAR(ngram_bits(training, scored, 3, 1), (p(0, 3) + p(3, 3)) / 2, 1e-12);
  // After two start symbols; then after start and b, which was never seen.
  EXPECT_NEAR(ngram_bits(training, scored, 3, 2), (p(0, 3) + p(0, 0)) / 2, 1e-12);
}

}  // namespace
}  // namespace whereabouts
