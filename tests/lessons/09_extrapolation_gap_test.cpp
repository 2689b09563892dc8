// Lesson 09 in its short and its full form, and its exercise.
#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <numeric>
#include <regex>
#include <sstream>

#include "../lessons/exercises/09_extrapolation_gap_check.h"
#include "lessons/exercise.h"
#include "lessons/run.h"
#include "util/check.h"
#include "util/file.h"

namespace whereabouts {
namespace {

// The numbers of three rows of a table: a scheme's median, its mean, and half of its interval.
struct ThreeRows {
  std::vector<double> median, mean, half;
};
std::vector<ThreeRows> rows_of(const std::string& scheme, const std::string& output) {
  const std::regex rows(scheme + R"( +median +(.+)\n +mean +(.+)\n +± +(.+)\n)");
  const auto numbers = [](std::string text) {
    std::erase_if(text, [](char c) { return c == '*' || c == '!'; });
    std::istringstream words(text);
    return std::vector<double>(std::istream_iterator<double>(words), {});
  };
  std::vector<ThreeRows> found;
  for (std::sregex_iterator at(output.begin(), output.end(), rows), end; at != end; ++at)
    found.push_back({numbers((*at)[1]), numbers((*at)[2]), numbers((*at)[3])});
  return found;
}

TEST(Lesson09, PrintsBothTablesAndMarksWhatIsNotDefined) {
  const QuickLesson lesson("09_extrapolation_gap",
                           "--schemes none,learned --steps 3 --seeds 2 --eval-lengths 64,128");
  ASSERT_EQ(lesson.exit_code(), 0) << lesson.output();
  EXPECT_TRUE(lesson.printed("always on the same 6144 characters, 2 seeds: median,"))
      << lesson.output();
  EXPECT_TRUE(lesson.printed("over seeds and blocks of the text")) << lesson.output();
  EXPECT_TRUE(lesson.printed("The gap: how much more than at the training length of 64:"));
  EXPECT_TRUE(lesson.printed("* learned is not defined beyond 64; evaluated as learned:"));
  for (const char* file : {"results.csv", "blocks.csv", "gap.svg"})
    EXPECT_TRUE(lesson.wrote(file)) << file;

  // Both tables: of two seeds median and mean are the same, and what is not defined is marked in
  // each of its rows.
  for (const std::string scheme : {"none", "learned"}) {
    const std::vector<ThreeRows> tables = rows_of(scheme, lesson.output());
    ASSERT_EQ(tables.size(), 2u) << lesson.output();
    for (const ThreeRows& rows : tables) {
      ASSERT_EQ(rows.median.size(), 2u) << lesson.output();
      ASSERT_EQ(rows.mean.size(), 2u) << lesson.output();
      ASSERT_EQ(rows.half.size(), 2u) << lesson.output();
      for (const int i : {0, 1}) EXPECT_NEAR(rows.median[i], rows.mean[i], 0.011) << scheme;
    }
    EXPECT_GT(tables[0].half[0], 0) << "two seeds are two models";
    EXPECT_EQ(tables[1].half[0], 0) << "the gap at the training length";
  }
  EXPECT_TRUE(lesson.printed("*\n         ± ")) << lesson.output();
}

TEST(Lesson09, AStrideNeedsRoomAndOneBeyondTheLengthIsTold) {
  const std::string sliding = "--schemes none --steps 1 --batch 2 --protocols sliding ";
  const QuickLesson none("09_extrapolation_gap", sliding + "--eval-lengths 64 --stride 0");
  EXPECT_EQ(none.exit_code(), 2);
  EXPECT_TRUE(none.printed("--stride must be between 1 and 65536, got 0")) << none.output();
  const QuickLesson large("09_extrapolation_gap", sliding + "--eval-lengths 100000 --stride 65536");
  EXPECT_EQ(large.exit_code(), 2);
  EXPECT_TRUE(large.printed("--stride 65536 is too much: the validation part has "))
      << large.output();
  const QuickLesson beyond("09_extrapolation_gap",
                           sliding + "--length 64 --eval-lengths 32,64 --stride 64");
  EXPECT_EQ(beyond.exit_code(), 0);
  EXPECT_TRUE(beyond.printed("A window shorter than the stride of 64 moves on by its own length."))
      << beyond.output();
}

TEST(Lesson09, OfOneSeedItPrintsOneRowWithoutAnInterval) {
  const QuickLesson one("09_extrapolation_gap", "--schemes none --steps 1 --eval-lengths 64,128");
  EXPECT_TRUE(one.printed("on the same 6144 characters:\n")) << one.output();
  EXPECT_FALSE(one.printed("median")) << one.output();
}

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
  const std::string page = read_file((lesson.out() / "index.html").string(), "the page");
  for (const char* link : {">rope</th><td class=\"n\"><a href=\"runs/text-rope-seed0.csv\">",
                           "<a href=\"runs/text-none-seed0.csv\">"})
    EXPECT_NE(page.find(link), std::string::npos) << link << " in\n" << page;
  // The table of costs too: its numbers are notes of the run.
  const std::size_t cost = page.find("What each scheme costs</h2>");
  ASSERT_NE(cost, std::string::npos);
  EXPECT_NE(page.find("<td class=\"n\"><a href=\"runs/text-rope-seed0.csv\">", cost),
            std::string::npos);
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

TEST(Lesson09, ItsFullFormMeasuresByEveryProtocolAndShowsIt) {
  const QuickLesson lesson("09_extrapolation_gap",
                           "--full --schemes none --seeds 1 --steps 2 --eval-lengths 64,512 "
                           "--tasks parity");
  ASSERT_EQ(lesson.exit_code(), 0) << lesson.output();
  const std::string results = read_file((lesson.out() / "results.csv").string(), "the results");
  for (const char* row :
       {"none,0,fixed,64,", "none,0,fixed,512,", "none,0,windows,64,", "none,0,windows,512,",
        "none,0,sliding,64,", "none,0,sliding,512,", "none,0,cropped,512,"})
    EXPECT_NE(results.find(row), std::string::npos) << row << " in\n" << results;
  const std::string places = read_file((lesson.out() / "position.csv").string(), "the places");
  for (const char* row : {"none,0,512,1,1,", "none,0,512,2,2,"})
    EXPECT_NE(places.find(row), std::string::npos) << row << " in\n" << places;
  const std::string names = read_file((lesson.out() / "names.csv").string(), "the names");
  for (const char* row :
       {"none,0,512,seen,128,255,", "none,0,64,unseen,128,255,", "none,0,512,rest,0,0,"})
    EXPECT_NE(names.find(row), std::string::npos) << row << " in\n" << names;
  EXPECT_TRUE(
      lesson.printed("results.csv, blocks.csv, position.csv, names.csv, inside.csv, tasks.csv"))
      << lesson.output();
  const std::string page = read_file((lesson.out() / "index.html").string(), "the page");
  for (const char* section :
       {"The honest baseline", "The early-token curse", "Where in the window the loss is",
        "Names said again", "Tasks beside language", "What each scheme costs"})
    EXPECT_NE(page.find(section), std::string::npos) << section;
  for (const char* file : {"cropped.svg", "position.svg", "names.svg", "names_bits.svg",
                           "task_parity_character.svg", "tasks.csv"})
    EXPECT_TRUE(lesson.wrote(file)) << file;
}

// The fables, in a file that has no list of names beside it, while this lives.
struct NamelessText {
  std::filesystem::path path =
      std::filesystem::path(testing::TempDir()) / concat("nameless_", getpid(), ".txt");
  NamelessText() { std::filesystem::copy_file(WHEREABOUTS_SOURCE_DIR "/data/fables.txt", path); }
  ~NamelessText() { std::filesystem::remove(path); }
  std::string flags() const {
    return "--schemes none --steps 2 --eval-lengths 64 --protocols fixed,names --data '" +
           path.string() + "' ";
  }
};

TEST(Lesson09, OfATextWithoutNamesSaidAgainNoNamesAreMeasuredAndItSaysSo) {
  const NamelessText text;
  const QuickLesson lesson("09_extrapolation_gap", text.flags() + "--full --seeds 1 --tasks none");
  ASSERT_EQ(lesson.exit_code(), 0) << lesson.output();
  EXPECT_TRUE(lesson.printed("notice: protocol names measures nothing")) << lesson.output();
  EXPECT_TRUE(lesson.printed("its plots as SVG, and results.csv\n")) << lesson.output();
  EXPECT_FALSE(lesson.wrote("names.csv"));
  EXPECT_FALSE(lesson.wrote("tasks.csv"));
}

TEST(Lesson09, ItsShortFormSaysSoToo) {
  const NamelessText text;
  const QuickLesson lesson("09_extrapolation_gap", text.flags());
  ASSERT_EQ(lesson.exit_code(), 0) << lesson.output();
  EXPECT_TRUE(lesson.printed("notice: protocol names measures nothing")) << lesson.output();
}

using Numbers = std::vector<double>;
using Rows = std::vector<Measured>;

Numbers right_gaps(const Rows& rows, int length, int trained) {
  Numbers result;
  for (const Measured& there : rows) {
    for (const Measured& home : rows) {
      if (there.length == length && home.length == trained && there.seed == home.seed)
        result.push_back(there.bits - home.bits);
    }
  }
  return result;
}

// The bits of all seeds at one length, as the rows come.
Numbers bits_at(const Rows& rows, int length) {
  Numbers result;
  for (const Measured& row : rows)
    if (row.length == length) result.push_back(row.bits);
  return result;
}

double mean(const Numbers& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

Verdict verdict(const std::function<Numbers(const Rows&, int, int)>& gaps,
                const std::function<Spread(Numbers)>& middle) {
  return examined([&](Examiner& e) { check_extrapolation_gap(e, gaps, middle); });
}
Spread right_middle(const Numbers& values) { return spread(values); }

TEST(Exercise09, AcceptsTheSolutionAndNamesWhatIsUnwritten) {
  expect_solution_passes("09_extrapolation_gap");
  expect_unwritten(verdict([](const Rows&, int, int) -> Numbers { not_written(); }, right_middle));
  expect_unwritten(verdict(right_gaps, [](const Numbers&) -> Spread { not_written(); }));
  EXPECT_EQ(verdict(right_gaps, right_middle).exit_code, 0);
}

TEST(Exercise09, RefusesRunsMixedUpAndTheWrongDifference) {
  using Gaps = std::function<Numbers(const Rows&, int, int)>;
  const auto refused = [](const Gaps& gaps, const std::string& hint) {
    expect_refused(verdict(gaps, right_middle), "the gaps of three seeds at 1024", hint);
  };
  refused(
      [](const Rows& rows, int length, int trained) { return right_gaps(rows, trained, length); },
      "the wrong way round");
  refused(
      [](const Rows& rows, int length, int trained) {
        const Numbers there = bits_at(rows, length), home = bits_at(rows, trained);
        Numbers result;
        for (std::size_t i = 0; i < std::min(there.size(), home.size()); ++i)
          result.push_back(there[i] - home[i]);
        return result;
      },
      "look for the same seed");
  refused(
      [](const Rows& rows, int length, int trained) -> Numbers {
        return {spread(bits_at(rows, length)).median - spread(bits_at(rows, trained)).median};
      },
      "the difference of the medians");
  refused(
      [](const Rows& rows, int length, int trained) -> Numbers {
        return {mean(bits_at(rows, length)) - mean(bits_at(rows, trained))};
      },
      "the difference of the means");
  refused([](const Rows& rows, int length, int) { return bits_at(rows, length); },
          "these are the bits at 1024");
  refused([](const Rows& rows, int length, int) { return right_gaps(rows, length, 128); },
          "to the length before");
  refused(
      [](const Rows& rows, int length, int trained) {
        Numbers result;
        for (const double there : bits_at(rows, length))
          for (const double home : bits_at(rows, trained)) result.push_back(there - home);
        return result;
      },
      "every seed is compared with every other");
}

TEST(Exercise09, RefusesGapsThatCannotBeBelowZeroAndSeedsThatLackALength) {
  const auto with = [](const std::function<void(Numbers&)>& change) {
    return verdict(
        [=](const Rows& rows, int length, int trained) {
          Numbers result = right_gaps(rows, length, trained);
          change(result);
          return result;
        },
        right_middle);
  };
  const std::string below = "the gaps at 128";
  expect_refused(with([](Numbers& gaps) {
                   for (double& g : gaps) g = std::abs(g);
                 }),
                 below, "take no absolute value");
  expect_refused(with([](Numbers& gaps) {
                   for (double& g : gaps) g = std::max(g, 0.0);
                 }),
                 below, "do not hold it at 0");
  expect_refused(
      with([](Numbers& gaps) { std::erase_if(gaps, [](double g) { return g < -1e-9; }); }), below,
      "do not leave it out");
  expect_refused(verdict(
                     [](const Rows& rows, int length, int trained) {
                       Numbers result;
                       for (const Measured& there : rows) {
                         if (there.length != length) continue;
                         double home = 0;
                         for (const Measured& r : rows)
                           if (r.length == trained && r.seed == there.seed) home = r.bits;
                         result.push_back(there.bits - home);
                       }
                       return result;
                     },
                     right_middle),
                 "a seed that was not measured", "seed 1 has no bits at 64");
}

TEST(Exercise09, RefusesTheMeanAndTheMiddleOfWhatIsNotSorted) {
  const auto refused = [](const std::function<Spread(Numbers)>& middle, const std::string& check,
                          const std::string& hint) {
    expect_refused(verdict(right_gaps, middle), check, hint);
  };
  const std::string three = "median, lowest and highest of 3, 1, 2";
  refused(
      [](const Numbers& v) -> Spread {
        return {v[v.size() / 2], v.front(), v.back()};
      },
      three, "sort them first: these are the middle");
  refused(
      [](const Numbers& v) -> Spread {
        return {spread(v).median, spread(v).high, spread(v).low};
      },
      three, "the lowest and the highest are exchanged");
  const auto at = [](std::size_t (*which)(std::size_t count)) {
    return [which](Numbers v) -> Spread {
      std::ranges::sort(v);
      return {v[which(v.size())], v.front(), v.back()};
    };
  };
  refused(at([](std::size_t n) { return n / 2; }), "of four numbers",
          "this is the upper of the two");
  refused(at([](std::size_t n) { return (n - 1) / 2; }), "of four numbers",
          "this is the lower of the two");
  // Right for the first rows, which have their mean in the middle.
  refused(
      [](const Numbers& v) -> Spread {
        return {mean(v), spread(v).low, spread(v).high};
      },
      "one run that broke", "this is the mean");
  refused(
      [](const Numbers& v) -> Spread {
        return {(spread(v).low + spread(v).high) / 2, spread(v).low, spread(v).high};
      },
      "one run that broke", "half way between the extremes");
}

}  // namespace
}  // namespace whereabouts
