// Lesson 12 and its exercise.
#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

#include "../lessons/12_names.h"
#include "../lessons/exercises/12_what_flat_loss_hides_check.h"
#include "evaluate/receptive_field.h"
#include "lessons/exercise.h"
#include "lessons/run.h"

namespace whereabouts {
namespace {

TEST(Lesson12, PrintsItsFourLooks) {
  const QuickLesson lesson("12_what_flat_loss_hides", "--schemes alibi --steps 3");
  ASSERT_EQ(lesson.exit_code(), 0) << lesson.output();
  for (const char* text :
       {"1. The honest baseline: all 128 characters, or the last 64 of them", "2. Names said again",
        "3. The receptive field", "4. The early-token", "the library counts the same names: yes"})
    EXPECT_TRUE(lesson.printed(text)) << text << "\n" << lesson.output();
  for (const char* file : {"names.csv", "names.svg", "receptive_field.svg", "position.svg"})
    EXPECT_TRUE(lesson.wrote(file)) << file;
}

// The same names in the same octaves, whatever the place of a name: in a half of a window, across two
// halves, with its last mention in sight, cut by the window's start, or before it.
TEST(Lesson12, ItCountsTheNamesThatTheLibraryCounts) {
  const Transformer model({.vocabulary = 6, .width = 8, .heads = 2, .trained_length = 16}, 1);
  std::vector<Token> part;
  for (int i = 0; i < 200; ++i) part.push_back(i * i % 5);
  std::vector<RepeatedName> names;
  const std::int64_t first = 1000;
  for (int i = 0; i < 24; ++i)
    names.push_back(
        {.offset = first + 10 + 7 * i, .length = 2 + i % 3, .distance = 5 + i * 5 % 19});
  for (const int length : {15, 16, 32}) {
    const auto own = copied_names(model, part, first, names, length);
    EXPECT_EQ(own, copied_as_the_library_counts(model, part, first, names, length)) << length;
    ASSERT_GT(own.size(), 1u);
    EXPECT_GT(own.at(8).characters, own.at(8).right);
    EXPECT_GT(own.at(8).right, 0);
  }
}

using Row = std::vector<double>;

int right_farthest(int layers, int window) { return layers * (window - 1); }
int right_reach(const Row& field, double share) { return reach(field, share); }
double right_windows(const Row& bits_at, int length) {
  double sum = 0;
  for (int p = 0; p < length; ++p) sum += bits_at[p];
  return sum / length;
}

Verdict verdict(const std::function<int(int, int)>& farthest,
                const std::function<int(const Row&, double)>& reach_of,
                const std::function<double(const Row&, int)>& windows_bits) {
  return examined([&](Examiner& e) { check_flat_loss(e, farthest, reach_of, windows_bits); });
}

TEST(Exercise12, AcceptsTheSolutionAndNamesWhatIsUnwritten) {
  expect_solution_passes("12_what_flat_loss_hides");
  expect_unwritten(verdict([](int, int) -> int { not_written(); }, right_reach, right_windows));
  EXPECT_EQ(verdict(right_farthest, right_reach, right_windows).exit_code, 0);
}

// The farthest character back that changes the loss of a model with random weights.
int farthest_measured(int layers, int window) {
  const int length = 24;
  const Transformer model({.vocabulary = 8,
                           .width = 16,
                           .heads = 2,
                           .layers = layers,
                           .trained_length = length,
                           .scheme = "window:over=none:size=" + std::to_string(window)},
                          1);
  std::vector<Token> text;
  for (int i = 0; i <= length + 1; ++i) text.push_back(i * i % 7);
  const std::vector<std::int64_t> starts = {0};
  const std::vector<double> field = receptive_field(model, text, starts, length);
  int far = 0;
  for (int n = 0; n < length; ++n)
    if (field[static_cast<std::size_t>(n)] > 0) far = n;
  return far;
}

TEST(Exercise12, ItsFarthestIsWhatAModelDoes) {
  EXPECT_EQ(farthest_measured(3, 5), right_farthest(3, 5));
}

TEST(Exercise12, RefusesAWindowThatForgetsItselfAndLayersThatDoNotAddUp) {
  const auto refused = [](int (*farthest)(int, int), const std::string& check,
                          const std::string& hint) {
    expect_refused(verdict(farthest, right_reach, right_windows), "farthest: " + check, hint);
  };
  refused([](int layers, int window) { return layers * window; }, "one layer that sees 5",
          "one of the 5 is the character itself");
  refused([](int layers, int window) { return layers - 1 + window - 1; }, "a window of 1",
          "also the first");
  // As if both layers looked at the embeddings.
  refused([](int, int window) { return window - 1; }, "two layers that see 64",
          "this is one layer");
  refused([](int layers, int window) { return layers == 2 ? 2 * window - 1 : window - 1; },
          "two layers that see 64", "two steps of 63");
  refused([](int layers, int window) { return static_cast<int>(std::pow(window - 1, layers)); },
          "two layers that see 64", "they do not multiply");
  refused([](int layers, int window) { return (1 << (layers - 1)) * (window - 1); },
          "3 layers that see 5", "do not double");
  refused([](int layers, int window) { return (layers > 1 ? 2 : 1) * (window - 1); },
          "3 layers that see 5", "there are three layers");
}

TEST(Exercise12, RefusesAReachThatIsOffByOneOrOfASingleShare) {
  using Reach = std::function<int(const Row&, double)>;
  const auto refused = [](const Reach& reach_of, const std::string& check,
                          const std::string& hint) {
    expect_refused(verdict(right_farthest, reach_of, right_windows), "reach: " + check, hint);
  };
  const std::string half = "half of a field", most = "90 %";
  refused([](const Row& field, double share) { return reach(field, share) + 1; }, half,
          "distances count from 0");
  refused(
      [](const Row& field, double share) {
        int n = 0;
        double within = field[0];
        while (within <= share && n + 1 < static_cast<int>(field.size()))
          within += field[static_cast<std::size_t>(++n)];
        return n;
      },
      half, "\"at least\" is content");
  refused([](const Row& field, double share) { return std::max(0, reach(field, share) - 1); }, most,
          "this is one too near");
  refused([](const Row& field, double share) { return reach(field, share) + (share > 0.5); }, most,
          "this is one too far");
  // The first single share that is as large.
  refused(
      [](const Row& field, double share) {
        const auto at = std::ranges::find_if(field, [=](double f) { return f >= share; });
        return static_cast<int>(at - field.begin());
      },
      most, "add up the shares");
}

TEST(Exercise12, RefusesOtherPlacesOfAWindow) {
  using Bits = std::function<double(const Row&, int)>;
  const auto refused = [](const Bits& windows_bits, const std::string& check,
                          const std::string& hint) {
    expect_refused(verdict(right_farthest, right_reach, windows_bits), "windows: " + check, hint);
  };
  const auto sum = [](const Row& bits, int from, int until) {
    return std::accumulate(bits.begin() + from, bits.begin() + until, 0.0);
  };
  const std::string single = "of a single character", three = "lengths 2, 4 and 8";
  refused([=](const Row& b, int n) { return sum(b, 1, n + 1) / n; }, single, "places count from 0");
  refused([=](const Row& b, int n) { return sum(b, 0, n + 1) / (n + 1); }, single,
          "this window has one character");
  refused([](const Row& b, int n) { return b[static_cast<std::size_t>(n - 1)]; }, three,
          "this is the last place alone");
  refused([=](const Row& b, int n) { return n == 1 ? b[0] : sum(b, 1, n) / (n - 1); }, three,
          "the first place is left out");
  refused([=](const Row& b, int n) { return sum(b, 0, n); }, three, "this is a sum");
  refused([=](const Row& b,
              int n) { return n == 1 ? b[0] : sum(b, 0, n) / static_cast<double>(b.size()); },
          three, "by how many places there are");
  refused(
      [=](const Row& b, int n) {
        return n == 1 ? b[0]
                      : sum(b, 0, static_cast<int>(b.size())) / static_cast<double>(b.size());
      },
      three, "a window ends at its length");
}

}  // namespace
}  // namespace whereabouts
