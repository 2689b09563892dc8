// Every protocol against a plain computation: one text, one window, one target at a time.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "check/difference.h"
#include "evaluate/by_position.h"
#include "evaluate/cropped.h"
#include "evaluate/fixed.h"
#include "evaluate/fixed_windows.h"
#include "evaluate/repeated_names.h"
#include "evaluate/sliding.h"
#include "evaluate/windows.h"
#include "util/parallel.h"
#include "util/random.h"

namespace whereabouts {
namespace {

constexpr int kVocabulary = 11;

Transformer small_model(const std::string& scheme = "sinusoidal") {
  Transformer model({.vocabulary = kVocabulary,
                     .width = 16,
                     .heads = 2,
                     .layers = 2,
                     .trained_length = 40,
                     .scheme = scheme},
                    3);
  // A new model says nearly the same everywhere; larger weights make it opinionated.
  for (const auto& weight : model.parameters().entries()) {
    if (weight.name == "head") {
      for (float& x : weight.tensor.numbers()) x *= 30;
    }
  }
  return model;
}

std::vector<Token> random_text(int size) {
  Random random(7, "text");
  std::vector<Token> text;
  for (int i = 0; i < size; ++i) text.push_back(static_cast<Token>(random.below(kVocabulary)));
  return text;
}

// The loss at text[target] after the `context` characters before it, from the definition.
CharLoss plain_loss(const Transformer& model, std::span<const Token> text, std::int64_t target,
                    int context) {
  const NoGrad no_grad;
  const Tensor logits =
      model.logits(text.subspan(target - context, context), 1, Positions::whole(context));
  const float* x = logits.data() + std::int64_t{context - 1} * kVocabulary;
  double sum = 0;
  int best = 0;
  for (int j = 0; j < kVocabulary; ++j) {
    sum += std::exp(double{x[j]});
    if (x[j] > x[best]) best = j;
  }
  return {-(x[text[target]] - std::log(sum)) / std::numbers::ln2, best == text[target]};
}

Score plain_mean(const std::vector<CharLoss>& losses) {
  double bits = 0, right = 0;
  for (const CharLoss& l : losses) bits += l.bits, right += l.right;
  const auto n = static_cast<double>(losses.size());
  return {bits / n, static_cast<std::int64_t>(losses.size()), right / n};
}

void expect_same(const Score& got, const std::vector<CharLoss>& wanted, const char* what) {
  const Score plain = plain_mean(wanted);
  EXPECT_NEAR(got.bits_per_char, plain.bits_per_char, 1e-4) << what;
  EXPECT_EQ(got.scored, plain.scored) << what;
  EXPECT_NEAR(got.accuracy, plain.accuracy, 1e-9) << what;
}

TEST(Protocols, FixedScoresTheSameTargetsWithMoreContext) {
  const Transformer model = small_model();
  const std::vector<Token> text = random_text(400);
  const FixedWindows windows{.first_end = 90, .count = 5};
  for (const int length : {32, 50, 90}) {
    std::vector<CharLoss> wanted;
    for (int w = 0; w < windows.count; ++w) {
      for (int k = 31; k >= 0; --k)
        wanted.push_back(plain_loss(model, text, windows.end(w) - k, length - k));
    }
    expect_same(score_fixed(model, text, windows, length), wanted, "fixed");
  }
  EXPECT_THROW(score_fixed(model, text, windows, 31), std::invalid_argument);
  EXPECT_THROW(score_fixed(model, text, windows, 91), std::invalid_argument);
}

TEST(Protocols, CroppedSeesAtMostTheWindow) {
  const Transformer model = small_model();
  const std::vector<Token> text = random_text(400);
  const FixedWindows windows{.first_end = 120, .count = 4};
  for (const int length : {32, 50, 120}) {
    std::vector<CharLoss> wanted;
    for (int w = 0; w < windows.count; ++w) {
      for (int k = 0; k < 32; ++k)
        wanted.push_back(plain_loss(model, text, windows.end(w) - k, std::min(40, length - k)));
    }
    expect_same(score_cropped(model, text, windows, length, 40), wanted, "cropped");
  }
  // Up to the window's length nothing is cropped.
  EXPECT_NEAR(score_cropped(model, text, windows, 40, 40).bits_per_char,
              score_fixed(model, text, windows, 40).bits_per_char, 1e-4);
  EXPECT_EQ(score_cropped(model, text, windows, 71, 40).bits_per_char,
            score_cropped(model, text, windows, 120, 40).bits_per_char);
}

TEST(Protocols, WindowsScoresEveryTargetOnceFromAFreshStart) {
  const Transformer model = small_model();
  const std::vector<Token> text = random_text(203);
  std::vector<CharLoss> wanted;  // 203 - 1 targets hold two windows of 100, hence 6 of 30
  for (int start = 0; start + 30 <= 200; start += 30) {
    for (int i = 0; i < 30; ++i) wanted.push_back(plain_loss(model, text, start + i + 1, i + 1));
  }
  expect_same(score_windows(model, text, 30, 100), wanted, "windows");
  EXPECT_THROW(score_windows(model, text, 30, 203), std::invalid_argument);
}

TEST(Protocols, SlidingScoresTheSameStretchAtEveryLength) {
  const Transformer model = small_model();
  const std::vector<Token> text = random_text(300);
  const SlidingStretch stretch = sliding_stretch(text.size(), 100, 15, 90);
  EXPECT_EQ(stretch.first, 100);
  EXPECT_EQ(stretch.count, 90);
  for (const int length : {15, 16, 60, 100}) {
    std::vector<CharLoss> wanted;
    for (int t = 0; t < 90; ++t)
      wanted.push_back(plain_loss(model, text, 100 + t, length - 14 + t % 15));
    expect_same(score_sliding(model, text, stretch, length, 15), wanted, "sliding");
  }
  // A window shorter than the stride moves by its own length, and the last one scores what is left.
  std::vector<CharLoss> wanted;
  for (int t = 0; t < 90; ++t)
    wanted.push_back(plain_loss(model, text, 100 + t, t < 88 ? 1 + t % 8 : 7 + t % 8));
  expect_same(score_sliding(model, text, stretch, 8, 15), wanted, "sliding, short");
  EXPECT_EQ(sliding_stretch(300, 100, 16, 1000).count, 192);
  EXPECT_THROW(sliding_stretch(110, 100, 16, 1000), std::invalid_argument);
}

TEST(Protocols, PositionGivesTheLossAtEachPlaceOfAWindow) {
  const Transformer model = small_model();
  const std::vector<Token> text = random_text(3 * 50 + 20);
  const std::vector<PlaceScore> places = score_by_position(model, text, 50);
  std::int64_t scored = 0;
  int next = 1;
  for (const PlaceScore& p : places) {
    EXPECT_EQ(p.from, next);
    next = p.to + 1;
    std::vector<CharLoss> wanted;
    for (int w = 0; w < 3; ++w) {
      for (int place = p.from; place <= p.to; ++place)
        wanted.push_back(plain_loss(model, text, w * 50 + place, place));
    }
    expect_same(p.score, wanted, "position");
    scored += p.score.scored;
  }
  EXPECT_EQ(next, 51);
  EXPECT_EQ(scored, 150);
}

TEST(Protocols, TheFirstPlacesWeighAsManyTargetsAsTheyHave) {
  // Two windows: one target of 4 bits, one of 2, and a group of three places of 1 bit each.
  const std::vector<PlaceScore> places = {{1, 1, {.bits_per_char = 4, .scored = 2, .accuracy = 0}},
                                          {2, 2, {.bits_per_char = 2, .scored = 2, .accuracy = 0}},
                                          {3, 5, {.bits_per_char = 1, .scored = 6, .accuracy = 0}}};
  EXPECT_DOUBLE_EQ(bits_of_first_places(places, 1), 4);
  EXPECT_DOUBLE_EQ(bits_of_first_places(places, 2), 3);
  EXPECT_DOUBLE_EQ(bits_of_first_places(places, 3), 7 / 3.0) << "a third of the last group";
  EXPECT_DOUBLE_EQ(bits_of_first_places(places, 5), 9 / 5.0);
  EXPECT_DOUBLE_EQ(bits_of_first_places(places, 50), 9 / 5.0);
  EXPECT_THROW(bits_of_first_places(places, 0), std::invalid_argument);
  // Of a real model: the first 7 places of long windows, each a group of its own.
  const Transformer model = small_model();
  const std::vector<Token> text = random_text(3 * 32 + 1);
  double sum = 0;
  for (int w = 0; w < 3; ++w)
    for (int place = 1; place <= 7; ++place)
      sum += plain_loss(model, text, w * 32 + place, place).bits;
  EXPECT_NEAR(bits_of_first_places(score_by_position(model, text, 32), 7), sum / 21, 1e-4);
}

TEST(Protocols, RecallOfTheValidationPartFindsItsOwnNames) {
  const Transformer model = small_model();
  const std::vector<Token> text = random_text(300);
  const Split parts{std::span(text).first(100), std::span(text).subspan(100)};
  const RepeatedNames repeated{.names = {{.offset = 50, .length = 4, .distance = 12},
                                         {.offset = 125, .length = 4, .distance = 12},
                                         {.offset = 150, .length = 5, .distance = 15}}};
  const auto got = score_repeated_names(model, parts, repeated, 40);
  const auto wanted =
      score_repeated_names(model, parts.validation, std::span(repeated.names).subspan(1), 100, 40);
  ASSERT_EQ(got.size(), wanted.size());
  for (std::size_t i = 0; i < got.size(); ++i) {
    EXPECT_EQ(got[i].names, wanted[i].names);
    EXPECT_EQ(got[i].score.bits_per_char, wanted[i].score.bits_per_char);
  }
  EXPECT_EQ(got[0].names, 2);
}

TEST(Protocols, DifferencesOfLogitsAndTheirScoreAreTakenRowByRow) {
  const std::vector<float> a = {1, 2, 3, 4, 5, 6}, b = {1, 2.5, 3, 4, 5, 4};
  EXPECT_EQ(largest_differences(a, b, 2), (std::vector<double>{0.5, 2}));
  EXPECT_EQ(largest_differences(a, b, 3), (std::vector<double>{0.5, 0, 2}));
  EXPECT_THROW(largest_differences(a, b, 4), std::invalid_argument);
  // Rows of two logits after each of three tokens; the last row has no target.
  const std::vector<Token> text = {0, 1, 0};
  const std::vector<CharLoss> losses = losses_of(std::span(a).first(4), std::span(text).last(2));
  const Score score = score_next(a, text, 1);
  EXPECT_DOUBLE_EQ(score.bits_per_char, (losses[0].bits + losses[1].bits) / 2);
  EXPECT_EQ(score.scored, 2);
  EXPECT_EQ(score.accuracy, 0.5);
  EXPECT_EQ(score_next(a, text, 2).bits_per_char, losses[1].bits);
  EXPECT_THROW(score_next(a, text, 0), std::invalid_argument);
  EXPECT_THROW(score_next(a, text, 3), std::invalid_argument);
}

TEST(Protocols, QuarterOctavesStartOneByOneAndMeetThePowersOfTwo) {
  EXPECT_EQ(quarter_octaves(8), (std::vector<int>{1, 2, 3, 4, 5, 6, 7, 8, 9}));
  const std::vector<int> edges = quarter_octaves(1024);
  for (const int power : {16, 64, 512, 1024}) EXPECT_TRUE(std::ranges::binary_search(edges, power));
  EXPECT_EQ(edges.back(), 1025);
}

TEST(Protocols, RecallTellsNamesByDistanceAndWhetherTheirLastMentionWasSeen) {
  const Transformer model = small_model();
  const std::vector<Token> text = random_text(200);
  const std::int64_t first = 1000;  // where `text` begins in the whole
  // Windows of 40 move by 20; the one that starts at s scores the targets s + 21 .. s + 40.
  const std::vector<RepeatedName> repeated = {
      {.offset = first + 5, .length = 3, .distance = 4},     // before the first scored target
      {.offset = first + 25, .length = 4, .distance = 12},   // window 0, last said at 13: seen
      {.offset = first + 50, .length = 5, .distance = 15},   // window 20, last said at 35: seen
      {.offset = first + 63, .length = 5, .distance = 30},   // window 40, last said at 33: unseen
      {.offset = first + 78, .length = 6, .distance = 9},    // 78 .. 83 lies in two windows
      {.offset = first + 100, .length = 1, .distance = 20},  // window 60 scores 81 .. 100: seen
      {.offset = first + 145, .length = 5, .distance = 27},  // window 120, last said at 118
      {.offset = first + 198, .length = 4, .distance = 20},  // beyond the end
  };
  const std::vector<RepeatedNamesScore> scores =
      score_repeated_names(model, text, repeated, first, 40);
  const auto context = [](int target) { return 21 + (target - 21) % 20; };
  const auto losses = [&](std::vector<std::pair<int, int>> pieces) {
    std::vector<CharLoss> wanted;
    for (const auto& [from, length] : pieces) {
      for (int t = from; t < from + length; ++t)
        wanted.push_back(plain_loss(model, text, t, context(t)));
    }
    return wanted;
  };
  using Kind = RepeatedNamesScore::Kind;
  ASSERT_EQ(scores.size(), 6u);
  EXPECT_EQ(scores[0].kind, Kind::kSeen);
  EXPECT_EQ(scores[0].from, 8);
  EXPECT_EQ(scores[0].to, 15);
  EXPECT_EQ(scores[0].names, 2);
  expect_same(scores[0].score, losses({{25, 4}, {50, 5}}), "seen 8 .. 15");
  EXPECT_EQ(scores[1].from, 16);
  expect_same(scores[1].score, losses({{100, 1}}), "seen 16 .. 31");
  EXPECT_EQ(scores[2].kind, Kind::kStraddling);
  EXPECT_EQ(scores[2].from, 16);
  expect_same(scores[2].score, losses({{145, 5}}), "straddling");
  EXPECT_EQ(scores[3].kind, Kind::kUnseen);
  expect_same(scores[3].score, losses({{63, 5}}), "unseen");
  // First said at 33, 35, 69 and 80; what begins at 118 lies in two windows.
  EXPECT_EQ(scores[4].kind, Kind::kFirst);
  EXPECT_EQ(scores[4].from, 0);
  EXPECT_EQ(scores[4].names, 4);
  expect_same(scores[4].score, losses({{35, 5}, {33, 5}, {69, 6}, {80, 1}}), "first");
  EXPECT_EQ(scores[5].kind, Kind::kRest);
  // Scored are 21 .. 180 in eight windows; all but what belongs to a name is the rest.
  EXPECT_EQ(scores[5].score.scored,
            160 - (4 + 5 + 5 + 6 + 1 + 5)  // said again
                - (7 + 6 + 5 + 3));        // said first: 33 .. 39, 69 .. 74, 118 .. 122, 178 .. 180
}

TEST(Protocols, SameBitsForAnyNumberOfWindowsTogetherAndOfThreads) {
  const std::vector<Token> text = random_text(2500);
  std::vector<std::int64_t> starts;
  for (int start = 0; start + 300 < 2500; start += 61) starts.push_back(start);
  for (const char* scheme : {"none", "learned:beyond=clamp", "rope", "alibi", "t5"}) {
    const Transformer model = small_model(scheme);
    const std::vector<CharLoss> reference = window_losses(model, text, starts, 300, 100, 1);
    for (const int together : {2, 3, 7, 36, 1000}) {
      const std::vector<CharLoss> got = window_losses(model, text, starts, 300, 100, together);
      ASSERT_EQ(got.size(), reference.size());
      for (std::size_t i = 0; i < got.size(); ++i)
        ASSERT_EQ(got[i].bits, reference[i].bits) << scheme << ", " << together << " together";
    }
#ifdef _OPENMP
    const int before = thread_count();
    for (const int threads : {1, 2, 4}) {
      omp_set_num_threads(threads);
      const std::vector<CharLoss> got = window_losses(model, text, starts, 300, 100);
      for (std::size_t i = 0; i < got.size(); ++i) ASSERT_EQ(got[i].bits, reference[i].bits);
    }
    omp_set_num_threads(before);
#endif
  }
}

TEST(Protocols, NothingScoredIsAnError) {
  EXPECT_THROW(ScoreSum().mean(), std::invalid_argument);
  const Transformer model = small_model();
  const std::vector<Token> text = random_text(20);
  const std::int64_t start = 0;
  EXPECT_THROW(window_losses(model, text, std::span(&start, 1), 20, 1), std::invalid_argument);
  EXPECT_THROW(window_losses(model, text, std::span(&start, 1), 10, 11), std::invalid_argument);
  EXPECT_NO_THROW(window_losses(model, text, std::span(&start, 1), 19, 19));
}

}  // namespace
}  // namespace whereabouts
