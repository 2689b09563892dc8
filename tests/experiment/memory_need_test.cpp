#include "experiment/memory_need.h"

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <limits>

#include "evaluate/for_length.h"
#include "evaluate/losses.h"
#include "helpers.h"
#include "util/check.h"
#include "util/parallel.h"

namespace whereabouts {
namespace {

constexpr int kVocabulary = 60;

Settings settings(int width, int layers, int batch, int length, int longest,
                  const std::string& scheme) {
  Settings s;
  s.width = width;
  s.layers = layers;
  s.batch = batch;
  s.length = length;
  s.eval_lengths = {longest};
  s.schemes = {scheme};
  return s;
}

// Three steps of training and an evaluation, in a process of their own: how many bytes its memory
// grew by at most.
double measured_peak(const Settings& s) {
  int ends[2];
  if (pipe(ends) != 0) return 0;
  const pid_t child = fork();
  if (child == 0) {
    const auto peak = [] {
      rusage used = {};
      getrusage(RUSAGE_SELF, &used);
      return 1024.0 * static_cast<double>(used.ru_maxrss);
    };
    const double before = peak();
    std::vector<Token> text(40'000);
    for (std::size_t i = 0; i < text.size(); ++i) text[i] = static_cast<Token>(i * i % kVocabulary);
    Transformer model({.vocabulary = kVocabulary,
                       .width = s.width,
                       .heads = s.heads,
                       .layers = s.layers,
                       .trained_length = s.length,
                       .scheme = s.schemes[0]},
                      0);
    Trainer trainer(model, {.batch = s.batch, .length = s.length}, text);
    for (int step = 0; step < 3; ++step) trainer.step();
    // All targets of a window: where only the last are scored, the last layer needs less.
    window_losses(for_length(model, s.longest()), text, std::vector<std::int64_t>(8, 0),
                  s.longest(), s.longest());
    const double grown = peak() - before;
    [[maybe_unused]] const ssize_t written = write(ends[1], &grown, sizeof grown);
    _exit(0);
  }
  double grown = 0;
  close(ends[1]);
  [[maybe_unused]] const ssize_t got = read(ends[0], &grown, sizeof grown);
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  return grown;
}

// Ends this process, with 0 if memory_need() is right.
[[noreturn]] void compare_with_what_is_measured() {
  const ThreadCount one(1);  // a process that was forked must not count on OpenMP's threads
  for (const Settings& s :
       {settings(256, 2, 8, 32, 64, "rope"), settings(64, 2, 64, 128, 128, "none"),
        settings(64, 4, 8, 64, 4096, "t5"), settings(32, 1, 8, 32, 2048, "cope")}) {
    // Measured first, while no buffer lies on the shelves.
    const double peak = measured_peak(s),
                 need = memory_need(s, kVocabulary, s.schemes[0], true).total();
    EXPECT_GT(need, peak / 2) << s.schemes[0];
    EXPECT_LT(need, peak * 2) << s.schemes[0];
  }
  std::exit(testing::Test::HasFailure() ? 1 : 0);
}

// In a process that starts anew. What the tests before this one have taken and given back would be
// used again, and its memory would hardly grow.
TEST(MemoryNeed, IsWithinAFactorOfTwoOfWhatIsMeasured) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(compare_with_what_is_measured(), testing::ExitedWithCode(0), "");
}

TEST(MemoryNeed, OfTheModelAloneIsKnownWithoutBuildingIt) {
  const MemoryNeed least = least_need(settings(8192, 256, 32, 64, 64, "rope"), 60, true);
  EXPECT_NEAR(least.weights / (4 * 12.0 * 8192 * 8192 * 256), 1, 0.01);
  EXPECT_EQ(least.copies, 2 * least.weights);
  EXPECT_EQ(least.gradients, 8 * least.weights);
  EXPECT_EQ(least.moments, 2 * least.weights);
  const MemoryNeed to_read = least_need(settings(64, 2, 32, 64, 64, "rope"), 60, false);
  EXPECT_EQ(to_read.total(), to_read.weights);
}

TEST(MemoryNeed, TheRefusalNamesThePartsAndWhatToLower) {
  const double inf = std::numeric_limits<double>::infinity();
  const MemoryNeed model{.weights = 2e12, .copies = 4e12, .gradients = 16e12, .moments = 4e12};
  check_fits(model, inf);
  expect_error<UserError>(
      [&] { check_fits(model, 16e9); },
      "some 26.0 TB of memory (weights with copies 6.0 TB, gradients 16.0 TB, "
      "moments 4.0 TB, activations 0 MB, evaluation 0 MB), and there are 16.0 GB; lower "
      "--width or --layers");
  expect_error<UserError>([] { check_fits({.weights = 1e6, .activations = 1e9}, 5e8); },
                          "lower --batch, --length, --width or --layers");
  expect_error<UserError>([] { check_fits({.weights = 1e6, .reading = 1e9}, 5e8); },
                          "lower --eval-lengths");
}

TEST(MemoryNeed, OfRunsSideBySideIsTheSum) {
  Settings s = settings(128, 2, 8, 64, 64, "rope");
  s.schemes = {"rope", "none"};
  double one = 0;
  {
    const ThreadCount alone(1);
    one = memory_need(s, kVocabulary, "rope", true).total();
  }
  const auto check = [&](int threads, int seeds, double limit) {
    const ThreadCount count(threads);
    check_memory_side_by_side({{s, kVocabulary, seeds}}, limit);
  };
  check(2, 3, 2.1 * one);  // six runs, two at a time
  check(8, 1, 2.1 * one);  // two runs
  check(8, 0, 0);          // all are finished
  for (const auto& [threads, runs] : {std::pair(3, 3), {8, 6}})
    expect_error<UserError>([&] { check(threads, 3, 2.1 * one); },
                            concat(" of memory for ", runs, " runs side by side (weights "));
  expect_error<UserError>([&] { check(3, 3, 2.1 * one); },
                          "; lower --threads, which are as many runs, or --");
}

TEST(MemoryNeed, TheLimitIsThatOfTheMachineOrLess) {
  const double limit = memory_limit();
  EXPECT_GT(limit, 1e7);
  EXPECT_LE(limit, static_cast<double>(sysconf(_SC_PHYS_PAGES)) *
                       static_cast<double>(sysconf(_SC_PAGESIZE)));
}

}  // namespace
}  // namespace whereabouts
