// Lessons 09 (its full form), 11, 12 and 16: what they print and leave in their quick forms.
#include "lessons/run.h"

namespace whereabouts {
namespace {

TEST(Lesson09, ItsFullFormLeavesAPageAndTakesOverFinishedRuns) {
  // The smallest of its kind: two schemes, a few steps, one protocol, no task.
  const std::string few =
      "--full --schemes none,rope --steps 3 --eval-lengths 64,128 --protocols fixed --tasks none";
  const QuickLesson lesson("09_extrapolation_gap", few);
  ASSERT_EQ(lesson.exit_code(), 0) << lesson.output();
  EXPECT_TRUE(lesson.printed("2 runs, part 1 of 1")) << lesson.output();
  for (const char* file : {"index.html", "results.csv", "gap.svg", "extensions.svg",
                           "runs/text-none-seed0.csv", "runs/text-rope-seed0.csv"})
    EXPECT_TRUE(lesson.wrote(file)) << file;
  const std::string again =
      "lessons/09_extrapolation_gap --quick --out '" + lesson.out().string() + "' " + few;
  const Ran second = run(again);
  EXPECT_EQ(second.exit_code, 0) << second.output;
  EXPECT_TRUE(second.printed("rope seed 0: finished already")) << second.output;
  // Other settings in the same folder are refused, and nothing is measured.
  const Ran other = run(again + " --lr 0.1");
  EXPECT_EQ(other.exit_code, 2) << other.output;
  EXPECT_TRUE(other.printed("--lr 0.003, here --lr 0.1")) << other.output;
}

TEST(Lesson11, PrintsItsFourLooks) {
  const QuickLesson lesson("11_what_flat_loss_hides", "--schemes alibi --steps 3");
  ASSERT_EQ(lesson.exit_code(), 0) << lesson.output();
  for (const char* text : {"1. The honest baseline: all 256 characters, or the last 64 of them",
                           "2. Names said again", "3. The receptive field", "4. The early-token"})
    EXPECT_TRUE(lesson.printed(text)) << text << "\n" << lesson.output();
  for (const char* file : {"recall.csv", "recall.svg", "receptive_field.svg", "position.svg"})
    EXPECT_TRUE(lesson.wrote(file)) << file;
}

TEST(Lesson12, ShowsEveryTaskAndMapsThoseWanted) {
  const QuickLesson lesson("12_length_generalisation");
  ASSERT_EQ(lesson.exit_code(), 0) << lesson.output();
  for (const char* text :
       {"copy      DFI4>DFI4", "reverse   ryvs>svyr", "addition  71=876=328=124=7=0",
        "parity    0101=0110", "recall    d4r7j5m6>d4j5r7m6", "trained on lengths 1 to 12"})
    EXPECT_TRUE(lesson.printed(text)) << text << "\n" << lesson.output();
  for (const char* file : {"tasks.csv", "copy_character.svg", "copy_exact.svg"})
    EXPECT_TRUE(lesson.wrote(file)) << file;
  const Ran wrong = run("lessons/12_length_generalisation --tasks kopy");
  EXPECT_EQ(wrong.exit_code, 2);
  EXPECT_TRUE(wrong.printed("did you mean copy?")) << wrong.output;
}

TEST(Lesson16, JudgesTheArithmeticClaimsAndTheTwoSnippets) {
  const QuickLesson lesson("16_claims");
  ASSERT_EQ(lesson.exit_code(), 0) << lesson.output();
  for (const char* text :
       {"attention cannot tell two orders apart.\n  -> holds here",
        "whose mask hides what comes later.\n  -> does not hold here",
        "linear function of PE(p), the same for every p.\n  -> holds here",
        "depends on their offset alone.\n  -> holds here",
        "its score is 1.4816 each time, where rope gives 1.2867, -5.0051 and -5.0051",
        "Query 7, all scores equal, gives its own place 0.086 and the farthest key 0.173",
        "cannot be tested at this size"})
    EXPECT_TRUE(lesson.printed(text)) << text << "\n" << lesson.output();
  EXPECT_TRUE(lesson.wrote("claims.csv"));
}

}  // namespace
}  // namespace whereabouts
