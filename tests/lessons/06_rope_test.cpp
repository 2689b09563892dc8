// Lesson 06 and its exercise.
#include <algorithm>
#include <cmath>
#include <functional>

#include "../lessons/exercises/06_rope_check.h"
#include "lessons/exercise.h"
#include "lessons/run.h"

namespace whereabouts {
namespace {

TEST(Lesson06, PrintsTheModulesProductsTheLayoutsAndTheTurns) {
  const QuickLesson lesson("06_rope");
  ASSERT_EQ(lesson.exit_code(), 0) << lesson.output();
  EXPECT_TRUE(lesson.printed("product of positions 0 and 2: -0.4161"));
  EXPECT_TRUE(lesson.printed("product of positions 3 and 5: -0.4161"));
  EXPECT_TRUE(lesson.printed("(0, 0)       0  -1.4680"));
  for (const char* line :
       {"(0, 5)       5  -1.8122", "(3, 8)       5  -1.8122", "(10, 15)       5  -1.8122",
        "(0, 4)       4  -1.8336", "(3, 7)       4  -1.8336", "(10, 14)       4  -1.8336"})
    EXPECT_TRUE(lesson.printed(line)) << line;
  EXPECT_TRUE(lesson.printed("the same weights give the same logits: no"));
  EXPECT_TRUE(lesson.printed("the same with their columns reordered:  yes"));
  EXPECT_TRUE(lesson.printed("   2             0.10000       62.8        1.019  yes"));
  EXPECT_TRUE(lesson.printed("   3             0.03162      198.7        0.322  no"));
  EXPECT_TRUE(lesson.printed("next: make 07"));
  for (const char* file : {"turning_pairs.svg", "turns.svg", "gap.svg", "gap.csv"})
    EXPECT_TRUE(lesson.wrote(file)) << file;
}

using Row = std::vector<double>;

// A rotation with each mistake to be had.
struct Rotation {
  double exponent_factor = 2;  // theta_i = 10000^(-exponent_factor i / d)
  double sign = 1, first = 0;
  bool halves = false, whole_division = false, faster = false, overwrites = false, stands = false;
  int limit = 1 << 20;

  Row operator()(const Row& x, int position) const {
    Row result = x;
    const std::size_t pairs = x.size() / 2;
    for (std::size_t i = 0; i < pairs; ++i) {
      const std::size_t a = halves ? i : 2 * i, b = halves ? i + pairs : 2 * i + 1;
      double exponent = exponent_factor * static_cast<double>(i) / static_cast<double>(x.size());
      if (whole_division) exponent = 0;
      const double angle = stands ? 0
                                  : (std::min(position, limit) + first) *
                                        std::pow(10000.0, faster ? exponent : -exponent);
      result[a] = x[a] * std::cos(angle) - sign * x[b] * std::sin(angle);
      result[b] = sign * (overwrites ? result[a] : x[a]) * std::sin(angle) + x[b] * std::cos(angle);
    }
    return result;
  }
};

Verdict verdict(const std::function<Row(const Row&, int)>& f) {
  return examined([&](Examiner& e) { check_rope(e, f); });
}

TEST(Exercise06, AcceptsTheSolutionAndNamesWhatIsUnwritten) {
  expect_solution_passes("06_rope");
  expect_unwritten(verdict([](const Row&, int) -> Row { not_written(); }));
}

TEST(Exercise06, RefusesAPairThatTurnsWrongly) {
  EXPECT_EQ(verdict(Rotation{}).exit_code, 0);
  expect_refused(verdict(Rotation{.first = 1}), "position 0", "positions count from 0");
  expect_refused(verdict([](const Row& x, int) { return Row(x.size()); }), "position 0",
                 "the result is empty");
  const std::string pair = "the pair (1, 0) at position 2";
  expect_refused(verdict(Rotation{.sign = -1}), pair, "it turns backwards");
  expect_refused(verdict(Rotation{.overwrites = true}), pair, "a is overwritten");
  expect_refused(verdict(Rotation{.stands = true}), pair, "the angle of pair 0");
}

TEST(Exercise06, RefusesOtherPairsAndOtherAngles) {
  const std::string eight = "eight channels at position 3";
  expect_refused(verdict(Rotation{.whole_division = true}), eight, "a division of whole numbers");
  expect_refused(verdict(Rotation{.halves = true}), eight, "pair i is channels i and i + d/2");
  expect_refused(verdict(Rotation{.exponent_factor = 1}), eight, "so twice that");
  expect_refused(verdict(Rotation{.exponent_factor = 4}), eight, "so half of that");
  expect_refused(verdict(Rotation{.faster = true}), eight, "the exponent has no minus");
  expect_refused(verdict(Rotation{.limit = 9}), "query at 10, key at 14", "without a limit");
  expect_refused(verdict([](const Row& x, int p) {
                   // Half-precision angles have steps of 1/2 at 1000.
                   return Rotation{}(x, p < 100 ? p : p + p % 2);
                 }),
                 "moving both by 1000", "compute the angle in double");
}

TEST(Exercise06, RefusesACosineAlone) {
  // The short example of many tutorials multiplies by a cosine and leaves the sine out.
  const Verdict v = verdict([](const Row& x, int p) {
    Row y = x;
    for (std::size_t c = 0; c < x.size(); ++c)
      y[c] *= std::cos(p * std::pow(10000.0, -double(c) / 8));
    return y;
  });
  expect_refused(v, "the pair (1, 0) at position 2", "not only multiplied by a cosine");
  EXPECT_TRUE(v.says("FAIL  moving both by 1000 changes nothing")) << v.text;
}

}  // namespace
}  // namespace whereabouts
