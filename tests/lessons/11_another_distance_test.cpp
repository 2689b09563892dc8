// Lesson 11 and its exercise.
#include <sstream>

#include "../lessons/exercises/11_another_distance_check.h"
#include "lessons/exercise.h"
#include "lessons/run.h"
#include "position/distance_map.h"
#include "util/check.h"

namespace whereabouts {
namespace {

TEST(Lesson11, PrintsTheDistancesAndReadsOneModelInTwelveWays) {
  const QuickLesson lesson("11_another_distance");
  ASSERT_EQ(lesson.exit_code(), 0) << lesson.output();
  for (const char* way : {"\nrope as it is  ", "\nwindow  ", "\nntk  ", "\nyarn  ", "\nllama3  ",
                          "\nlongrope  ", "\nrerope  ", "\nleaky  ", "\nself-extend  ",
                          "\ndual-chunk  ", "\nlm-infinite  ", "\nstreaming  "})
    EXPECT_TRUE(lesson.printed(way)) << way;
  EXPECT_TRUE(lesson.printed("mapped-rope:map=self-extend:window="));
  EXPECT_TRUE(lesson.printed("rope:scaling=longrope:magnitude=1:factors="));
  EXPECT_TRUE(lesson.printed("next: make 12"));
  for (const char* file :
       {"told_self-extend.svg", "told_streaming.svg", "read.svg", "read.csv", "names.csv"})
    EXPECT_TRUE(lesson.wrote(file)) << file;
}

// What the lesson prints of the last of 16 characters is what the library tells.
TEST(Lesson11, TheDistancesInItsSourceAreThoseOfTheLibrary) {
  const QuickLesson lesson("11_another_distance");
  const std::vector<DistanceMapSettings> all = {
      {.method = "rerope", .trained_length = 8, .window = 4},
      {.method = "leaky", .trained_length = 8, .window = 4, .group = 4},
      {.method = "self-extend", .trained_length = 8, .window = 4, .group = 4},
      {.method = "dual-chunk", .trained_length = 8, .chunk = 4},
      {.method = "lm-infinite", .trained_length = 8, .window = 8, .sinks = 2},
      {.method = "streaming", .trained_length = 8, .window = 6, .sinks = 2}};
  for (const DistanceMapSettings& settings : all) {
    const std::string& name = settings.method;
    const DistanceMap rho = distance_map(settings);
    const std::size_t at = lesson.output().find("\n" + name + " ");
    ASSERT_NE(at, std::string::npos) << name;
    std::istringstream line(lesson.output().substr(at));
    std::string word;
    line >> word;
    for (int j = 0; j < 16; ++j) {
      ASSERT_TRUE(line >> word) << name << " " << j;
      EXPECT_EQ(word, rho(15, j) ? concat(*rho(15, j)) : ".") << name << " of key " << j;
    }
  }
}

TEST(Lesson11, RefusesASchemeThatIsNoPlainRope) {
  for (const char* scheme : {"alibi", "rope:scaling=pi"}) {
    const QuickLesson lesson("11_another_distance", concat("--schemes ", scheme));
    EXPECT_EQ(lesson.exit_code(), 2);
    EXPECT_TRUE(lesson.printed("this lesson takes one scheme, a form of rope without scaling"))
        << lesson.output();
  }
}

int told(int i, int j, int w, int G) { return i - j < w ? i - j : i / G - j / G + w - w / G; }
int least(int length, int trained, int w) {
  int G = 1;
  while (told(length - 1, 0, w, G) > trained - 1) ++G;
  return G;
}

TEST(Exercise11, AcceptsTheSolutionAndNamesWhatIsUnwritten) {
  expect_solution_passes("11_another_distance");
  expect_unwritten(examined([](Examiner& e) {
    check_another_distance(
        e, [](int, int, int, int) -> int { not_written(); }, least);
  }));
}

TEST(Exercise11, RefusesTheUsualMistakesAndSaysWhatIsMeant) {
  const auto verdict = [](int (*rho)(int, int, int, int), int (*group)(int, int, int) = least) {
    return examined([=](Examiner& e) { check_another_distance(e, rho, group); });
  };
  EXPECT_EQ(verdict(told).exit_code, 0);
  expect_refused(verdict([](int i, int j, int w, int G) {
                   return i - j < w ? i - j : (i - j) / G + w - w / G;
                 }),
                 "self-extend: i = 24", "both places are divided");
  expect_refused(
      verdict([](int i, int j, int w, int G) { return i - j < w ? i - j : i / G - j / G; }),
      "self-extend: the first far one", "8/4 - 0/4 + 8 - 8/4 = 8");
  expect_refused(
      verdict([](int i, int j, int w, int G) { return i - j < w ? i - j : i / G - j / G + w; }),
      "self-extend: the first far one", "8/4 - 0/4 + 8 - 8/4 = 8");
  expect_refused(verdict([](int i, int j, int, int G) { return i / G - j / G; }),
                 "self-extend: near", "it is told as it is");
  expect_refused(verdict(told, [](int length, int trained, int) { return length / trained; }),
                 "group_needed: 65", "try group = 1, 2, 3");
  expect_refused(verdict(told,
                         [](int length, int trained, int w) {
                           int G = 1;
                           while (told(length - 1, 0, w, G) > trained) ++G;
                           return G;
                         }),
                 "group_needed: 65", "at most trained - 1");
}

}  // namespace
}  // namespace whereabouts
