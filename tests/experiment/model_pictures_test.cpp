#include "experiment/model_pictures.h"

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

namespace whereabouts {
namespace {

const Added kAdded{"mine", Tensor({2, 3}, {0, -1, -2, 0, 0.25f, 0.5f})};

TEST(ModelPictures, WhatIsAddedIsAPictureAndATable) {
  const HeatMap map = added_map(kAdded, "over a text");
  EXPECT_EQ(map.title, "What mine adds to the score");
  EXPECT_EQ(map.rows, 2);
  EXPECT_EQ(map.columns, 3);
  EXPECT_EQ(map.values[4], 0.25);
  EXPECT_EQ(map.row_labels, (std::vector<std::string>{"1", "2"}));

  const std::vector<int> distances = {0, 2};
  EXPECT_EQ(added_table({&kAdded, 1}, distances),
            "scheme  head  n = 0      2\n"
            "--------------------------\n"
            "mine       1   0.00  -2.00\n"
            "mine       2   0.00   0.50\n");
  const std::vector<int> too_far = {3};
  EXPECT_THROW(added_table({&kAdded, 1}, too_far), std::invalid_argument);
}

TEST(ModelPictures, AttentionIsDrawnWithTheLabelsOfItsText) {
  const HeatMap map = attention_map("a b", "random", {1, 0, 0.5, 0.5}, {"a", "b"});
  EXPECT_EQ(map.rows, 2);
  EXPECT_EQ(map.values[2], 0.5);
  EXPECT_EQ(map.row_labels, map.column_labels);
}

TEST(ModelPictures, AnAddressIsAsAlikeToItselfAsCanBe) {
  const Transformer model({.vocabulary = 5, .trained_length = 16, .scheme = "sinusoidal"}, 0);
  const HeatMap map = address_map(model, 4, 2, 1);
  ASSERT_EQ(map.values.size(), 16u);
  EXPECT_NEAR(map.values[9], 1, 1e-5);
  EXPECT_LT(map.values[0], 0.999);
  EXPECT_THROW(address_map(model, 4, 4, 0), std::invalid_argument);
}

TEST(ModelPictures, ScoresStandSideBySideBlankWhereNothingIsSeen) {
  const std::vector<Tensor> scores = {Tensor({1, 2, 2}, {1, 9, 2, 3}),
                                      Tensor({1, 2, 2}, {4, 9, 5, 6})};
  const std::vector<char32_t> vocabulary = {U' ', U'a'};
  const std::vector<Token> text = {1, 0};
  const HeatMap map = scores_side_by_side(scores, 0, text, vocabulary);
  EXPECT_EQ(map.rows, 2);
  ASSERT_EQ(map.columns, 5);
  EXPECT_EQ(map.row_labels, (std::vector<std::string>{"a", "space"}));
  const double blank = std::nan("");
  const std::vector<double> expected = {1, blank, blank, 4, blank, 2, 3, blank, 5, 6};
  ASSERT_EQ(map.values.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    if (std::isnan(expected[i]))
      EXPECT_TRUE(std::isnan(map.values[i])) << i;
    else
      EXPECT_EQ(map.values[i], expected[i]) << i;
  }
}

}  // namespace
}  // namespace whereabouts
