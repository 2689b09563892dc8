#include "experiment/task_map.h"

#include <gtest/gtest.h>

#include <sstream>

#include "experiment/measure.h"
#include "report/terminal.h"

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

}  // namespace
}  // namespace whereabouts
