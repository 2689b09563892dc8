#include "experiment/task_map.h"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace whereabouts
