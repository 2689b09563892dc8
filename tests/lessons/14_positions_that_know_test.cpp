// Lesson 14 and its exercise.
#include <functional>

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
  EXPECT_TRUE(lesson.printed("\ncoupled:over=window:size=3 "));
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

// One place for each character, from the character and the place before it.
std::vector<int> by_step(const std::string& text,
                         const std::function<int(char c, int before)>& step) {
  std::vector<int> found;
  for (const char c : text) found.push_back(step(c, found.empty() ? 0 : found.back()));
  return found;
}
bool digit(char c) { return c >= '0' && c <= '9'; }

TEST(Exercise14, RefusesOtherPlaces) {
  using Places = std::function<std::vector<int>(const std::string&)>;
  const auto refused = [](const Places& f, const std::string& check, const std::string& hint) {
    expect_refused(examined([&](Examiner& e) { check_positions_that_know(e, f, hinted); }),
                   "places of " + check, hint);
  };
  const std::string sum = "58+39=871";
  refused(
      [](const std::string& text) {
        std::vector<int> found = places(text);
        for (int& p : found) p -= p > 0;
        return found;
      },
      "7", "has place 1, not 0");
  refused(
      [](const std::string& text) {
        return by_step(text, [](char c, int) { return digit(c) ? c - '0' : 0; });
      },
      "7", "this is the digit itself");
  refused(
      [](const std::string& text) {
        int count = 0;
        return by_step(text, [&](char c, int) { return digit(c) ? ++count : 0; });
      },
      sum, "the count goes on after + and =");
  refused(
      [](const std::string& text) {
        int at = 0;
        return by_step(text, [&](char c, int) { return ++at, digit(c) ? at : 0; });
      },
      sum, "this is the place in the whole text");
  refused(
      [](const std::string& text) {
        std::vector<int> found = places(text);
        std::erase(found, 0);
        return found;
      },
      sum, "one for each character");
  refused(
      [](const std::string& text) {
        const std::vector<int> found = places({text.rbegin(), text.rend()});
        return std::vector<int>(found.rbegin(), found.rend());
      },
      sum, "counted from the last");
  refused(
      [](const std::string& text) {
        return by_step(text,
                       [](char c, int before) { return c >= '0' && c < '9' ? before + 1 : 0; });
      },
      sum, "9 is a digit too");
  refused(
      [](const std::string& text) {
        return by_step(text,
                       [](char c, int before) { return c > '0' && c <= '9' ? before + 1 : 0; });
      },
      "=90", "0 is a digit too");
  refused(
      [](const std::string& text) {
        std::vector<int> found = places(text);
        for (int& p : found) p %= 10;
        return found;
      },
      "1234567890+", "after place 9 comes place 10");
}

TEST(Exercise14, RefusesOtherHints) {
  using Hints = std::function<std::string(const std::string&, char)>;
  const auto refused = [](const Hints& f, const std::string& hint) {
    expect_refused(examined([&](Examiner& e) { check_positions_that_know(e, places, f); }),
                   "hints of 58+39=871", hint);
  };
  EXPECT_EQ(examined([](Examiner& e) { check_positions_that_know(e, places, hinted); }).exit_code,
            0);
  // Each character with its letter, put together by `join`.
  const auto joined = [](const std::function<std::string(char letter, char c)>& join) {
    return [join](const std::string& text, char first) {
      std::string result;
      const std::vector<int> of = places(text);
      for (std::size_t i = 0; i < text.size(); ++i)
        result += join(static_cast<char>(first + of[i] - 1), text[i]);
      return result;
    };
  };
  refused([](const std::string& text, char first) { return hinted(text, first + 1); },
          "the letter is first + place - 1");
  refused(joined([](char l, char c) {
            return digit(c) ? std::string{c, l} : std::string{c};
          }),
          "and not behind it");
  refused(joined([](char l, char c) {
            return std::string{l, c};
          }),
          "what is no digit gets no letter");
  refused(joined([](char l, char c) { return std::string{digit(c) ? l : c}; }),
          "the digits are gone");
  refused([](const std::string& text, char) { return hinted(text, 'A'); }, "and not always with A");
  refused(
      [](const std::string& text, char first) {
        std::string result;
        for (const char c : text) {
          if (digit(c)) result += first++;
          result += c;
        }
        return result;
      },
      "each number begins with `first` again");
}

}  // namespace
}  // namespace whereabouts
