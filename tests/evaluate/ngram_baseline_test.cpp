#include "evaluate/ngram_baseline.h"

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

#include "evaluate/fixed_windows.h"

namespace whereabouts {
namespace {

constexpr int kVocabulary = 3;

// 0 1 2 0 1 2 ...
std::vector<Token> round(int length) {
  std::vector<Token> text;
  for (int i = 0; i < length; ++i) text.push_back(i % kVocabulary);
  return text;
}

double bits(std::span<const Token> training, std::span<const Token> validation, int before) {
  return ngram_bits(training, validation, fixed_windows(validation.size(), 64), kVocabulary,
                    before);
}

TEST(Counted, IsLogVWhereAllOccurAlikeAndNextToNothingWhereOneFollows) {
  const std::vector<Token> text = round(300);
  EXPECT_NEAR(bits(text, text, 0), std::log2(3.0), 1e-12);
  // Pairs: 0 is followed by 1 a hundred times of a hundred, 1 by 2 as well, 2 by 0 in 99 of 99.
  const double one = -std::log2(100.1 / 100.3), last = -std::log2(99.1 / 99.3);
  EXPECT_NEAR(bits(text, text, 1), (2 * one + last) / 3, 1e-4);
  EXPECT_LT(bits(text, text, 2), 0.01);
}

TEST(Counted, GivesWhatWasNeverMetItsTenth) {
  const std::vector<Token> training(50, 0), validation(100, 1);
  EXPECT_NEAR(bits(training, validation, 0), -std::log2(0.1 / 50.3), 1e-12);
  EXPECT_NEAR(bits(training, validation, 1), std::log2(3.0), 1e-12);  // nothing followed 1: 1/3
}

TEST(Counted, ScoresTheTargetsOfTheWindowsAlone) {
  std::vector<Token> training = round(300), validation = round(200);
  training.insert(training.end(), 300, 0);
  const FixedWindows one{.first_end = 100, .count = 1};  // its targets are 69 to 100
  const auto scored = [&] { return ngram_bits(training, validation, one, kVocabulary, 0); };
  const double first = scored();
  for (int i = 0; i < 200; ++i)
    if (i < 69 || i > 100) validation[i] = 1;
  EXPECT_EQ(scored(), first);
  for (const int target : {69, 100}) {
    const double before = scored();
    validation[target] = validation[target] == 0 ? 1 : 0;
    EXPECT_NE(scored(), before) << target;
  }
}

TEST(Counted, TheFirstCharactersHaveTheTrainingPartBeforeThem) {
  // 0 1 2 0 ... goes on where it was cut, so no target is a surprise: the first is number 0.
  const std::vector<Token> whole = round(200);
  const auto training = std::span(whole).first(152), validation = std::span(whole).subspan(152);
  const FixedWindows windows{.first_end = 31, .count = 1};
  for (const int before : {1, 2})
    EXPECT_LT(ngram_bits(training, validation, windows, kVocabulary, before), 0.01) << before;
}

TEST(Counted, RefusesLongerContextsAndWindowsThatDoNotFit) {
  const std::vector<Token> text = round(100);
  for (const int before : {-1, 3})
    EXPECT_THROW(bits(text, text, before), std::invalid_argument) << before;
  EXPECT_THROW(ngram_bits(text, text, {.first_end = 100, .count = 1}, kVocabulary, 0),
               std::invalid_argument);
  EXPECT_THROW(ngram_bits(text, text, {.first_end = 30, .count = 1}, kVocabulary, 0),
               std::invalid_argument);
  EXPECT_THROW(bits(std::span(text).first(2), text, 2), std::invalid_argument);
}

}  // namespace
}  // namespace whereabouts
