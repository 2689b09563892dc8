// Lesson 13 and its exercise.
#include "../lessons/exercises/13_length_generalisation_check.h"
#include "lessons/exercise.h"
#include "lessons/run.h"

namespace whereabouts {
namespace {

TEST(Lesson13, ShowsEveryTaskAndMapsThoseWanted) {
  const QuickLesson lesson("13_length_generalisation");
  ASSERT_EQ(lesson.exit_code(), 0) << lesson.output();
  for (const char* text :
       {"copy      DFI4>DFI4", "reverse   ryvs>svyr", "addition  71=876=328=124=7=0",
        "parity    0101=0110", "recall    d4r7j5m6>d4j5r7m6", "trained on lengths 1 to 12"})
    EXPECT_TRUE(lesson.printed(text)) << text << "\n" << lesson.output();
  for (const char* file : {"tasks.csv", "copy_character.svg", "copy_exact.svg"})
    EXPECT_TRUE(lesson.wrote(file)) << file;
  const Ran wrong = run("lessons/13_length_generalisation --tasks kopy");
  EXPECT_EQ(wrong.exit_code, 2);
  EXPECT_TRUE(wrong.printed("did you mean copy?")) << wrong.output;
}

using Texts = std::vector<std::string>;

// Column by column, with what may go wrong: the carry forgotten, the highest digits first.
std::string sum_of(const std::string& first, const std::string& second, bool carries,
                   bool highest_first) {
  std::string text;
  int carry = 0;
  for (std::size_t n = 0; n < first.size(); ++n) {
    const std::size_t i = highest_first ? n : first.size() - 1 - n;
    const int sum = first[i] + second[i] - 2 * '0' + (carries ? carry : 0);
    carry = sum / 10;
    text += {first[i], second[i], '=', char('0' + sum % 10)};
  }
  return text + '=' + char('0' + carry);
}
std::string right_addition(const std::string& first, const std::string& second) {
  return sum_of(first, second, true, false);
}
Marks right_marks(const Texts& wanted, const Texts& given) {
  Marks sum;
  double characters = 0;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    for (std::size_t c = 0; c < wanted[i].size(); ++c)
      sum.characters += wanted[i][c] == given[i][c];
    characters += static_cast<double>(wanted[i].size());
    sum.instances += wanted[i] == given[i];
  }
  return {sum.characters / characters, sum.instances / static_cast<double>(wanted.size())};
}

Verdict verdict(const std::function<std::string(const std::string&, const std::string&)>& addition,
                const std::function<Marks(const Texts&, const Texts&)>& marks) {
  return examined([&](Examiner& e) { check_length_generalisation(e, addition, marks); });
}

TEST(Exercise13, AcceptsTheSolutionAndNamesWhatIsUnwritten) {
  expect_solution_passes("13_length_generalisation");
  expect_unwritten(verdict(
      [](const std::string&, const std::string&) -> std::string { not_written(); }, right_marks));
  EXPECT_EQ(verdict(right_addition, right_marks).exit_code, 0);
}

TEST(Exercise13, RefusesTheHighestDigitsFirstAndAForgottenCarry) {
  const auto wrong = [](bool carries, bool highest_first) {
    return verdict(
        [=](const std::string& first, const std::string& second) {
          return sum_of(first, second, carries, highest_first);
        },
        right_marks);
  };
  expect_refused(wrong(true, true), "12 + 34 is 24=613=4=0");
  const Verdict v = wrong(false, false);
  expect_refused(v, "35 + 98 is 58=339=3=1");
  EXPECT_TRUE(v.says("yours is \"58=339=2=1\"")) << v.text;
  EXPECT_TRUE(v.says("pass  12 + 34")) << v.text;
}

TEST(Exercise13, RefusesACarryOutThatIsNotWritten) {
  expect_refused(verdict(
                     [](const std::string& first, const std::string& second) {
                       const std::string text = right_addition(first, second);
                       return text.ends_with("=0") ? text.substr(0, text.size() - 2) : text;
                     },
                     right_marks),
                 "2 + 3 is 23=5=0");
}

TEST(Exercise13, RefusesMarksForHalfAnInstanceAndForCharactersInTheWrongPlaces) {
  expect_refused(verdict(right_addition,
                         [](const Texts& wanted, const Texts& given) {
                           const double share = right_marks(wanted, given).characters;
                           return Marks{share, share};
                         }),
                 "marks: one of eight characters is wrong");
  expect_refused(verdict(right_addition,
                         [](const Texts& wanted, const Texts& given) {
                           Marks m = right_marks(wanted, given);
                           double found = 0, characters = 0;
                           for (std::size_t i = 0; i < wanted.size(); ++i) {
                             for (const char c : given[i])
                               found += wanted[i].find(c) != std::string::npos;
                             characters += static_cast<double>(wanted[i].size());
                           }
                           return Marks{found / characters, m.instances};
                         }),
                 "marks: the right characters in the wrong places");
}

}  // namespace
}  // namespace whereabouts
