#include "experiment/grid.h"

#include <gtest/gtest.h>

#include <cmath>

#include "helpers.h"
#include "run_program.h"
#include "util/check.h"

namespace whereabouts {
namespace {

Settings two_schemes() {
  Settings s;
  s.schemes = {"rope", "alibi"};
  s.eval_lengths = {64, 128};
  return s;
}

TEST(Grid, HasEveryCombinationOnce) {
  const auto varied = parse_varied({"length=32,64", "rope:base=500,10000", "steps=5,6"});
  const std::vector<Cell> cells = cells_of(two_schemes(), varied);
  ASSERT_EQ(cells.size(), 8u + 4u);  // the base is no option of alibi
  EXPECT_EQ(cells[0].values, (std::vector<std::string>{"32", "500", "5"}));
  EXPECT_EQ(cells[0].settings.schemes[0], "rope:base=500");
  EXPECT_EQ(cells[0].settings.length, 32);
  EXPECT_EQ(cells[0].settings.eval_lengths, (std::vector<int>{32, 64, 128}));
  EXPECT_EQ(cells[0].dataset, "text length=32 steps=5");
  EXPECT_EQ(cells[1].settings.steps, 6);
  EXPECT_EQ(cells[8].values, (std::vector<std::string>{"32", "-", "5"}));
  EXPECT_EQ(cells[8].settings.schemes[0], "alibi");
  EXPECT_EQ(cells[11].settings.length, 64);
}

TEST(Grid, RunsHaveTheConditionsOfTheirCell) {
  Settings s = two_schemes();
  s.seeds = 2;
  const auto cells = cells_of(s, parse_varied({"length=16..32,64", "lr=0.01"}));
  const Sweep sweep = sweep_of(cells, "it", 7, "there");
  EXPECT_EQ(sweep.runs.size(), 8u);
  const RunConditions c = sweep.conditions(cells[0].dataset);
  EXPECT_EQ(c.settings,
            "--width 64 --heads 4 --layers 2 --steps 1000 --batch 32 --length 16..32 --lr 0.01 "
            "--eval-lengths 32,64,128 --protocols fixed");
  EXPECT_NE(sweep.conditions(cells[1].dataset).settings, c.settings);
}

TEST(Grid, WhatCannotBeVariedIsRefused) {
  const auto refused = [](const std::vector<std::string>& texts, const std::string& piece) {
    expect_error<UserError>([&] { cells_of(two_schemes(), parse_varied(texts)); }, piece);
  };
  refused({}, "nothing is varied");
  refused({"length"}, "--vary takes a setting and its values");
  refused({"=3"}, "--vary takes a setting and its values");
  refused({"steps=5,,6"}, "wants different values");
  refused({"steps=5,5"}, "wants different values");
  refused({"steps=5", "steps=6"}, "--vary steps is given twice");
  refused({"step=5"}, "--vary step=5: unknown flag \"--step\"; did you mean --steps?");
  refused({"steps=many"}, "--vary steps=many: --steps takes a whole number");
  refused({"t5:buckets=8"}, "--vary t5:buckets: t5 is not among the schemes");
}

// Two settings of one scheme; the gap is 1 for steps=5 and 2 for steps=6, and 10 more at length 64.
std::vector<CellResult> measured(const std::vector<Varied>& varied) {
  Settings s;
  s.schemes = {"rope"};
  s.eval_lengths = {128};
  std::vector<CellResult> results;
  for (const Cell& cell : cells_of(s, varied)) {
    const double gap = cell.settings.steps - 4 + (cell.settings.length == 64 ? 10 : 0);
    const ResultRow home{"rope", 0, "fixed", cell.settings.length, 2, 100};
    const ResultRow far{"rope", 0, "fixed", 128, 2 + gap, 100};
    results.push_back({cell, {home, far}});
  }
  return results;
}

TEST(Grid, TablesMapsAndCurvesShowTheGap) {
  const auto varied = parse_varied({"length=32,64", "steps=5,6"});
  const auto results = measured(varied);
  EXPECT_EQ(grid_table(varied, results),
            "scheme  length  steps  as trained  at the longest    gap\n"
            "--------------------------------------------------------\n"
            "rope        32      5        2.00            3.00   1.00\n"
            "rope        32      6        2.00            4.00   2.00\n"
            "rope        64      5        2.00           13.00  11.00\n"
            "rope        64      6        2.00           14.00  12.00\n");
  EXPECT_TRUE(
      grid_csv(varied, results)
          .starts_with("length,steps,scheme,seed,protocol,eval_length,bits_per_char,scored\n"
                       "32,5,rope,0,fixed,32,2,100\n32,5,rope,0,fixed,128,3,100\n"));
  const auto maps = grid_maps(varied, results);
  ASSERT_EQ(maps.size(), 1u);
  EXPECT_EQ(maps[0].values, (std::vector<double>{1, 2, 11, 12}));
  EXPECT_EQ(maps[0].row_labels, (std::vector<std::string>{"32", "64"}));
  const auto curves = grid_curves(varied, results);
  ASSERT_EQ(curves.size(), 1u);
  EXPECT_EQ(curves[0].series.size(), 4u);
  EXPECT_EQ(curves[0].title, "rope: length, steps");
  EXPECT_EQ(curves[0].series[3].name, "64, 6");
  EXPECT_FALSE(curves[0].mark_x) << "they were trained at two lengths";
  EXPECT_TRUE(
      grid_maps(parse_varied({"steps=5,6"}), measured(parse_varied({"steps=5,6"}))).empty());
}

// Two forms of rope are two schemes: their cells share neither a map nor a curve.
TEST(Grid, FormsOfOneSchemeAreKeptApart) {
  Settings s;
  s.schemes = {"rope", "rope:partial=0.5"};
  s.eval_lengths = {128};
  const auto varied = parse_varied({"length=32,64", "steps=5,6"});
  std::vector<CellResult> results;
  for (const Cell& cell : cells_of(s, varied)) {
    const std::string& scheme = cell.settings.schemes[0];
    const double gap = scheme == "rope" ? 1 : 3;
    results.push_back({cell,
                       {{scheme, 0, "fixed", cell.settings.length, 2, 100},
                        {scheme, 0, "fixed", 128, 2 + gap, 100}}});
  }
  const auto maps = grid_maps(varied, results);
  ASSERT_EQ(maps.size(), 2u);
  EXPECT_EQ(maps[0].values, (std::vector<double>{1, 1, 1, 1}));
  EXPECT_EQ(maps[1].values, (std::vector<double>{3, 3, 3, 3}));
  EXPECT_EQ(maps[1].title, "rope:partial=0.5");
  const auto curves = grid_curves(varied, results);
  ASSERT_EQ(curves.size(), 2u);
  EXPECT_EQ(curves[0].series.size(), 4u);
  EXPECT_EQ(curves[0].series[0].points.back().y, 3);
  EXPECT_EQ(curves[1].series[0].points.back().y, 5);
}

TEST(Grid, TheProgramGoesOnWhereItWasAndASettingsFileGivesTheSameNumbers) {
  const std::filesystem::path folder = fresh_folder();
  std::string letters;
  for (int i = 0; i < 6000; ++i) letters += static_cast<char>('a' + (i * i + i / 7) % 11);
  std::ofstream(folder / "text.txt") << letters;
  const std::string flags =
      " --data text.txt --width 8 --heads 2 --layers 1 --batch 2 --eval-lengths 64 --threads 1"
      " --vary length=32,16..40 --vary rope:base=100,500 --steps 3";
  const ProgramRun first = run_command(lesson_program("vary") + flags + " --out a", folder);
  ASSERT_EQ(first.exit_code, 0) << first.error;
  const std::string csv = contents(folder / "a/grid.csv");
  EXPECT_EQ(std::ranges::count(csv, '\n'), 1 + 4 * 2) << csv;
  EXPECT_TRUE(std::filesystem::exists(folder / "a/index.html"));
  std::filesystem::remove(folder / "a/grid.csv");
  EXPECT_EQ(run_command(lesson_program("vary") + flags + " --out a", folder).exit_code, 0);
  EXPECT_EQ(contents(folder / "a/grid.csv"), csv);
  const ProgramRun again =
      run_command(lesson_program("vary") + " --config a/settings.txt --out b", folder);
  ASSERT_EQ(again.exit_code, 0) << again.error;
  EXPECT_EQ(contents(folder / "b/grid.csv"), csv);
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace whereabouts
