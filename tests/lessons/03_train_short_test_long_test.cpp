// Lesson 03 and its exercise.
#include <algorithm>
#include <cmath>
#include <functional>
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

// The mean of something over the targets, by their probabilities.
Verdict of_probabilities(const std::function<double(const std::vector<double>& p)>& mean) {
  return verdict(
      [&](const Logits& logits, const std::vector<int>& targets) {
        std::vector<double> p;
        for (std::size_t r = 0; r < targets.size(); ++r) {
          double sum = 0;
          for (const double x : logits[r]) sum += std::exp(x);
          p.push_back(std::exp(logits[r][static_cast<std::size_t>(targets[r])]) / sum);
        }
        return mean(p);
      },
      right_score);
}
double sum_of_bits(const std::vector<double>& p) {
  return std::accumulate(p.begin(), p.end(), 0.0,
                         [](double sum, double q) { return sum - std::log2(q); });
}

TEST(Exercise03, RefusesBitsThatAreNoneOrOfTheWrongTargets) {
  const auto times = [](double factor) {
    return verdict(
        [=](const Logits& x, const std::vector<int>& t) { return right_bits(x, t) * factor; },
        right_score);
  };
  const std::string one = "one of four characters", two = "the mean of two targets";
  expect_refused(times(std::numbers::ln2), one, "these are nats");
  expect_refused(times(-1), one, "the minus of -log2 p is missing");
  expect_refused(of_probabilities([](const std::vector<double>& p) { return p[0]; }), one,
                 "this is the probability itself");
  expect_refused(verdict(
                     [](const Logits& x, const std::vector<int>& t) {
                       return right_bits(x, std::vector<int>(t.size(), 1));
                     },
                     right_score),
                 "a character with probability 3/4", "the target is another");
  expect_refused(verdict(
                     [](const Logits& x, const std::vector<int>& t) {
                       return right_bits(x, std::vector<int>(t.size(), t[0]));
                     },
                     right_score),
                 two, "row 1 has another target");
  expect_refused(
      of_probabilities([](const std::vector<double>& p) {
        return -std::log2(std::accumulate(p.begin(), p.end(), 0.0) / static_cast<double>(p.size()));
      }),
      two, "the logarithm of the mean probability");
  expect_refused(of_probabilities(sum_of_bits), two, "this is the sum");
}

TEST(Exercise03, RefusesAnOverflowAndAProbabilityOfZero) {
  expect_refused(of_probabilities([](const std::vector<double>& p) {
                   return sum_of_bits(p) / static_cast<double>(p.size());
                 }),
                 "logits of 800", "e^800 is infinite");
  expect_refused(verdict(
                     [](const Logits& x, const std::vector<int>& t) {
                       const double bits = right_bits(x, t);
                       return -std::log2(std::exp2(-bits));
                     },
                     right_score),
                 "a character whose probability", "becomes 0");
}

TEST(Exercise03, RefusesOtherTargetsAndOtherWindows) {
  const auto scores = [](const std::function<int(int end, int length)>& start, bool all = false) {
    return verdict(right_bits, [=](const Losses& losses, const std::vector<int>& ends, int length) {
      return scored_from(losses, ends, length, all ? length : kScored,
                         [=](int end) { return start(end, length); });
    });
  };
  const auto right = [](int end, int length) { return end - length; };
  EXPECT_EQ(scores(right).exit_code, 0);
  const std::string at32 = "length 32: all targets", at64 = "length 64: the same characters";
  expect_refused(scores([](int end, int length) { return end - length + 1; }), at32,
                 "one too late");
  expect_refused(scores([](int end, int length) { return end - length - 1; }), at32,
                 "one too early");
  expect_refused(scores([](int end, int) { return end; }), at32, "not where it starts");
  expect_refused(scores([](int end, int) { return end - kScored; }), at64, "grows to the right");
  const Verdict all = scores(right, true);
  expect_refused(all, at64, "only the last 32 are");
  EXPECT_TRUE(all.says("FAIL  and at 64 it does not")) << all.text;
  EXPECT_TRUE(all.says("given     2.0312")) << all.text;  // the early-token curse

  const auto times = [](double factor) {
    return verdict(right_bits, [=](const Losses& losses, const std::vector<int>& ends, int length) {
      return factor * right_score(losses, ends, length);
    });
  };
  expect_refused(times(3), at32, "the sum over the windows");
  expect_refused(times(32), at32, "divide by 32");
  expect_refused(verdict(right_bits,
                         [](const Losses& losses, const std::vector<int>& ends, int length) {
                           const Losses first = [&](int start, int n) {
                             std::vector<double> window = losses(start, n);
                             window.resize(kScored);
                             return window;
                           };
                           return right_score(first, ends, length);
                         }),
                 at64, "the first 32 targets are scored");
  expect_refused(verdict(right_bits, [](const Losses& losses, const std::vector<int>& ends,
                                        int) { return right_score(losses, ends, kScored); }),
                 "and at 64 it does not", "windows of 32 are read");
}

}  // namespace
}  // namespace whereabouts
