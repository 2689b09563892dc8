// Pictures in which nothing counts but where things are.
#include "text/pictures.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace whereabouts {
namespace {

TEST(Pictures, HoldOneSquareAndOneCrossAndTheAnswerIsWhereTheCrossIs) {
  Random random(1, "pictures");
  std::array<int, 4> answers{};
  for (int i = 0; i < 400; ++i) {
    const Picture p = random_picture(6, random);
    ASSERT_EQ(p.patches.size(), 36u);
    EXPECT_EQ(std::ranges::count(p.patches, kPatchOfSquare), 1);
    EXPECT_EQ(std::ranges::count(p.patches, kPatchOfCross), 1);
    for (const Token patch : p.patches) EXPECT_TRUE(patch >= 0 && patch < kPatches);
    const auto square = std::ranges::find(p.patches, kPatchOfSquare) - p.patches.begin();
    const auto cross = std::ranges::find(p.patches, kPatchOfCross) - p.patches.begin();
    const auto right = cross % 6 - square % 6, down = cross / 6 - square / 6;
    const std::string answer = kSides[p.answer];
    EXPECT_EQ(answer == "left" || answer == "right", std::abs(right) > std::abs(down));
    if (answer == "left") EXPECT_LT(right, 0);
    if (answer == "right") EXPECT_GT(right, 0);
    if (answer == "above") EXPECT_LT(down, 0);
    if (answer == "below") EXPECT_GT(down, 0);
    ++answers[p.answer];
  }
  for (const int count : answers) EXPECT_GT(count, 60);
}

TEST(Pictures, AreDrawnPixelByPixel) {
  Picture p{.side = 2, .patches = {15, 9, 0, 4}, .answer = 1};
  EXPECT_EQ(drawn(p), (std::vector<std::string>{"######  ", "####  ##", "        ", "    ##  "}));
}

TEST(Pictures, NeedRoomForTwo) {
  Random random(1, "pictures");
  EXPECT_THROW(random_picture(1, random), std::invalid_argument);
}

}  // namespace
}  // namespace whereabouts
