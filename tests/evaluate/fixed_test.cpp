#include "evaluate/fixed.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "evaluate/fixed_windows.h"
#include "helpers.h"
#include "program/banner.h"
#include "small_run.h"

namespace whereabouts {
namespace {

constexpr int kTargets = FixedWindows::kTargets;

class FixedProtocol : public testing::Test {
 protected:
  const std::vector<Token> text = small_text(9000);
  const Transformer model{small_model("rope"), 0};
  const FixedWindows windows = fixed_windows(text.size(), 600);
};

// The protocol in plain words: one window at a time, each target's loss by itself.
double one_window_at_a_time(const Transformer& model, std::span<const Token> text,
                            const FixedWindows& windows, int length) {
  const NoGrad no_grad;
  double total = 0;
  for (int w = 0; w < windows.count; ++w) {
    const int end = windows.end(w);
    const Tensor logits =
        model.logits(text.subspan(end - length, length), 1, Positions::whole(length));
    for (int t = length - kTargets; t < length; ++t) {
      const float* row = logits.data() + std::int64_t{t} * 12;
      double sum = 0;
      for (int v = 0; v < 12; ++v) sum += std::exp(static_cast<double>(row[v]));
      total += std::log2(sum) - row[text[end - length + t + 1]] / std::numbers::ln2;
    }
  }
  return total / windows.count / kTargets;
}

TEST_F(FixedProtocol, EqualsOneWindowAtATime) {
  ASSERT_EQ(windows.count, 192);
  for (const int length : {32, 48, 64, 200, 600}) {
    const Score score = score_fixed(model, text, windows, length);
    EXPECT_NEAR(score.bits_per_char, one_window_at_a_time(model, text, windows, length), 1e-5)
        << length;
  }
}

TEST_F(FixedProtocol, ScoresTheSameNumberOfTargetsAtEveryLength) {
  for (const int length : {32, 33, 64, 100, 600})
    EXPECT_EQ(score_fixed(model, text, windows, length).scored, 192 * 32) << length;
}

TEST_F(FixedProtocol, HasTheSameBitsForAnyNumberOfThreads) {
  for (const int length : {32, 100, 600}) {
    set_threads(1);
    const double one = score_fixed(model, text, windows, length).bits_per_char;
    for (const int threads : {2, 4}) {
      set_threads(threads);
      EXPECT_EQ(score_fixed(model, text, windows, length).bits_per_char, one) << threads;
    }
  }
  set_threads(0);
}

// Windows go through the model several at a time. Scored one by one they must give the same bits.
TEST_F(FixedProtocol, DoesNotDependOnWhichWindowsAreScoredTogether) {
  for (const int length : {32, 100, 600}) {
    double total = 0;
    for (int w = 0; w < windows.count; ++w) {
      const FixedWindows single{.first_end = windows.end(w), .count = 1};
      total += score_fixed(model, text, single, length).bits_per_char * std::numbers::ln2;
    }
    EXPECT_NEAR(score_fixed(model, text, windows, length).bits_per_char,
                total / windows.count / std::numbers::ln2, 1e-12)
        << length;
  }
}

// A model that ignores all context scores the same at every length, to the last bit: only the
// context differs, never the targets.
TEST_F(FixedProtocol, TheTargetsAreTheSameAtEveryLength) {
  Transformer blind(small_model(), 0);
  for (float& x : blind.parameters().at("blocks.0.attention.out.weight").numbers()) x = 0;
  const double at_32 = score_fixed(blind, text, windows, 32).bits_per_char;
  for (const int length : {64, 100, 600})
    EXPECT_EQ(score_fixed(blind, text, windows, length).bits_per_char, at_32) << length;
}

TEST_F(FixedProtocol, LeavesNothingOnTheTape) {
  clear_tape();
  score_fixed(model, text, windows, 64);
  EXPECT_TRUE(tape().empty());
  EXPECT_TRUE(recording());
}

TEST_F(FixedProtocol, MisuseIsRefused) {
  expect_misuse([&] { score_fixed(model, text, windows, 31); },
                "length 31 is less than the 32 targets of a window");
  expect_misuse([&] { score_fixed(model, std::span(text).first(3000), windows, 64); },
                "the windows do not fit into 3000 characters");
  expect_misuse([&] { score_fixed(model, text, {.first_end = 64, .count = 1}, 65); }, "do not fit");
  expect_misuse([&] { score_fixed(model, text, {.first_end = 64, .count = 0}, 64); }, "do not fit");
}

}  // namespace
}  // namespace whereabouts
