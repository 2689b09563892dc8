#include "app/gap.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <stdexcept>

#include "util/file.h"

namespace whereabouts {
namespace {

const Gap kGap{
    .name = "mine", .lengths = {32, 64, 128, 256}, .bits = {2.5, 2.25, 3, 2}, .scored = 9};

TEST(Gap, ReachesAsFarAsNoValueIsAboveTheMost) {
  EXPECT_EQ(kGap.at(64), 2.25);
  EXPECT_THROW(kGap.at(65), std::invalid_argument);
  EXPECT_EQ(kGap.reach(2.5), 64);  // that 256 is below again does not count
  EXPECT_EQ(kGap.reach(3), 256);
  EXPECT_EQ(kGap.reach(2.4), 0);
}

TEST(Gap, IsShownAndWrittenUnderOneName) {
  Lesson lesson;
  lesson.out = std::filesystem::path(::testing::TempDir()) / "whereabouts_gap_test";
  std::filesystem::create_directories(lesson.out);
  testing::internal::CaptureStdout();
  show_gaps(lesson, {&kGap, 1}, "A title", "far");
  const std::string printed = testing::internal::GetCapturedStdout();
  EXPECT_TRUE(printed.starts_with(gap_table({&kGap, 1}))) << printed;
  EXPECT_EQ(read_file((lesson.out / "far.csv").string(), "a table"), gap_csv({&kGap, 1}));
  EXPECT_NE(read_file((lesson.out / "far.svg").string(), "a plot").find("A title"),
            std::string::npos);
  std::filesystem::remove_all(lesson.out);
}

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
