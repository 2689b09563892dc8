#include "nn/word_vectors.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace whereabouts {
namespace {

TEST(WordVectors, AreTheSameForTheSameWordAndSeed) {
  EXPECT_EQ(words(" the cat  chased"), (std::vector<std::string>{"the", "cat", "chased"}));
  WordVectors first(1, 5), second(1, 5), other(2, 5);
  const Tensor x = first.of("the cat saw the dog"), y = second.of("dog the");
  EXPECT_EQ(x.shape(), (Shape{5, 5}));
  const auto same = [](const float* a, const float* b) { return std::equal(a, a + 5, b); };
  EXPECT_TRUE(same(x.data(), x.data() + 15));  // the ... the
  EXPECT_TRUE(same(x.data() + 20, y.data()));  // dog
  EXPECT_TRUE(same(x.data(), y.data() + 5));   // the
  EXPECT_FALSE(same(x.data(), x.data() + 5));  // the, cat
  EXPECT_FALSE(same(x.data(), other.of("the").data()));
}

}  // namespace
}  // namespace whereabouts
