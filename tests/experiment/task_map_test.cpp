// A task as a map, as a table, and its best share; which schemes did not learn it.
#include "experiment/task_map.h"

#include <gtest/gtest.h>

#include <cmath>
#include <sstream>

#include "experiment/measure.h"
#include "report/terminal.h"
#include "text/tasks.h"

namespace whereabouts {
namespace {

TEST(NotLearned, NamesTheSchemesThatFailAtTheTrainedLengthInTheMedian) {
  std::vector<ResultRow> rows;
  const auto add = [&](const std::string& scheme, std::uint64_t seed, int length, double right) {
    rows.push_back({scheme, seed, "copy", length, 0, 100, "character"});
    rows.back().accuracy = right;
  };
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    add("none", seed, 12, 0.5);
    add("alibi", seed, 12, seed == 0 ? 0.6 : 0.98);  // one seed of three does not count
    add("rope", seed, 12, 1.0);
    add("rope", seed, 24, 0.2);
  }
  const std::vector<std::string> schemes = {"none", "alibi", "rope", "not-measured"};
  EXPECT_EQ(not_learned(rows, "copy", 12, schemes), std::vector<std::string>{"none"});
  EXPECT_EQ(not_learned_in_words(rows, "copy", 12, schemes),
            "none: fewer than 0.90 of the characters right at the trained length 12. The task was "
            "not learned, so longer ones tell nothing of how it generalises");
  EXPECT_EQ(not_learned_in_words(rows, "copy", 12, {"rope"}), "");
}

TEST(TaskTable, OfSeveralSeedsHasTheIntervalOfTheMeanAndFitsATerminal) {
  const Task& copy = task_named("copy");
  std::vector<ResultRow> rows;
  for (const std::uint64_t seed : {0, 1}) {
    for (const int length : task_lengths(copy)) {
      rows.push_back({"alibi", seed, "copy", length, 0, 100, "character"});
      rows.back().accuracy = seed == 0 ? 0.5 : 0.52;
    }
  }
  const std::string table = task_table(rows, copy, "character", {"alibi"});
  // 12.706 times the standard error 0.01
  for (const char* row : {"\nalibi  median 0.51 0.51| 0.51", "\n       mean   0.51 0.51| 0.51",
                          "\n       ±      0.13 0.13| 0.13"})
    EXPECT_NE(table.find(row), std::string::npos) << row << " in\n" << table;
  std::istringstream lines(table);
  for (std::string line; std::getline(lines, line);) EXPECT_LE(display_width(line), 80) << line;
}

// The share of `scheme` at a length, with exact instances a quarter of it.
void add(std::vector<ResultRow>& rows, const std::string& scheme, const std::string& task,
         std::uint64_t seed, int length, double share) {
  for (const char* kind : {"character", "exact"}) {
    ResultRow row{scheme, seed, task, length, 0, 100, kind};
    row.accuracy = std::string(kind) == "exact" ? share / 4 : share;
    rows.push_back(row);
  }
}

class TaskMap : public ::testing::Test {
 protected:
  TaskMap() {
    for (const int length : task_lengths(task_)) {
      for (const std::uint64_t seed : {0, 1, 2})
        add(rows_, "mine", task_.name, seed, length, 0.2 + 0.1 * static_cast<double>(seed));
      add(rows_, "other", task_.name, 0, length, length == task_.trained ? 0.875 : 0.25);
    }
    add(rows_, "mine", "another task", 0, task_.trained, 1);
  }
  const Task& task_ = tasks()[0];
  std::vector<ResultRow> rows_;
};

TEST_F(TaskMap, TheBestIsOfAnySchemeAndSeedButOfOneTaskLengthAndKind) {
  EXPECT_EQ(best_at(rows_, task_, "character", task_.trained), 0.875);
  EXPECT_DOUBLE_EQ(best_at(rows_, task_, "character", task_.tested), 0.4);
  EXPECT_DOUBLE_EQ(best_at(rows_, task_, "exact", task_.tested), 0.1);
  EXPECT_EQ(best_at(rows_, task_, "character", task_.tested + 1), 0);
  EXPECT_EQ(best_at({}, task_, "character", task_.trained), 0);
}

TEST_F(TaskMap, HasMediansAndBlanksWhereNothingWasMeasured) {
  const HeatMap map = task_map(rows_, task_, "character", {"other", "mine", "none"});
  EXPECT_EQ(map.row_labels, (std::vector<std::string>{"other", "mine", "none"}));
  ASSERT_EQ(map.values.size(), static_cast<std::size_t>(3 * map.columns));
  EXPECT_DOUBLE_EQ(map.values[static_cast<std::size_t>(map.columns)], 0.3);
  EXPECT_TRUE(std::isnan(map.values.back()));
}

TEST_F(TaskMap, TheTableHasALineBehindTheTrainedLengths) {
  const std::string table = task_table(rows_, task_, "exact", {"mine", "other"});
  EXPECT_NE(table.find(std::to_string(task_.trained) + "|"), std::string::npos) << table;
  EXPECT_NE(table.find(" 0.22|"), std::string::npos) << "0.875 / 4\n" << table;
  EXPECT_NE(table.find("\nmine"), std::string::npos) << table;
  EXPECT_EQ(table.find("0.30"), std::string::npos) << "of the other kind\n" << table;
}

}  // namespace
}  // namespace whereabouts
