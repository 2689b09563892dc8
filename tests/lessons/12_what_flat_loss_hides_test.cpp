// Lesson 12 and its exercise.
#include "../lessons/exercises/12_what_flat_loss_hides_check.h"
#include "lessons/exercise.h"
#include "lessons/run.h"

namespace whereabouts {
namespace {

TEST(Lesson12, PrintsItsFourLooks) {
  const QuickLesson lesson("12_what_flat_loss_hides", "--schemes alibi --steps 3");
  ASSERT_EQ(lesson.exit_code(), 0) << lesson.output();
  for (const char* text : {"1. The honest baseline: all 128 characters, or the last 64 of them",
                           "2. Names said again", "3. The receptive field", "4. The early-token"})
    EXPECT_TRUE(lesson.printed(text)) << text << "\n" << lesson.output();
  for (const char* file : {"names.csv", "names.svg", "receptive_field.svg", "position.svg"})
    EXPECT_TRUE(lesson.wrote(file)) << file;
}

using Row = std::vector<double>;

int right_farthest(int layers, int window) { return layers * (window - 1); }
int right_reach(const Row& field, double share) { return reach(field, share); }
double right_windows(const Row& bits_at, int length) {
  double sum = 0;
  for (int p = 0; p < length; ++p) sum += bits_at[p];
  return sum / length;
}

Verdict verdict(const std::function<int(int, int)>& farthest,
                const std::function<int(const Row&, double)>& reach_of,
                const std::function<double(const Row&, int)>& windows_bits) {
  return examined([&](Examiner& e) { check_flat_loss(e, farthest, reach_of, windows_bits); });
}

TEST(Exercise12, AcceptsTheSolutionAndNamesWhatIsUnwritten) {
  expect_solution_passes("12_what_flat_loss_hides");
  expect_unwritten(verdict([](int, int) -> int { not_written(); }, right_reach, right_windows));
  EXPECT_EQ(verdict(right_farthest, right_reach, right_windows).exit_code, 0);
}

TEST(Exercise12, RefusesAWindowThatForgetsItselfAndLayersThatDoNotAddUp) {
  expect_refused(
      verdict([](int layers, int window) { return layers * window; }, right_reach, right_windows),
      "farthest: one layer that sees 5");
  // As if both layers looked at the embeddings.
  const Verdict v = verdict([](int, int window) { return window - 1; }, right_reach, right_windows);
  expect_refused(v, "farthest: two layers that see 64");
  EXPECT_TRUE(v.says("FAIL  farthest: as in a model of 3 layers that see 5")) << v.text;
}

TEST(Exercise12, RefusesAReachThatIsOffByOne) {
  const auto off_by = [](int more) {
    return [more](const Row& field, double share) { return reach(field, share) + more; };
  };
  expect_refused(verdict(right_farthest, off_by(1), right_windows), "reach: half of a field");
  expect_refused(verdict(
                     right_farthest,
                     [](const Row& field, double share) {
                       int n = 0;
                       double within = field[0];
                       while (within <= share && n + 1 < static_cast<int>(field.size()))
                         within += field[++n];
                       return n;
                     },
                     right_windows),
                 "reach: half of a field");
}

TEST(Exercise12, RefusesTheLastPlaceAloneAndTheFirstPlaceLeftOut) {
  expect_refused(verdict(right_farthest, right_reach,
                         [](const Row& bits_at, int length) { return bits_at[length - 1]; }),
                 "windows: lengths 2, 4 and 8");
  expect_refused(verdict(right_farthest, right_reach,
                         [](const Row& bits_at, int length) {
                           double sum = 0;
                           for (int p = 1; p < length; ++p) sum += bits_at[p];
                           return length == 1 ? bits_at[0] : sum / (length - 1);
                         }),
                 "windows: lengths 2, 4 and 8");
}

}  // namespace
}  // namespace whereabouts
