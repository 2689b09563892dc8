#include "bench/list_schedule.h"

#include <gtest/gtest.h>

namespace whereabouts {
namespace {

TEST(ListSchedule, EachFreeCoreTakesTheNextJob) {
  const std::vector<double> jobs = {3, 1, 1, 4, 2};
  EXPECT_EQ(list_schedule(jobs, 1), 11);
  // 3 2 | 1 1 4: the second core is free at 1 and 2, the first at 3.
  EXPECT_EQ(list_schedule(jobs, 2), 6);
  EXPECT_EQ(list_schedule(jobs, 3), 5);
  EXPECT_EQ(list_schedule(jobs, 5), 4);
  EXPECT_EQ(list_schedule(jobs, 16), 4);  // more cores than jobs idle
}

TEST(ListSchedule, TheOrderOfTheJobsMatters) {
  EXPECT_EQ(list_schedule(std::vector<double>{4, 2, 2}, 2), 4);
  EXPECT_EQ(list_schedule(std::vector<double>{2, 2, 4}, 2), 6);
}

TEST(ListSchedule, NothingTakesNoTime) { EXPECT_EQ(list_schedule(std::vector<double>{}, 4), 0); }

}  // namespace
}  // namespace whereabouts
