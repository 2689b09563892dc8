// Pictures in which nothing counts but where things are.
#include "text/pictures.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace whereabouts {
namespace {

TEST(Pictures, HoldOneSquareAndEachPatchKnowsOnWhichSideItLies) {
  Random random(1, "pictures");
  for (int i = 0; i < 50; ++i) {
    const Picture p = random_picture(6, random);
    ASSERT_EQ(p.patches.size(), 36u);
    ASSERT_EQ(p.asked.size(), p.answers.size());
    EXPECT_EQ(std::ranges::count(p.patches, kPatchOfSquare), 1);
    for (const Token patch : p.patches) EXPECT_TRUE(patch >= 0 && patch < kPatches);
    const auto square =
        static_cast<int>(std::ranges::find(p.patches, kPatchOfSquare) - p.patches.begin());
    std::size_t next = 0;
    for (int place = 0; place < 36; ++place) {
      const int right = place % 6 - square % 6, down = place / 6 - square / 6;
      const bool tie = std::abs(right) == std::abs(down);
      const bool asked = next < p.asked.size() && p.asked[next] == place;
      EXPECT_NE(tie, asked) << place;
      if (!asked) continue;
      const std::string expected = std::abs(right) > std::abs(down)
                                       ? (right < 0 ? "left" : "right")
                                       : (down < 0 ? "above" : "below");
      EXPECT_EQ(kSides[p.answers[next++]], expected);
    }
  }
}

TEST(Pictures, AreDrawnPixelByPixel) {
  Picture p{.side = 2, .patches = {15, 9, 0, 4}, .asked = {}, .answers = {}};
  EXPECT_EQ(drawn(p), (std::vector<std::string>{"######  ", "####  ##", "        ", "    ##  "}));
}

TEST(Pictures, AreDrawnBesideTheirAnswers) {
  Picture p{.side = 2, .patches = {15, 9, 0, 4}, .asked = {1, 2}, .answers = {1, 3}};
  EXPECT_EQ(drawn_with_answers(p), (std::vector<std::string>{"|######  |   .r", "|####  ##|   ",
                                                             "|        |   b.", "|    ##  |   "}));
}

TEST(Pictures, NeedRoomForTwo) {
  Random random(1, "pictures");
  EXPECT_THROW(random_picture(1, random), std::invalid_argument);
}

}  // namespace
}  // namespace whereabouts
