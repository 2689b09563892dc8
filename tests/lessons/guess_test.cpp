// Predict, then measure: the guess, the score, and that nobody waits for an answer in a pipe.
#include "lesson/guess.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <sstream>

#include "lessons/run.h"
#include "util/file.h"

namespace whereabouts {
namespace {

namespace fs = std::filesystem;

class GuessTest : public testing::Test {
 protected:
  GuessTest() : folder_(fs::temp_directory_path() / ("guess_" + std::to_string(::getpid()))) {
    fs::remove_all(folder_);
    fs::create_directories(folder_ / "06_rope");
  }
  ~GuessTest() override { fs::remove_all(folder_); }

  // What is printed for one guess, and what guesses.csv holds afterwards.
  std::string printed(const std::string& name, std::optional<double> guess, double measured,
                      bool quick = false) {
    Lesson lesson;
    lesson.name = name, lesson.out = folder_ / name, lesson.guess = guess;
    lesson.settings.quick = quick;
    testing::internal::CaptureStdout();
    Guess(lesson, "how many?").compare(measured, 4);
    return testing::internal::GetCapturedStdout();
  }
  std::string kept() const { return read_file((folder_ / "guesses.csv").string(), "the guesses"); }
  bool any_kept() const { return fs::exists(folder_ / "guesses.csv"); }

 private:
  fs::path folder_;
};

TEST_F(GuessTest, StandsBesideTheMeasurementAndIsKept) {
  const std::string text = printed("06_rope", 100, 104);
  EXPECT_NE(text.find("Predict: how many?\nYour guess: 100\n"), std::string::npos) << text;
  EXPECT_NE(text.find("Measured: 104. Your guess was 100, which is right within 4."),
            std::string::npos)
      << text;
  EXPECT_EQ(kept(), "lesson,guess,measured,tolerance,right\n06_rope,100,104,4,1\n");
  EXPECT_NE(printed("07_alibi", 1, 104).find("which is not within 4"), std::string::npos);
}

TEST_F(GuessTest, TheFirstGuessOfEachLessonCounts) {
  EXPECT_NE(printed("06_rope", 1, 104).find("the first time: 0 of 1 "), std::string::npos);
  EXPECT_NE(printed("06_rope", 104, 104).find("the first time: 0 of 1 "), std::string::npos);
  EXPECT_NE(printed("07_alibi", 104, 104).find("the first time: 1 of 2 "), std::string::npos);
}

TEST_F(GuessTest, NothingIsKeptWithoutAGuessOrOfAQuickRun) {
  EXPECT_NE(printed("06_rope", {}, 104).find("\nMeasured: 104\n"), std::string::npos);
  printed("06_rope", 104, 104, /*quick=*/true);
  EXPECT_FALSE(any_kept());
}

TEST(Lessons, TakeAGuessAndRefuseWhatIsNoNumber) {
  const QuickLesson right("01_tensors_and_gradients", "--guess 30");
  EXPECT_EQ(right.exit_code(), 0) << right.output();
  EXPECT_TRUE(right.printed("Your guess was 30, which is right within 0.5.")) << right.output();
  const QuickLesson wrong("01_tensors_and_gradients", "--guess thirty");
  EXPECT_EQ(wrong.exit_code(), 2);
  EXPECT_TRUE(wrong.printed("--guess takes a number, got \"thirty\"")) << wrong.output();
  for (const char* lesson : {"01_tensors_and_gradients", "13_length_generalisation"}) {
    const QuickLesson empty(lesson, "--guess=");
    EXPECT_EQ(empty.exit_code(), 2);
    EXPECT_TRUE(empty.printed("--guess takes a number, got \"\"")) << empty.output();
  }
}

}  // namespace
}  // namespace whereabouts
