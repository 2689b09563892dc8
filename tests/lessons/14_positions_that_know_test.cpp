// Lesson 14 and its exercise.
#include "../lessons/exercises/14_positions_that_know_check.h"
#include "lessons/exercise.h"
#include "lessons/run.h"
#include "position/places_in_numbers.h"

namespace whereabouts {
namespace {

TEST(Lesson14, PrintsThePlacesAndBothTables) {
  const QuickLesson lesson("14_positions_that_know");
  ASSERT_EQ(lesson.exit_code(), 0) << lesson.output();
  EXPECT_TRUE(lesson.printed("its place        1  2  3  4  0  1  2  3  4  0   1   2   3   4   5"));
  EXPECT_TRUE(lesson.printed("2. sum: the share of instances without a mistake"));
  EXPECT_TRUE(lesson.printed("\ncoupled:over=window:size=3  "));
  EXPECT_TRUE(lesson.printed("The task was not learned"));
  EXPECT_TRUE(lesson.printed("next: make 15"));
  for (const char* file : {"tasks.csv", "exact.svg"}) EXPECT_TRUE(lesson.wrote(file)) << file;
}

TEST(Lesson14, TakesAnotherTaskAndRefusesAnUnknownOne) {
  const QuickLesson hints("14_positions_that_know", "--task sum-hints --schemes none");
  EXPECT_EQ(hints.exit_code(), 0) << hints.output();
  EXPECT_TRUE(hints.printed("2. sum-hints:"));
  const QuickLesson wrong("14_positions_that_know", "--task sums");
  EXPECT_EQ(wrong.exit_code(), 2);
  EXPECT_TRUE(wrong.printed("did you mean sum?")) << wrong.output();
}

std::vector<int> places(const std::string& text) {
  std::vector<int> tokens;
  for (const char c : text) tokens.push_back(c >= '0' && c <= '9' ? c - '0' : 10);
  return places_in_numbers(tokens, 10, 99);
}
std::string hinted(const std::string& text, char first) {
  const std::vector<int> of = places(text);
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (of[i] > 0) result += static_cast<char>(first + of[i] - 1);
    result += text[i];
  }
  return result;
}

TEST(Exercise14, AcceptsTheSolutionAndNamesWhatIsUnwritten) {
  expect_solution_passes("14_positions_that_know");
  expect_unwritten(examined([](Examiner& e) {
    check_positions_that_know(
        e, [](const std::string&) -> std::vector<int> { not_written(); }, hinted);
  }));
}

TEST(Exercise14, RefusesTheUsualMistakesAndSaysWhatIsMeant) {
  using Text = const std::string&;
  const auto of_places = [](std::vector<int> (*f)(Text)) {
    return examined([=](Examiner& e) { check_positions_that_know(e, f, hinted); });
  };
  const auto of_hints = [](std::string (*f)(Text, char)) {
    return examined([=](Examiner& e) { check_positions_that_know(e, places, f); });
  };
  EXPECT_EQ(of_hints(hinted).exit_code, 0);
  expect_refused(of_places([](Text text) {  // from 0
                   std::vector<int> found = places(text);
                   for (int& p : found) p -= p > 0;
                   return found;
                 }),
                 "places of 7", "the first digit of a number has place 1");
  expect_refused(of_places([](Text text) {  // never begins again
                   std::vector<int> found;
                   int place = 0;
                   for (const char c : text) found.push_back(c >= '0' && c <= '9' ? ++place : 0);
                   return found;
                 }),
                 "places of 58+39=871", "the digit after them 1 again");
  expect_refused(of_places([](Text text) {  // 9 is left out
                   std::vector<int> found;
                   int place = 0;
                   for (const char c : text)
                     found.push_back(place = c >= '0' && c < '9' ? place + 1 : 0);
                   return found;
                 }),
                 "places of 58+39=871");
  expect_refused(of_places([](Text text) {
                   std::vector<int> found = places(text);
                   for (int& p : found) p %= 10;
                   return found;
                 }),
                 "places of 1234567890+", "places go on beyond 9");
  expect_refused(of_hints([](Text text, char first) { return hinted(text, first + 1); }),
                 "hints of 58+39=871");
  expect_refused(of_hints([](Text text, char first) {  // behind its digit
                   std::string result;
                   const std::vector<int> of = places(text);
                   for (std::size_t i = 0; i < text.size(); ++i) {
                     result += text[i];
                     if (of[i] > 0) result += static_cast<char>(first + of[i] - 1);
                   }
                   return result;
                 }),
                 "hints of 58+39=871", "the letter stands before its digit");
}

}  // namespace
}  // namespace whereabouts
