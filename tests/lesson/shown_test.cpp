// What the lessons show by one call: the numbers behind the tables.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "helpers.h"
#include "lesson/alibi_pictures.h"
#include "lesson/bias_pictures.h"
#include "lesson/cache_pictures.h"
#include "lesson/distance_pictures.h"
#include "lesson/product_speed.h"
#include "lesson/rope_extensions.h"
#include "lesson/sampling_flags.h"
#include "lesson/told_distances.h"
#include "lesson/turning_pictures.h"
#include "small_run.h"

namespace whereabouts {
namespace {

namespace fs = std::filesystem;

class Shown : public ::testing::Test {
 protected:
  Shown() {
    lesson_.name = "07_shown";
    lesson_.out =
        fs::path(::testing::TempDir()) / ("whereabouts_shown_" + std::to_string(getpid()));
    fs::remove_all(lesson_.out);
    fs::create_directories(lesson_.out);
    lesson_.settings.length = 16, lesson_.settings.width = 16, lesson_.settings.heads = 2;
  }
  ~Shown() override { fs::remove_all(lesson_.out); }

  static Transformer model(const std::string& scheme) {
    return Transformer({.vocabulary = 12,
                        .width = 16,
                        .heads = 2,
                        .layers = 2,
                        .trained_length = 16,
                        .scheme = scheme},
                       1);
  }
  // What `show` prints.
  template <class Show>
  std::string printed(const Show& show) const {
    ::testing::internal::CaptureStdout();
    show();
    std::cout.flush();
    return ::testing::internal::GetCapturedStdout();
  }
  static bool has(const std::string& text, const std::string& piece) {
    return text.find(piece) != std::string::npos;
  }

  Lesson lesson_;
  const std::vector<Token> text_ = small_text();
};

TEST_F(Shown, FarAttentionIsNothingInAWindowAndMostOfAllWithoutPositions) {
  double in_window = -1, without = -1;
  const std::string table = printed([&] {
    in_window = show_far_attention(lesson_, model("window:size=16"), text_);
    without = show_far_attention(lesson_, model("none"), text_);
  });
  EXPECT_EQ(in_window, 0);
  // With random weights all keys are nearly alike, and 33 to 64 of them are seen: half to three
  // quarters are 16 or more back.
  EXPECT_GT(without, 0.5);
  EXPECT_LT(without, 0.8);
  EXPECT_TRUE(has(table, "bits at 64 without it")) << table;
  EXPECT_EQ(printed([&] {
              in_window = show_far_attention(lesson_, model("none"), std::span(text_).first(20));
            }),
            "The text has no room for contexts of 64.\n");
  EXPECT_EQ(in_window, 0);
}

TEST_F(Shown, HalfOfAHeadsWeightLiesWithinTheLogarithmOf2OverItsSlope) {
  const std::string table = printed([&] { show_how_far(lesson_, std::vector<double>{0.5, 0.01}); });
  EXPECT_TRUE(fs::exists(lesson_.out / "weights.svg"));
  EXPECT_TRUE(has(table, " 1.4 ")) << "ln 2 / 0.5\n" << table;
  EXPECT_TRUE(has(table, " 69.3 ")) << "ln 2 / 0.01\n" << table;
  EXPECT_TRUE(has(table, " 0.527 ")) << "e^-0.64\n" << table;
}

TEST_F(Shown, OnlyRopeHasPairsToClamp) {
  int found = -1;
  lesson_.settings.schemes = {"alibi"};
  printed([&] { found = show_clamped_pairs(lesson_, model("alibi"), text_); });
  EXPECT_EQ(found, 0);
}

TEST_F(Shown, BucketsBeginWhereTheNumberChanges) {
  const std::string lines =
      printed([&] { show_buckets(lesson_, [](int n, int buckets, int) { return n / buckets; }); });
  EXPECT_TRUE(has(lines, "32 up to 128: 0 32 64 96\n")) << lines;
  EXPECT_TRUE(has(lines, "16 up to 64: 0 16 32 48 64 80 96 112\n")) << lines;
}

TEST_F(Shown, ACacheThatIsNotBrokenDiffersNowhere) {
  const Transformer rope = model("rope");
  for (const auto& entry : rope.parameters().entries())
    for (float& w : entry.tensor.numbers()) w *= 10;  // so that positions matter without training
  const auto same = [](const Transformer& m) { return m.with_scheme(m.config().scheme); };
  const std::string table =
      printed([&] { show_broken_cache(rope, same, std::span(text_).first(48), lesson_.out); });
  for (const char* row : {"\nrope                                         0.0000 ",
                          "\nrope:scaling=dynamic-ntk:factor=4            0.0000 "})
    EXPECT_TRUE(has(table, row)) << table;
  const auto broken = [](const Transformer& m) { return m.with_scheme("none"); };
  EXPECT_FALSE(has(
      printed([&] { show_broken_cache(rope, broken, std::span(text_).first(48), lesson_.out); }),
      " 0.0000 "));
  const std::string difference =
      printed([&] { show_with_and_without_cache(model("alibi"), std::span(text_).first(24)); });
  EXPECT_EQ(difference.find("Over 24 characters: the largest difference of any logit is "), 0u);
}

TEST_F(Shown, TwelveReadingsOfWhichSomeAreChosen) {
  const Transformer rope = model("rope");
  const std::vector<Reading> ways = twelve_readings(rope, text_, 32, 16, true);
  ASSERT_EQ(ways.size(), 12u);
  EXPECT_EQ(ways[0].spec, "rope");
  int chosen = 0;
  for (const Reading& way : ways) {
    EXPECT_NO_THROW(rope.with_scheme(way.spec)) << way.spec;
    chosen += way.chosen;
  }
  EXPECT_GT(chosen, 0);
  EXPECT_LT(chosen, 12);
}

TEST_F(Shown, OnlyOnePlainRopeIsExtended) {
  Settings s;
  s.schemes = {"rope:base=500"};
  EXPECT_NO_THROW(check_plain_rope(s));
  s.schemes = {"rope", "rope"};
  EXPECT_THROW(check_plain_rope(s), UserError);
  s.schemes = {"rope:scaling=pi"};
  EXPECT_THROW(check_plain_rope(s), UserError);
}

TEST_F(Shown, BiasesAreThoseThatAddANumberForADistance) {
  for (const char* scheme : {"kerple-log", "kerple-power:shared=no", "fire", "sandwich:dim=8"})
    EXPECT_TRUE(is_bias(scheme)) << scheme;
  for (const char* scheme : {"rope", "none", "cope", "window"})
    EXPECT_FALSE(is_bias(scheme)) << scheme;
}

TEST_F(Shown, BothProductsAreEqual) {
  const std::string table = product_speed_table(std::vector{8, 33}, 1);
  EXPECT_TRUE(has(table, "\n   8 ") || has(table, "\n  8 ")) << table;
  EXPECT_FALSE(has(table, " no\n")) << table;
}

TEST_F(Shown, WhatIsSaidOfATextBeyondTraining) {
  const Transformer rope = model("rope");
  EXPECT_EQ(beyond_training(rope, rope, 300),
            "rope was trained on 16 characters; from number 17 on it meets distances that it was "
            "never trained on");
}

}  // namespace
}  // namespace whereabouts
