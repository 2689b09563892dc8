#include <gtest/gtest.h>

#include <algorithm>

#include "lesson/lesson.h"

namespace whereabouts {
namespace {

TEST(Settings, AreCutDownForManyModelsInAQuickRunAlone) {
  Settings s;
  const Settings given = s;
  s.limit_if_quick(10, 128);
  EXPECT_EQ(s.steps, given.steps);
  EXPECT_EQ(s.eval_lengths, given.eval_lengths);
  s.quick = true;
  s.limit_if_quick(10, 128);
  EXPECT_EQ(s.steps, 10);
  EXPECT_EQ(std::ranges::max(s.eval_lengths), 128);
  s.steps = 3;
  s.limit_if_quick(10, 128);
  EXPECT_EQ(s.steps, 3);
}

}  // namespace
}  // namespace whereabouts
