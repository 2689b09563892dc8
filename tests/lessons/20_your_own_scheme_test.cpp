// Lesson 20 and its exercise.
#include <algorithm>
#include <cmath>

#include "../lessons/exercises/20_your_own_scheme_check.h"
#include "lessons/exercise.h"
#include "lessons/run.h"
#include "ops.h"
#include "position/alibi.h"
#include "util/file.h"

namespace whereabouts {
namespace {

TEST(Lesson20, ExaminesTrainsAndDrawsTheSchemeThatItShipsWith) {
  const std::string source = read_file(WHEREABOUTS_SOURCE_DIR "/lessons/20_your_own_scheme.cpp",
                                       "the source of lesson 20");
  if (source.find("return -0.01 * n;") == std::string::npos)
    GTEST_SKIP() << "a student is at work on it";
  const std::string more = "--steps 5 --eval-lengths 32,64,128 --schemes none,alibi";
  const QuickLesson lesson("20_your_own_scheme", more);
  ASSERT_EQ(lesson.exit_code(), 0) << lesson.output();
  for (const char* line : {"builds       pass", "causal       pass  yes, to the bit",
                           "shift        pass  relative", "blocks       pass", "10 of 10 kept"})
    EXPECT_TRUE(lesson.printed(line)) << line;
  EXPECT_TRUE(lesson.printed("\nyours  "));
  EXPECT_TRUE(lesson.printed("\nalibi  "));
  EXPECT_TRUE(lesson.printed("next: move your class to src/position/"));
  for (const char* file : {"gap.svg", "gap.csv", "adds.svg", "others.csv"})
    EXPECT_TRUE(lesson.wrote(file)) << file;
}

TEST(Lesson20, TrainsTheOthersOnceAndAnewForOtherSettings) {
  const std::string out = ::testing::TempDir() + "/whereabouts_lesson_17_twice";
  std::filesystem::remove_all(out);
  const auto again = [&](const std::string& more) {
    return run("lessons/20_your_own_scheme --steps 2 --eval-lengths 32,64 --schemes none --out '" +
               out + "' " + more);
  };
  const std::string note = "Now the others; the next time they are read from";
  const Ran first = again("");
  ASSERT_EQ(first.exit_code, 0) << first.output;
  EXPECT_TRUE(first.printed(note));
  const Ran second = again("");
  EXPECT_FALSE(second.printed(note)) << second.output;
  const auto row = [](const Ran& ran) {
    const std::size_t at = ran.output.rfind("\nnone  ");
    return ran.output.substr(at, ran.output.find('\n', at + 1) - at);
  };
  EXPECT_EQ(row(first), row(second));
  EXPECT_TRUE(again("--fresh").printed(note));
  EXPECT_TRUE(again("--seed 1").printed(note));
  std::filesystem::remove_all(out);
}

// The page promises that with a slope for each head the curve is ALiBi's, to every digit.
class AlibiAgain : public PositionScheme {
 public:
  static constexpr const char* kDescription = "for the tests";
  static constexpr const char* kPaper = "none";
  explicit AlibiAgain(Setup& setup) : heads_(setup.heads) {}
  Traits traits() const override { return {}; }
  ScoreTerms relative_terms(const Positions& at) const override {
    return {.distance = per_distance(
                heads_, at, [](int head, int n) { return -n * std::exp2(-2.0 * (head + 1)); })};
  }

