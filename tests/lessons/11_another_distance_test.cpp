// Lesson 11 and its exercise.
#include <algorithm>
#include <cmath>
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
  for (const auto& [scheme, refusal] :
       {std::pair{"alibi", "this lesson takes one scheme, a form of rope"},
        {"rope:scaling=pi", "this lesson reads one model through every scaling"}}) {
    const QuickLesson lesson("11_another_distance", concat("--schemes ", scheme));
    EXPECT_EQ(lesson.exit_code(), 2);
    EXPECT_TRUE(lesson.printed(refusal)) << lesson.output();
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

using Told = int (*)(int i, int j, int window, int group);
using Needed = int (*)(int length, int trained, int window);
Verdict verdict(Told rho, Needed group) {
  return examined([=](Examiner& e) { check_another_distance(e, rho, group); });
}

TEST(Exercise11, ItsAnswersAreTheModules) {
  EXPECT_EQ(verdict(told, least).exit_code, 0);
  const DistanceMap rho = distance_map({.method = "self-extend", .window = 32, .group = 3});
  for (const int j : {0, 1, 2, 30, 67, 68, 99}) EXPECT_EQ(*rho(100, j), told(100, j, 32, 3)) << j;
  for (const int length : {65, 128, 256, 1024})
    EXPECT_EQ(least_group({.method = "self-extend"}, length), least(length, 64, 32)) << length;
}

TEST(Exercise11, RefusesOtherDistances) {
  const auto refused = [](Told rho, const std::string& check, const std::string& hint) {
    expect_refused(verdict(rho, least), "self-extend: " + check, hint);
  };
  const std::string near = "i = 20", first = "i = 8, j = 0", far = "i = 24", many = "place 100";
  refused([](int i, int j, int, int G) { return i / G - j / G; }, near, "and not in groups");
  refused([](int i, int j, int w, int G) { return i / G - j / G + w - w / G; }, near, "here 3");
  refused([](int i, int j, int w, int G) { return i - j < w ? i - j : i / G - j / G; }, first,
          "window - window/group is missing");
  refused([](int i, int j, int w, int G) { return i - j < w ? i - j : i / G - j / G + w; }, first,
          "window/group is not taken away");
  refused([](int i, int j, int w, int G) { return i - j < w ? i - j : i / G - j / G - w / G; },
          first, "window is not added");
  refused([](int i, int j, int w, int G) { return i - j < w ? i - j : (i - j) / G + w - w / G; },
          far, "both places are divided");
  refused(
      [](int i, int j, int w, int G) {
        return i - j < w ? i - j : static_cast<int>(i / G - j / G + w - double(w) / G);
      },
      many, "window/group is rounded down");
  refused([](int i, int j, int w, int G) { return i - j <= w ? i - j : told(i, j, w, G); }, many,
          "32 back is far already");
}

TEST(Exercise11, RefusesOtherGroups) {
  const auto refused = [](Needed group, const std::string& check, const std::string& hint) {
    expect_refused(verdict(told, group), "group_needed: " + check, hint);
  };
  const std::string nothing = "nothing to do", four = "65, 128";
  refused([](int length, int trained, int w) { return least(length + 1, trained, w); }, nothing,
          "length - 1");
  refused([](int length, int trained, int) { return (length - 1) / trained; }, nothing,
          "at least one character");
  refused([](int length, int trained, int) { return length / trained; }, four,
          "leaves no room for the near ones");
  refused([](int length, int trained, int) { return (length + trained - 1) / trained; }, four,
          "leaves no room for the near ones");
  refused([](int length, int trained, int w) { return least(length, trained + 1, w); }, four,
          "at most that");
  refused([](int length, int trained,
             int w) { return static_cast<int>(std::ceil(double(length - w) / (trained - w))); },
          four, "try one group after another");
  refused([](int length, int trained, int w) { return std::min(16, least(length, trained, w)); },
          four, "without a limit");
}

}  // namespace
}  // namespace whereabouts
