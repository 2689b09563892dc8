// A task as a map, as a table, and its best share.
#include "experiment/task_map.h"

#include <gtest/gtest.h>

#include <cmath>

#include "experiment/measure.h"
#include "text/tasks.h"

namespace whereabouts {
namespace {

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
