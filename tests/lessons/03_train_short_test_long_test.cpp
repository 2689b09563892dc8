// Lesson 03 and its exercise.
#include <numbers>
#include <numeric>

#include "../lessons/exercises/03_train_short_test_long_check.h"
#include "lessons/exercise.h"
#include "lessons/run.h"

namespace whereabouts {
namespace {

TEST(Lesson03, PrintsWhatIsTrainedASampleAndTheGap) {
  const QuickLesson lesson("03_train_short_test_long");
  ASSERT_EQ(lesson.exit_code(), 0) << lesson.output();
  EXPECT_TRUE(lesson.printed("63 different"));
  EXPECT_TRUE(lesson.printed("parameters: 108160"));
  EXPECT_TRUE(lesson.printed("three steps by hand, the losses agree to 0.0001: yes"));
  EXPECT_TRUE(lesson.printed("A sample, at temperature 0.8"));
  EXPECT_TRUE(lesson.printed("context  bits per character  gap to 64  scored"));
  EXPECT_TRUE(lesson.printed("what follows each                   3.471"));
  for (const char* file : {"model.safetensors", "training.safetensors", "loss.csv", "loss.svg",
                           "gap.csv", "architecture.svg"})
    EXPECT_TRUE(lesson.wrote(file)) << file;
}

double right_bits(const Logits& logits, const std::vector<int>& targets) {
  double nats = 0;
  for (std::size_t r = 0; r < targets.size(); ++r) {
    const double largest = std::ranges::max(logits[r]);
    double sum = 0;
    for (const double x : logits[r]) sum += std::exp(x - largest);
    nats += std::log(sum) - (logits[r][static_cast<std::size_t>(targets[r])] - largest);
  }
  return nats / static_cast<double>(targets.size()) / std::numbers::ln2;
}

// The mean over the last `scored` targets of windows of `length`; `start` says where each begins.
double scored_from(const Losses& losses, const std::vector<int>& ends, int length, int scored,
                   const std::function<int(int end)>& start) {
  double bits = 0;
  for (const int end : ends) {
    const std::vector<double> window = losses(start(end), length);
    bits = std::accumulate(window.end() - scored, window.end(), bits);
  }
  return bits / (static_cast<double>(ends.size()) * scored);
}
double right_score(const Losses& losses, const std::vector<int>& ends, int length) {
  return scored_from(losses, ends, length, kScored, [=](int end) { return end - length; });
}

Verdict verdict(const std::function<double(const Logits&, const std::vector<int>&)>& bits,
                const std::function<double(const Losses&, const std::vector<int>&, int)>& score) {
  return examined([&](Examiner& e) { check_train_short_test_long(e, bits, score); });
}

TEST(Exercise03, AcceptsTheSolutionAndNamesWhatIsUnwritten) {
  expect_solution_passes("03_train_short_test_long");
  expect_unwritten(verdict([](const Logits&, const std::vector<int>&) -> double { not_written(); },
                           right_score));
  expect_unwritten(verdict(
      right_bits, [](const Losses&, const std::vector<int>&, int) -> double { not_written(); }));
  EXPECT_EQ(verdict(right_bits, right_score).exit_code, 0);
}

TEST(Exercise03, RefusesNatsTheMeanOfProbabilitiesAndAnOverflow) {
  expect_refused(
      verdict([](const Logits& x,
                 const std::vector<int>& t) { return right_bits(x, t) * std::numbers::ln2; },
              right_score),
      "one of four characters");
  const auto probability = [](const std::vector<double>& row, int target) {
    double sum = 0;
    for (const double x : row) sum += std::exp(x);
    return std::exp(row[static_cast<std::size_t>(target)]) / sum;
  };
  expect_refused(verdict(
                     [&](const Logits& x, const std::vector<int>& t) {
                       double sum = 0;
                       for (std::size_t r = 0; r < t.size(); ++r) sum += probability(x[r], t[r]);
                       return -std::log2(sum / static_cast<double>(t.size()));
                     },
                     right_score),
                 "the mean of two targets");
  expect_refused(verdict(
                     [&](const Logits& x, const std::vector<int>& t) {
                       double sum = 0;
                       for (std::size_t r = 0; r < t.size(); ++r)
                         sum -= std::log2(probability(x[r], t[r]));
                       return sum / static_cast<double>(t.size());
                     },
                     right_score),
                 "logits of 800");
}

TEST(Exercise03, RefusesEveryTargetScoredAndWindowsThatGrowToTheRight) {
  const auto scores = [](int extra, bool all, bool to_the_right) {
    return verdict(right_bits, [=](const Losses& losses, const std::vector<int>& ends, int length) {
      return scored_from(losses, ends, length, all ? length : kScored,
                         [=](int end) { return end + extra - (to_the_right ? kScored : length); });
    });
  };
  EXPECT_EQ(scores(0, false, false).exit_code, 0);
  const Verdict all = scores(0, true, false);
  expect_refused(all, "length 64: the same characters");
  EXPECT_TRUE(all.says("FAIL  and at 64 it does not")) << all.text;
  EXPECT_TRUE(all.says("given     2.0312")) << all.text;  // the early-token curse
  expect_refused(scores(0, false, true), "length 64: the same characters");
  expect_refused(scores(1, false, false), "length 32: all targets");
}

}  // namespace
}  // namespace whereabouts
