#include "util/nearest.h"

#include <gtest/gtest.h>

namespace whereabouts {
namespace {

TEST(Nearest, FindsWhatWasProbablyMeant) {
  const std::vector<std::string> names{"none", "sinusoidal", "rope", "alibi", "t5"};
  EXPECT_EQ(nearest("rpoe", names), "rope");
  EXPECT_EQ(nearest("sinusodial", names), "sinusoidal");
  EXPECT_EQ(nearest("sin", names), "sinusoidal");
  EXPECT_EQ(nearest("transformer", names), "");
  EXPECT_EQ(nearest("", {}), "");
  EXPECT_EQ(nearest("ro", {"rotate", "router"}), "");  // two could be meant
}

}  // namespace
}  // namespace whereabouts
