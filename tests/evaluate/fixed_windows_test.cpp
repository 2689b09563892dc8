#include "evaluate/fixed_windows.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "helpers.h"
#include "util/check.h"

namespace whereabouts {
namespace {

TEST(FixedWindows, AreSpreadOverTheWholePart) {
  const FixedWindows windows = fixed_windows(100'000, 1024);
  EXPECT_EQ(windows.count, 192);
  EXPECT_EQ(windows.end(0), 2048);
  EXPECT_EQ(windows.stride, (99'999 - 2048) / 191);
  EXPECT_LE(windows.end(191), 99'999);
  EXPECT_GT(windows.end(191) + windows.stride, 99'999);
  EXPECT_EQ(fixed_windows(100'000, 16'384).end(0), 16'384);
}

TEST(FixedWindows, ScoreNoTargetTwice) {
  const FixedWindows least = fixed_windows(2048 + 191 * 32 + 1, 64);
  EXPECT_EQ(least.end(0), 2048);
  EXPECT_EQ(least.stride, 32);
  EXPECT_EQ(least.end(191), 2048 + 191 * 32);
}

// So a loss is that of the same characters, whether its length is asked for alone or beside others.
TEST(FixedWindows, AreTheSameForAnyLongestLengthUpToThatOfTheProtocol) {
  const FixedWindows alone = fixed_windows(58'000, 32);
  for (const int longest : {33, 64, 100, 1024, 2048}) {
    const FixedWindows windows = fixed_windows(58'000, longest);
    EXPECT_EQ(windows.first_end, alone.first_end) << longest;
    EXPECT_EQ(windows.count, alone.count) << longest;
    EXPECT_EQ(windows.stride, alone.stride) << longest;
  }
}

// In a short text they begin earlier, then become fewer, and always stay inside.
TEST(FixedWindows, UseAShortTextAsWellAsTheyCan) {
  EXPECT_EQ(fixed_windows(2048 + 191 * 32, 64).end(0), 2047);
  for (int longest : {1, 32, 64, 1000}) {
    EXPECT_EQ(fixed_windows(static_cast<std::size_t>(longest), longest).count, 0);
    int previous = 0;
    for (int size = longest + 1; size < 9000; ++size) {
      const FixedWindows windows = fixed_windows(static_cast<std::size_t>(size), longest);
      ASSERT_GE(windows.count, std::max(1, previous));
      ASSERT_GE(windows.first_end, longest);
      ASSERT_LT(windows.end(windows.count - 1), size);
      previous = windows.count;
    }
    EXPECT_EQ(previous, 192);
  }
  EXPECT_EQ(fixed_windows(0, 64).count, 0);
}

TEST(FixedWindows, TooShortPartsAreRefusedBeforeTheFirstStep) {
  Text text = text_from_utf8("ab", "it");
  text.tokens.resize(1000);  // 900 for training, 100 for validation
  const auto refused = [&](int trained, int evaluated, const std::string& piece) {
    expect_error<UserError>([&] { check_long_enough(text, trained, evaluated); }, piece);
  };
  EXPECT_NO_THROW(check_long_enough(text, 899, 99));
  refused(900, 99, "has 900 characters, and length 900 needs at least 901");
  refused(900, 99, "--length");
  refused(64, 100, "has 100 characters, and evaluation at length 100 needs at");
  refused(64, 100, "--eval-lengths");
  refused(2'147'483'647, 64, "");
  refused(64, 2'147'483'647, "");
}

}  // namespace
}  // namespace whereabouts