 private:
  int heads_;
};

TEST(Lesson20, WithASlopeForEachHeadItIsAlibiToTheBit) {
  const AddedScheme row(scheme_row<AlibiAgain>("alibi-again"));
  const std::vector<int> tokens = {1, 4, 0, 2, 2, 3, 1, 0, 4, 1};
  const auto logits = [&](const std::string& scheme) {
    const Transformer model({.vocabulary = 5, .width = 16, .heads = 4, .scheme = scheme}, 1);
    const NoGrad no_grad;
    const Tensor result = model.logits(tokens, 1, Positions::whole(10));
    return std::vector<float>(result.numbers().begin(), result.numbers().end());
  };
  EXPECT_EQ(logits("alibi-again"), logits("alibi"));
}

// Slopes that are learned, with a mistake to choose.
enum class Mistake {
  kNone,
  kReward,
  kFromOne,
  kHeld,
  kBackwards,
  kConstant,
  kDecayed,
  kStartsAtZero,
  kStartsAtOne,
  kHeadsTurned,
  kNotTransposed,
  kOneForAll,
  kNothing,
  kPower
};

template <Mistake mistake>
class Slopes : public PositionScheme {
 public:
  static constexpr const char* kDescription = "for the tests";
  static constexpr const char* kPaper = "none";
  explicit Slopes(Setup& setup) {
    const std::vector<double> alibi = alibi_slopes(setup.heads);
    std::vector<float> start(alibi.begin(), alibi.end());
    if (mistake == Mistake::kHeadsTurned) std::ranges::reverse(start);
    if (mistake == Mistake::kStartsAtZero) std::ranges::fill(start, 0.0f);
    if (mistake == Mistake::kStartsAtOne) std::ranges::fill(start, 1.0f);
    if (mistake == Mistake::kOneForAll) start.resize(1);
    const Shape shape{1, static_cast<int>(start.size())};
    if (mistake == Mistake::kConstant || mistake == Mistake::kPower) {
      slopes_ = Tensor(shape, start);
    } else if (mistake == Mistake::kDecayed) {
      slopes_ = setup.parameters.normal("position.slopes", shape, 0, /*weight_decay=*/true);
      std::ranges::copy(start, slopes_.data());
    } else {
      slopes_ = setup.parameters.values("position.slopes", shape, start);
    }
    if (mistake == Mistake::kPower)
      power_ = setup.parameters.values("power", shape, std::vector<float>(start.size(), 1.0f));
  }
  Traits traits() const override { return {}; }
  ScoreTerms relative_terms(const Positions& at) const override {
    if (mistake == Mistake::kNothing) return {};
    const int last = at.distances() - 1;
    const Tensor n = per_distance(1, at, [last](int, int distance) {
      switch (mistake) {
        case Mistake::kReward:
          return distance;
        case Mistake::kFromOne:
          return -distance - 1;
        case Mistake::kHeld:
          return -std::min(distance, 63);
        case Mistake::kBackwards:
          return distance - last;
        default:
          return -distance;
      }
    });
    const Tensor column = n.reshape({at.distances(), 1});
    if (mistake == Mistake::kPower) {
      // n^p is e^(p ln n), and the logarithm of 0 is minus infinity.
      const Tensor logarithm = per_distance(1, at, [](int, int d) { return std::log(d); });
      const Tensor powers = exp(matmul(logarithm.reshape({at.distances(), 1}), power_));
      return {.distance =
                  transpose(scale(multiply(powers, slopes_.reshape({slopes_.size()})), -1))};
    }
    const Tensor product = matmul(column, slopes_);
    return {.distance = mistake == Mistake::kNotTransposed ? product : transpose(product)};
  }

 private:
  Tensor slopes_, power_;
};

template <Mistake mistake>
Verdict verdict() {
  return examined([](Examiner& e) {
    check_your_own_scheme(e, scheme_row<Slopes<mistake>>("slopes-of-a-test"));
  });
}

class Unwritten : public PositionScheme {
 public:
  static constexpr const char* kDescription = "for the tests";
  static constexpr const char* kPaper = "none";
  explicit Unwritten(Setup&) { not_written(); }
  Traits traits() const override { return {}; }
};

TEST(Exercise20, AcceptsTheSolutionAndNamesWhatIsUnwritten) {
  expect_solution_passes("20_your_own_scheme");
  expect_unwritten(examined(
      [](Examiner& e) { check_your_own_scheme(e, scheme_row<Unwritten>("unwritten-of-a-test")); }));
  EXPECT_EQ(verdict<Mistake::kNone>().exit_code, 0);
}

TEST(Exercise20, RefusesTermsOfTheWrongShape) {
  const std::string shape = "it adds a number for each of 4 heads and 8 distances";
  expect_refused(verdict<Mistake::kNotTransposed>(), shape, "transpose it");
  expect_refused(verdict<Mistake::kOneForAll>(), shape, "one row for all heads");
  expect_refused(verdict<Mistake::kNothing>(), shape, "nothing is added");
}

TEST(Exercise20, RefusesWhatDoesNotBeginAsAlibi) {
  const std::string begins = "before training it is ALiBi";
  expect_refused(verdict<Mistake::kReward>(), begins, "a reward for distance");
  expect_refused(verdict<Mistake::kFromOne>(), begins, "the distance counts from 0");
  expect_refused(verdict<Mistake::kBackwards>(), begins, "column n is distance n");
  expect_refused(verdict<Mistake::kStartsAtZero>(), begins, "the slopes start at 0");
  expect_refused(verdict<Mistake::kStartsAtOne>(), begins, "the slopes start at 1");
  expect_refused(verdict<Mistake::kHeadsTurned>(), begins, "head 0 has the steepest slope");
  expect_refused(verdict<Mistake::kHeld>(), "and at distance 199", "the distance is held at 63");
}

TEST(Exercise20, RefusesSlopesThatStandStillDecayOrHaveNoDerivative) {
  expect_refused(verdict<Mistake::kConstant>(), "it learns one number", "nothing is learned");
  expect_refused(verdict<Mistake::kDecayed>(), "contract, undecayed", "decays position.");
  const Verdict v = verdict<Mistake::kPower>();
  expect_refused(v, "contract, builds", "0^p has no derivative in p");
  for (const char* question : {"gradients", "threads"})
    EXPECT_TRUE(v.says(std::string("FAIL  contract, ") + question)) << v.text;
}

}  // namespace
}  // namespace whereabouts
