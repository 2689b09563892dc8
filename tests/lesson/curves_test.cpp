// The frame that the gap has in all lessons.
#include "lesson/curves.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>

#include "experiment/length_curve.h"
#include "experiment/results.h"
#include "util/write_file.h"

namespace whereabouts {
namespace {

namespace fs = std::filesystem;

// 16 different characters, each equally often followed by any: no table of counts is of use.
Text plain_text() {
  Random random(0);
  std::string text;
  for (int i = 0; i < 5000; ++i) text += static_cast<char>('a' + random.below(16));
  return text_from_utf8(text, "a test");
}

class GapFrame : public ::testing::Test {
 protected:
  GapFrame() {
    fs::remove_all(folder_);
    lesson_.name = "06_mine";
    lesson_.out = folder_ / "06_mine";
    lesson_.settings.eval_lengths = {32, 64};
    fs::create_directories(lesson_.out);
  }
  ~GapFrame() override { fs::remove_all(folder_); }

  void earlier(const std::string& name, const std::string& scheme,
               const std::string& settings = "# steps 1000\n") {
    fs::create_directories(folder_ / name);
    save_results({{scheme, 0, "fixed", 32, 3, 9}, {scheme, 0, "fixed", 64, 4, 9}},
                 folder_ / name / "gap.csv");
    write_file(folder_ / name / "settings.txt", settings);
  }
  LinePlot framed(double last) const {
    const std::vector<ResultRow> rows = {{"mine", 0, "fixed", 32, 3.5, 9},
                                         {"mine", 0, "fixed", 64, last, 9}};
    return in_gap_frame(lesson_, text_, length_plot(rows, {.trained_length = 32}, "A title"));
  }

  const fs::path folder_ =
      fs::path(::testing::TempDir()) / ("whereabouts_gap_" + std::to_string(getpid()));
  const Text text_ = plain_text();
  Lesson lesson_;
};

TEST_F(GapFrame, HasEarlierLessonsInGreyButNoLaterOneAndNoneItShowsItself) {
  earlier("04_first", "waves");
  earlier("05_second", "mine");
  earlier("06_mine", "own");
  earlier("05_third", "shorter", "steps 20\n");  // not as the lesson comes
  earlier("07_later", "later");
  earlier("other", "other");
  const LinePlot plot = framed(5);
  std::vector<std::string> names;
  for (const PlotSeries& s : plot.series) {
    names.push_back(s.name);
    EXPECT_EQ(s.quiet, s.name != "mine") << s.name;
  }
  EXPECT_EQ(names, (std::vector<std::string>{"mine", "waves (04)", "guessing",
                                             "counts, 1 character", "counts, 2 characters"}));
  EXPECT_EQ(plot.series[1].points[1].y, 4);
}

TEST_F(GapFrame, HasTheSameAxesUnlessACurveNeedsMore) {
  const LinePlot plot = framed(5);
  EXPECT_EQ(plot.y_min, 2);
  EXPECT_EQ(plot.y_max, 7);
  EXPECT_EQ(framed(8.25).y_max, 9);
  EXPECT_EQ(framed(1.5).y_min, 1);
  EXPECT_EQ(plot.title, "A title");
}

TEST_F(GapFrame, HasGuessingAndTablesOfCountsAsLevelLines) {
  const LinePlot plot = framed(5);
  ASSERT_EQ(plot.series.size(), 4u);
  for (std::size_t i = 1; i < 4; ++i) {
    ASSERT_EQ(plot.series[i].points.size(), 2u);
    EXPECT_EQ(plot.series[i].points[0].x, 32);
    EXPECT_EQ(plot.series[i].points[1].x, 64);
    EXPECT_EQ(plot.series[i].points[0].y, plot.series[i].points[1].y);
  }
  EXPECT_EQ(plot.series[1].points[0].y, 4) << "16 characters";
  EXPECT_NEAR(plot.series[2].points[0].y, 4, 0.1);
}

TEST_F(GapFrame, DrawsUnderTheNameOfAFile) {
  draw_gap(lesson_, text_, {{"mine", 0, "fixed", 32, 3, 9}, {"mine", 0, "fixed", 64, 4, 9}},
           "A title", "tuned");
  for (const char* file : {"tuned.csv", "tuned.svg"})
    EXPECT_TRUE(fs::exists(lesson_.out / file)) << file;
  EXPECT_FALSE(fs::exists(lesson_.out / "gap.svg"));
}

}  // namespace
}  // namespace whereabouts
